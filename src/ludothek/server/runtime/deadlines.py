"""Deadlines of clocks: timers in this process, and a poll of the database.

The poll finds matches that nobody in this process has touched, as after a restart.
"""

import asyncio
import heapq
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from ludothek.server.match.clocks import Tick
from ludothek.server.match.commands import CheckClock, Server
from ludothek.server.match.refusals import Refused
from ludothek.server.match.state import Match, OtherRules
from ludothek.server.runtime.rooms import Matches
from ludothek.server.storage.database import log_failure
from ludothek.server.storage.listing import Listing
from ludothek.server.storage.store import UNSTORED

POLL_INTERVAL: Final = 2.0  # seconds between two queries of the database
LEFT_ALONE: Final = (
    3_000  # ms after which a piece is let go by a process that does not see the hand
)

log = logging.getLogger(__name__)


class Deadlines:
    """When the next clock runs out."""

    def __init__(self, matches: Matches, listing: Listing, let_go: Callable[[str], None]) -> None:
        self._matches = matches
        self._listing = listing
        self._let_go = let_go  # of the piece in somebody's hand
        self._latest: dict[str, Tick] = {}  # what is true of every match
        self._heap: list[tuple[Tick, str]] = []  # deadline and match; some are out of date
        self._sooner = asyncio.Event()

    def __len__(self) -> int:
        return len(self._heap)

    def next_of(self, match_id: str) -> Tick | None:
        """When a clock of a match runs out."""
        return self._latest.get(match_id)

    def follow(self, _before: Match | None, match: Match, _own: bool) -> None:
        """A match has changed, and with it perhaps its deadline."""
        deadline = match.deadline()
        if deadline is None:
            self._latest.pop(match.id, None)
            return
        self._latest[match.id] = deadline
        heapq.heappush(self._heap, (deadline, match.id))
        self._tidy()
        if self._heap[0] == (deadline, match.id):
            self._sooner.set()

    async def run(self) -> None:
        """End what has run out of time, for ever."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause()):
                    await self._sooner.wait()
            self._sooner.clear()
            try:
                for match_id in self._due() or await self._listing.overdue(self._now()):
                    await self._check(match_id)
            except UNSTORED as error:
                log_failure(log, error)
                await asyncio.sleep(POLL_INTERVAL)

    def _tidy(self) -> None:
        """Forget what is out of date, when that has become most of it."""
        if len(self._heap) > 4 * len(self._latest) + 1000:
            self._heap = [(deadline, match_id) for match_id, deadline in self._latest.items()]
            heapq.heapify(self._heap)

    def _now(self) -> Tick:
        return self._matches.line.now()

    def _pause(self) -> float:
        if not self._heap:
            return POLL_INTERVAL
        return min(POLL_INTERVAL, max(0.0, (self._heap[0][0] - self._now()) / 1000))

    def _due(self) -> list[str]:
        due: dict[str, None] = {}  # each match once, the most urgent first
        while self._heap and self._heap[0][0] <= self._now():
            due[heapq.heappop(self._heap)[1]] = None
        return list(due)

    async def _check(self, match_id: str) -> None:
        loaded = self._matches.in_memory(match_id)
        try:
            match = loaded or await self._matches.get(match_id)
            if not match.lets_go(self._now()):
                await self._matches.perform(match_id, Server(), CheckClock())
            elif loaded or match.lets_go(self._now() - LEFT_ALONE):
                self._let_go(match_id)
        except (Refused, OtherRules):
            log.debug("nothing to be done", extra={"match": match_id})
