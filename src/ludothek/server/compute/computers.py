"""Computer players: requests decisions from worker processes and submits them as commands.

An answer enters a match as a command with its ply, like anybody's; it is dropped if the match has
moved on. Where nobody could answer in time, the weakest level is asked, which needs no time; where
nobody answers that either, the rules are asked for a decision that does not lose at once.
"""

import asyncio
import logging
from typing import Any, Final

from ludothek.job_scheduling import Demand, Urgency
from ludothek.server.app.settings import Settings
from ludothek.server.compute.job_owners import Clients
from ludothek.server.compute.match_jobs import choice_question, fallback, usable
from ludothek.server.compute.placements import Tables
from ludothek.server.compute.pool import JobRunner
from ludothek.server.match.commands import Computer, Decide, Place
from ludothek.server.match.config import Occupant
from ludothek.server.match.refusals import Refused
from ludothek.server.match.state import Match, OtherRules
from ludothek.server.runtime.rooms import Matches
from ludothek.server.storage.database import log_failure
from ludothek.server.storage.store import UNSTORED

PAUSE: Final = 2.0  # seconds before another search after a refused answer
QUICK: Final = 0.1  # seconds of a search in place of one that was not answered

log = logging.getLogger(__name__)


class Computers:
    """Lets computer players decide when it is their turn."""

    def __init__(
        self,
        matches: Matches,
        workers: JobRunner,
        tables: Tables,
        settings: Settings,
        clients: Clients,
    ) -> None:
        self._clients = clients
        self._matches = matches
        self._workers = workers
        self._tables = tables
        self._seconds = settings.think_seconds
        self._busy: dict[str, asyncio.Task[None]] = {}  # match → its running search
        self._closed = False

    def follow(self, _before: Match | None, match: Match, own: bool) -> None:
        """A match has changed, through this process: start a search if it is a computer's turn."""
        if own:
            self.consider(match)

    def consider(self, match: Match) -> None:
        """Start a search, if it is a computer's turn and none is running."""
        if match.computer_to_move() and match.id not in self._busy:
            task = asyncio.create_task(self._play(match.id))
            self._busy[match.id] = task
            task.add_done_callback(lambda _: self._rest(match.id))

    async def close(self) -> None:
        """Stop all searches."""
        self._closed = True
        for task in list(self._busy.values()):
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    def _rest(self, match_id: str) -> None:
        self._busy.pop(match_id, None)
        match = self._matches.in_memory(match_id)
        if match and not self._closed:
            self.consider(match)

    async def _play(self, match_id: str) -> None:
        """Answers of computers, as long as one is to decide; the match may leave the memory."""
        going = True
        while going:
            try:
                going = await self._play_once(match_id)
            except UNSTORED as error:
                log_failure(log, error)
                await asyncio.sleep(PAUSE)

    async def _play_once(self, match_id: str) -> bool:
        """One answer; False where no computer is to decide, or the match cannot be read."""
        try:
            match = await self._matches.get(match_id)
        except (Refused, OtherRules):
            return False
        if not (occupant := match.computer_to_move()):
            return False
        answer = await self._request_answer(match, occupant)
        try:
            if (await self._matches.get(match.id)).texts == match.texts:
                await self._answer(match, answer)
        except Refused as refused:
            log.info("an answer was refused", extra={"code": refused.refusal.code})
            await asyncio.sleep(PAUSE)
        return True

    async def _request_answer(self, match: Match, occupant: Occupant) -> dict[str, Any]:
        """What a worker answers, the second time without much thinking; empty if none had time."""
        answer = await self._ask(match, occupant.level, self._seconds)
        if answer is None and not self._closed:
            weakest = match.plan.load_game().levels[0]
            answer = await self._ask(match, weakest, min(QUICK, self._seconds))
        return answer or {}

    async def _ask(self, match: Match, level: int, seconds: float) -> dict[str, Any] | None:
        """What a worker answers, if it can be used."""
        job = choice_question(match, level, seconds)
        demand = Demand(self._clients.of(match.owner), Urgency.BOARD, seconds)
        answer = await self._workers.run(job, seconds, demand)
        if answer is None or usable(match, answer):
            return answer
        log.error("a worker's answer cannot be used", extra={"match": match.id})
        await self._workers.reject(job)
        return None

    async def _answer(self, match: Match, answer: dict[str, Any]) -> None:
        computer = Computer(match.to_move)
        if not match.placing:
            decision = str(answer.get("decision") or await asyncio.to_thread(fallback, match))
            command = Decide(ply=match.ply, decisions=[decision], seq=match.seq)
            await self._matches.perform(match.id, computer, command)
        elif "spot" in answer:
            place = Place(ply=match.ply, **answer["spot"])
            await self._tables.place_anyhow(match, computer, place.spot)
        else:
            await self._tables.place_anyhow(match, computer, None)
