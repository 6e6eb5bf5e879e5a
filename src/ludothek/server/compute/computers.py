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
from ludothek.server.compute.pool import Thinkers, derived_seed
from ludothek.server.match.commands import Computer, Decide, Place
from ludothek.server.match.config import Occupant
from ludothek.server.match.refusals import Refused
from ludothek.server.match.state import Match
from ludothek.server.runtime.rooms import Matches
from ludothek.server.storage.store import UNSTORED

PAUSE: Final = 2.0  # seconds before a computer whose answer was refused thinks again

log = logging.getLogger(__name__)


class Computers:
    """Whoever decides without a person."""

    def __init__(
        self, matches: Matches, thinkers: Thinkers, tables: Tables, settings: Settings
    ) -> None:
        self._matches = matches
        self._thinkers = thinkers
        self._tables = tables
        self._seconds = settings.think_seconds
        self._busy: dict[str, asyncio.Task[None]] = {}  # matches a computer thinks about
        self._closed = False

    def follow(self, _before: Match | None, match: Match, own: bool) -> None:
        """A match has changed, through this process: if it is a computer's turn, it thinks."""
        if own:
            self.consider(match)

    def consider(self, match: Match) -> None:
        """Let a computer think, if it is its turn."""
        if match.computer_to_move() and match.id not in self._busy:
            task = asyncio.create_task(self._play(match.id))
            self._busy[match.id] = task
            task.add_done_callback(lambda _: self._rest(match.id))

    async def close(self) -> None:
        """Let nobody think any more."""
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
        match = await self._matches.look(match_id)
        occupant = match.computer_to_move()
        if not occupant:
            return
        found = await self._thought(match, occupant)
        if (await self._matches.look(match.id)).texts != match.texts:
            return
        try:
            await self._answer(match, found)
        except Refused as refused:
            log.info("an answer was refused", extra={"code": refused.refusal.code})
            await asyncio.sleep(PAUSE)
        except UNSTORED:
            log.exception("the database did not answer")
            await asyncio.sleep(PAUSE)

    async def _thought(self, match: Match, occupant: Occupant) -> dict[str, Any]:
        """What a computer comes up with; nothing, where it had no time."""
        seed = derived_seed(match, f"choice {match.ply}")
        plan, texts = match.plan, match.texts
        if plan.known_game().computers:
            job = tasks.play_job(plan, texts, occupant.level, self._seconds, seed, match.table)
        else:
            job = tasks.choose_job(plan, texts, occupant.level, self._seconds, seed)
        return await self._thinkers.ask(job, self._seconds, match.id) or {}

    async def _answer(self, match: Match, found: dict[str, Any]) -> None:
        computer = Computer(match.to_move)
        if not match.placing:
            decision = found.get("decision") or fallback(match)
            command = Decide(ply=match.ply, decisions=[decision])
            await self._matches.perform(match.id, computer, command)
        elif "spot" in found:
            place = Place(ply=match.ply, **found["spot"])
            await self._tables.place_anyhow(match, computer, place.spot)
        else:
            await self._tables.place_anyhow(match, computer, None)


def fallback(match: Match) -> str:
    """Any decision, where nobody had the time to think."""
    game = load(match.plan.game)
    moves = [move for move in game.legal_moves(match.state) if not game.is_open(move)]
    random = Random(derived_seed(match, f"fallback {match.ply}"))
    return str(random.choice(moves))
