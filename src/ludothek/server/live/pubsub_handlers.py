"""Handlers of other processes' notifications: stored entries, presence, held pieces."""

import asyncio
import logging
from typing import Final

from ludothek.server.live.hub import Hub
from ludothek.server.live.lobby import Lobby
from ludothek.server.live.presence import Attendance
from ludothek.server.match.refusals import Refused
from ludothek.server.match.state import OtherRules
from ludothek.server.runtime.rooms import Matches
from ludothek.server.storage.database import FAILURES, log_failure
from ludothek.server.wire.codec import Invalid, decode_json
from ludothek.server.wire.messages import Held, Said

PAUSE: Final = 1.0  # seconds before the database is queried again

log = logging.getLogger(__name__)


class Notifications:
    """Handles notifications, one after the other."""

    def __init__(self, matches: Matches, hub: Hub, lobby: Lobby) -> None:
        self._matches = matches
        self._hub = hub
        self._lobby = lobby
        self._stored: dict[str, int] = {}  # match → the newest number announced; 0: unknown
        self._filled = asyncio.Event()

    def receive(self, process: str, kind: str, words: list[str]) -> None:
        """Handle a notification of another process."""
        match kind, words:
            case "stored", _:
                for word in words:
                    match_id, _, seq = word.partition(":")
                    self._expect(match_id, int(seq))
            case "there", [match_id, seats, watchers]:
                occupied = frozenset(map(int, seats.split(","))) if seats != "-" else frozenset()
                self._hub.note_elsewhere(process, match_id, Attendance(occupied, int(watchers)))
            case "held", [held]:
                self._hold(held)
            case "said", [phrase]:
                self._say(phrase)

    def resumed(self) -> None:
        """Notifications may have been missed: refresh everything in memory."""
        for match_id in self._matches.loaded():
            self._expect(match_id, 0)

    async def run(self) -> None:
        """Read what others have stored, for ever."""
        while True:
            await self._filled.wait()
            match_id, seq = self._stored.popitem()
            if not self._stored:
                self._filled.clear()
            try:
                await self._read(match_id, seq)
            except FAILURES as error:
                log_failure(log, error)
                await asyncio.sleep(PAUSE)
                self._expect(match_id, seq)

    def _expect(self, match_id: str, seq: int) -> None:
        waiting = self._stored.get(match_id, seq)
        self._stored[match_id] = max(seq, waiting) if seq and waiting else 0
        self._filled.set()
        self._lobby.touch()

    async def _read(self, match_id: str, seq: int) -> None:
        if match_id not in self._matches.loaded():
            return
        if not seq:
            seq = (await self._matches.store.numbers([match_id])).get(match_id, 0)
        try:
            await self._matches.refresh(match_id, seq)
        except (OtherRules, Refused):
            log.debug("a match that cannot be read", extra={"match": match_id})

    def _hold(self, held: str) -> None:
        try:
            self._hub.hold(decode_json(Held, held))
        except Invalid:
            log.warning("a notification of another process cannot be read")

    def _say(self, phrase: str) -> None:
        try:
            self._hub.say(decode_json(Said, phrase), own=False)
        except Invalid:
            log.warning("a notification of another process cannot be read")
