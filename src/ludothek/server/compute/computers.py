"""Computer players: jobs for worker processes, answers into the queue.

An answer enters a match as a command with its ply, like anybody's; it is dropped if the match has
moved on. Where nobody could answer in time, anything legal is done.
"""

import asyncio
import logging
from random import Random
from typing import Any, Final

from ludothek.games import load
from ludothek.server.app.settings import Settings
from ludothek.server.compute import tasks
from ludothek.server.compute.placements import Tables
from ludothek.server.compute.pool import WorkerPool, derived_seed
from ludothek.server.match.commands import Computer, Decide, Place
from ludothek.server.match.config import Occupant
from ludothek.server.match.refusals import Refused
from ludothek.server.match.state import Match
from ludothek.server.runtime.rooms import Matches
from ludothek.server.storage.store import UNSTORED

PAUSE: Final = 2.0  # seconds before another search after a refused answer

log = logging.getLogger(__name__)


class Computers:
    """Lets computer players decide when it is their turn."""

    def __init__(
        self, matches: Matches, workers: WorkerPool, tables: Tables, settings: Settings
    ) -> None:
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
        """One answer of a computer."""
        match = await self._matches.get(match_id)
        occupant = match.computer_to_move()
        if not occupant:
            return
        answer = await self._request_answer(match, occupant)
        if (await self._matches.get(match.id)).texts != match.texts:
            return
        try:
            await self._answer(match, answer)
        except Refused as refused:
            log.info("an answer was refused", extra={"code": refused.refusal.code})
            await asyncio.sleep(PAUSE)
        except UNSTORED:
            log.exception("the database did not answer")
            await asyncio.sleep(PAUSE)

    async def _request_answer(self, match: Match, occupant: Occupant) -> dict[str, Any]:
        """What a worker answers; empty if it had no time."""
        seed = derived_seed(match, f"choice {match.ply}")
        plan, texts = match.plan, match.texts
        if plan.load_game().computers:
            job = tasks.play_job(plan, texts, occupant.level, self._seconds, seed, match.table)
        else:
            job = tasks.choose_job(plan, texts, occupant.level, self._seconds, seed)
        return await self._workers.run(job, self._seconds, match.id) or {}

    async def _answer(self, match: Match, answer: dict[str, Any]) -> None:
        computer = Computer(match.to_move)
        if not match.placing:
            decision = answer.get("decision") or fallback(match)
            command = Decide(ply=match.ply, decisions=[decision])
            await self._matches.perform(match.id, computer, command)
        elif "spot" in answer:
            place = Place(ply=match.ply, **answer["spot"])
            await self._tables.place_anyhow(match, computer, place.spot)
        else:
            await self._tables.place_anyhow(match, computer, None)


def fallback(match: Match) -> str:
    """A random legal decision, used when no worker answered in time."""
    game = load(match.plan.game)
    moves = [move for move in game.legal_moves(match.state) if not game.is_open(move)]
    random = Random(derived_seed(match, f"fallback {match.ply}"))
    return str(random.choice(moves))
