"""Computer players and the simulated table: jobs for worker processes, answers into the queue.

The event loop never searches and never simulates. An answer enters a match as a command with its
ply, like anybody's; it is dropped if the match has moved on.
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Any, Final

from ludothek.games import load
from ludothek.server import thinking
from ludothek.server.commands import Actor, Computer, Decide, Place, Settle
from ludothek.server.decide import cannot_place
from ludothek.server.events import Spot
from ludothek.server.match import Match
from ludothek.server.matches import Matches, Refused
from ludothek.server.refusals import Refusal, refusal
from ludothek.server.settings import Settings
from ludothek.workers import JobFailed, Pool, PoolFull

SIMULATION: Final = 30.0  # seconds a placement may take; it takes a fraction of one
STARTING: Final = 5.0  # seconds a worker process may need before its first job
TRIES: Final = 3  # of a computer that places

log = logging.getLogger(__name__)


class Thinkers:
    """Worker processes, asked from the event loop."""

    def __init__(self, size: int, patience: float) -> None:
        self._size = size
        self._patience = patience

    @cached_property
    def _pool(self) -> Pool:
        """Started when it is needed first."""
        return Pool(thinking.work, self._size)

    async def ask(self, job: str, seconds: float, owner: str) -> dict[str, Any] | None:
        """The answer to a job; None where nobody could give one in time."""
        try:
            ticket = self._pool.submit(job, seconds + STARTING, owner)
        except PoolFull:
            return None
        try:
            async with asyncio.timeout(self._patience + seconds):
                answer = await asyncio.wrap_future(ticket.future)
        except (TimeoutError, JobFailed):
            ticket.cancel()
            log.warning("a job was not answered", extra={"owner": owner})
            return None
        except asyncio.CancelledError:
            ticket.cancel()
            raise
        found: dict[str, Any] = json.loads(answer)
        return found

    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return self._pool.waiting() if "_pool" in self.__dict__ else 0

    async def close(self) -> None:
        """End the processes."""
        if "_pool" in self.__dict__:
            await asyncio.to_thread(self._pool.close)


class Computers:
    """Whoever decides without a person."""

    def __init__(self, matches: Matches, thinkers: Thinkers, settings: Settings) -> None:
        self._matches = matches
        self._thinkers = thinkers
        self._seconds = settings.think_seconds
        self._busy: dict[str, asyncio.Task[None]] = {}  # matches a computer thinks about
        self._closed = False
        self._placing: set[str] = set()  # matches in which a piece is in the air

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

    async def place(self, match_id: str, actor: Actor, command: Place) -> Match:
        """Let go of a piece: the table tells, and that is stored."""
        tick = self._matches.line.now()
        match = await self._matches.look(match_id)
        if refused := cannot_place(match, actor, command.ply):
            raise Refused(refused)
        if match_id in self._placing:
            raise Refused(refusal("in-the-air"))
        self._placing.add(match_id)
        try:
            told = await self._simulate(match, command.spot)
        finally:
            self._placing.discard(match_id)
        settle = Settle(command.ply, command.spot, told["decision"], told["table"])
        motion = json.dumps(told["motion"]).encode()
        return await self._matches.perform(match_id, actor, settle, tick, motion)

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
        sitter = match.computer_to_move()
        if not sitter:
            return
        computer = Computer(match.to_move)
        try:
            if match.placing:
                await self._aim_and_place(match, computer, sitter.level)
            else:
                await self._choose(match, computer, sitter.level)
        except Refused as refused:
            log.info("an answer came too late", extra={"code": refused.refusal.code})

    async def _choose(self, match: Match, computer: Computer, level: int) -> None:
        seed = derived_seed(match, f"choice {match.ply}")
        job = thinking.choose_job(match.plan, match.texts, level, self._seconds, seed)
        answer = await self._thinkers.ask(job, self._seconds, match.id)
        decision = (answer or {}).get("decision") or fallback(match, seed)
        command = Decide(ply=match.ply, decisions=[decision])
        if (await self._matches.look(match.id)).texts == match.texts:
            await self._matches.perform(match.id, computer, command)

    async def _aim_and_place(self, match: Match, computer: Computer, level: int) -> None:
        for attempt in range(TRIES):
            seed = derived_seed(match, f"aim {match.ply} {attempt}")
            job = thinking.aim_job(match.plan, match.texts, level, seed, match.table)
            answer = await self._thinkers.ask(job, self._seconds, match.id)
            spot: Mapping[str, Any] = answer["spot"] if answer else {"face": "flat"}
            try:
                await self.place(match.id, computer, Place(ply=match.ply, **spot))
            except Refused as refused:
                log.info("a computer tries again", extra={"code": refused.refusal.code})
            else:
                return
        await asyncio.sleep(self._seconds)

    async def _simulate(self, match: Match, spot: Spot) -> dict[str, Any]:
        held = {"face": spot.face, "yaw": spot.yaw, "x": spot.x, "y": spot.y}
        seed = derived_seed(match, "table")
        job = thinking.place_job(match.plan, match.texts, held, match.table, seed)
        told = await self._thinkers.ask(job, SIMULATION, match.id)
        if told is None:
            raise Refused(refusal("table-failed"))
        if "refused" in told:
            why = told["refused"]
            raise Refused(Refusal(f"table.{why['code']}", why["params"], 422, why["message"]))
        return told


def fallback(match: Match, seed: int) -> str:
    """Any decision, where nobody had the time to think."""
    game = load(match.plan.game)
    moves = [move for move in game.legal_moves(match.state) if not game.is_open(move)]
    return game.notation.format_move(Random(seed).choice(moves))


def derived_seed(match: Match, purpose: str) -> int:
    """Random numbers of their own for every purpose; secret, as the match's seed is."""
    digest = sha256(f"{match.seed} {purpose}".encode()).digest()
    return int.from_bytes(digest[:6])
