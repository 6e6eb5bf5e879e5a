"""Placements on simulated tables: computed by worker processes, then stored."""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ludothek.games.backends import Spot
from ludothek.job_scheduling import Client, Demand, Urgency
from ludothek.server.compute import table_jobs
from ludothek.server.compute.job_owners import Clients
from ludothek.server.compute.pool import JobRunner
from ludothek.server.compute.table_jobs import Answer
from ludothek.server.match.clocks import Tick
from ludothek.server.match.commands import Actor, Place, Server, Settle
from ludothek.server.match.decide import cannot_place, placed_before, placed_late
from ludothek.server.match.refusals import Refused, refused
from ludothek.server.match.state import Match, Placement
from ludothek.server.runtime.rooms import Matches
from ludothek.server.storage.database import log_failure
from ludothek.server.storage.store import UNSTORED
from ludothek.server.wire.codec import decode
from ludothek.server.wire.table import TableState, TableTrial, TableTried

SIMULATION: Final = 30.0  # seconds a placement may take
USUAL: Final = 0.1  # seconds it takes
CACHE_SIZE: Final = 1_000  # tables at rest that need not be computed again

Holding = Callable[[Match], Spot | None]  # how the piece in the hand is held, if that is known
Outcome = tuple[Settle, bytes]  # of a placement, and how the pieces moved
CacheKey = tuple[str, int | None, tuple[str, ...]]  # match, placement, decisions since

log = logging.getLogger(__name__)


class Tables:
    """All tables; one piece at a time is in the air on each."""

    def __init__(
        self, matches: Matches, workers: JobRunner, holding: Holding, clients: Clients
    ) -> None:
        self._clients = clients
        self._matches = matches
        self._workers = workers
        self._holding = holding
        self._placing: set[str] = set()  # matches in which a piece is in the air
        self._slipping: dict[str, asyncio.Task[None]] = {}  # those a clock lets go of
        self._cache: OrderedDict[CacheKey, TableState] = OrderedDict()

    async def place(self, match_id: str, actor: Actor, command: Place) -> Match:
        """Let go of a piece: simulate it and store the outcome."""
        tick = self._matches.line.now()
        match = await self._matches.current(match_id)
        if placed_before(match, actor, command):
            return match
        if refused := cannot_place(match, actor, command.ply) or placed_late(match, actor, tick):
            raise Refused(refused)
        return await self._drop(match, actor, command.spot, tick)

    async def place_anyhow(self, match: Match, actor: Actor, spot: Spot | None) -> Match:
        """Let go of the piece where it is held, or as near to the middle as it goes."""
        return await self._drop(match, actor, spot, self._matches.line.now(), anyhow=True)

    def let_go(self, match_id: str) -> None:
        """The time to place is over: the piece slips out of the hand."""
        if match_id not in self._slipping:
            task = asyncio.create_task(self._slip(match_id))
            self._slipping[match_id] = task
            task.add_done_callback(lambda _: self._slipping.pop(match_id, None))

    @property
    def slipping(self) -> int:
        """How many pieces a clock is letting go of."""
        return len(self._slipping)

    async def show(self, match: Match, ply: int, client: Client) -> TableState:
        """Where everything lies at a ply."""
        placement = table_jobs.last_placement(match, ply)
        table_jobs.check_table(match, ply)
        seq, first = (placement.seq, placement.ply + 1) if placement else (None, 0)
        key = match.id, seq, match.texts[first:ply]
        if key not in self._cache:
            self._cache[key] = await self._table_state(match, ply, placement, client)
            if len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        return replace(self._cache[key], ply=ply)

    async def saved(self, match: Match, ply: int) -> str | None:
        """The table as the last placement before a ply has left it, to go on from elsewhere."""
        placement = table_jobs.last_placement(match, ply)
        if not placement:
            return match.plan.table
        return (await self._matches.store.placed(match.id, placement.seq)).table

    async def try_out(self, trial: TableTrial, seed: int, client: Client) -> TableTried:
        """Build a tower of somebody's own, and let go of a piece there; nothing is stored."""
        job = table_jobs.trial_question(trial, seed)
        return decode(TableTried, await self._run(job, client, Urgency.TRIAL))

    async def close(self) -> None:
        """Let nothing slip any more."""
        for task in list(self._slipping.values()):
            task.cancel()
        await asyncio.gather(*self._slipping.values(), return_exceptions=True)

    async def _slip(self, match_id: str) -> None:
        try:
            match = await self._matches.get(match_id)
            if match.lets_go(self._matches.line.now()):
                await self.place_anyhow(match, Server(), self._holding(match))
        except Refused as refused:
            log.info("a piece was let go already", extra={"code": refused.refusal.code})
        except UNSTORED as error:
            log_failure(log, error)

    async def _drop(
        self, match: Match, actor: Actor, spot: Spot | None, tick: Tick, *, anyhow: bool = False
    ) -> Match:
        if match.id in self._placing:
            raise refused("in-the-air")
        self._placing.add(match.id)
        try:
            placed = await self._simulate(match, spot, anyhow=anyhow)
        finally:
            self._placing.discard(match.id)
        settle, motion = placed
        return await self._matches.perform(match.id, actor, settle, tick, motion)

    async def _simulate(self, match: Match, spot: Spot | None, *, anyhow: bool) -> Outcome:
        job = table_jobs.place_question(match, spot, anyhow=anyhow)
        answer = await self._run(job, self._clients.of(match.owner), Urgency.BOARD)
        try:
            settle = table_jobs.settle(match, answer)
        except table_jobs.Nonsense as error:
            log.warning("a worker's answer cannot be used", extra={"match": match.id})
            await self._workers.reject(job)
            raise refused("table-failed", limit="placement", seconds=1) from error
        return settle, json.dumps(answer["motion"]).encode()

    async def _table_state(
        self, match: Match, ply: int, placement: Placement | None, client: Client
    ) -> TableState:
        last = placement == (match.placements[-1] if match.placements else None)
        saved = match.table if last else await self.saved(match, ply)
        job = table_jobs.show_question(match, ply, saved)
        answer = await self._run(job, client, Urgency.TRIAL)
        return table_jobs.table_state(ply, placement, answer)

    async def _run(self, job: str, client: Client, urgency: Urgency) -> Answer:
        demand = Demand(client, urgency, USUAL)
        answer = await self._workers.run(job, SIMULATION, demand)
        if answer is not None and (not answer or "refused" in answer):
            await self._workers.reject(job)
        return table_jobs.granted(answer)
