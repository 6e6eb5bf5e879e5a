"""The lobby: open invitations and matches to watch, sent at most once a second."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from ludothek.server.live.connection import Connection
from ludothek.server.live.hub import Hub
from ludothek.server.match.state import Match
from ludothek.server.storage.database import FAILURES, log_failure
from ludothek.server.storage.listing import Listing
from ludothek.server.wire.messages import LobbyNews
from ludothek.server.wire.models import MatchSummary

PAUSE: Final = 1.0  # seconds
REFRESH: Final = 10.0  # seconds after which those who have left are looked for
AWAY: Final = 600_000  # milliseconds in which nobody has to be there
SHOWN: Final = 10  # matches to watch

log = logging.getLogger(__name__)


class Lobby:
    """What everybody in the lobby is sent."""

    def __init__(self, listing: Listing, hub: Hub, wall: Callable[[], int]) -> None:
        self._listing = listing
        self._wall = wall
        self._hub = hub
        self._changed = asyncio.Event()
        self._latest: LobbyNews | None = None
        self._latest_at = 0.0  # as the event loop tells time
        self._asking = asyncio.Lock()

    def follow(self, before: Match | None, after: Match, _own: bool) -> None:
        """A match has changed; of the public ones a list may look different now."""
        if after.plan.public and (before is None or _shown(before) != _shown(after)):
            self._changed.set()

    def touch(self) -> None:
        """Something may have changed."""
        self._changed.set()

    async def run(self) -> None:
        """Send the changes, for ever."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(REFRESH):  # `wait_for` may swallow a cancellation
                    await self._changed.wait()
            self._changed.clear()
            self._latest = None
            try:
                if any(connection.lobby for connection in self._hub.connections):
                    self._hub.send_lobby(await self._recent())
            except FAILURES as error:
                log_failure(log, error)
            await asyncio.sleep(PAUSE)

    async def enter(self, connection: Connection, *, on: bool) -> None:
        """Somebody follows the lobby, or no longer."""
        connection.lobby = on
        if on:
            connection.send(await self._recent())

    async def _recent(self) -> LobbyNews:
        """What the lobby was a moment ago: a change is sent to everybody there, within seconds."""
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if self._latest is None or now >= self._latest_at + PAUSE:
                self._latest, self._latest_at = await self._news(), now
            return self._latest

    async def _news(self) -> LobbyNews:
        """The same for everybody: nobody's own seats are marked."""
        waiting = await self._listing.public(None, "open", None, None)
        playing = await self._listing.public(None, "playing", None, None)
        return LobbyNews(
            open=self._alive(waiting.matches),
            playing=self._alive(playing.matches)[:SHOWN],
            online=len(self._hub.persons),
        )

    def _alive(self, matches: Iterable[MatchSummary]) -> list[MatchSummary]:
        now, roll = self._wall(), self._hub.roll
        return [
            match for match in matches if alive(match, now, there=bool(roll.of(match.id).seats))
        ]


def alive(match: MatchSummary, now: int, *, there: bool) -> bool:
    """Is one of its people there, or were they a moment ago? With days a turn they need not be."""
    return there or match.clock.kind == "days" or match.updated > now - AWAY


def _shown(match: Match) -> tuple[object, ...]:
    return match.status, match.occupants
