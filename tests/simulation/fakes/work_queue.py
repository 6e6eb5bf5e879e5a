"""The simulated queue of work: what PgQueuer and its tables do on PostgreSQL, in memory."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any

import asyncpg
from pgqueuer.domain.models import Job
from pgqueuer.domain.types import JobId, QueueEntrypoint
from sqlalchemy import URL

from ludothek.job_scheduling import DELAYS, Demand, charged
from ludothek.server.storage.postgres_listener import CHANNEL
from ludothek.server.storage.work_queue import STALE, Claimed, WorkKind, WorkQueue, key_of
from tests.simulation.world import World

QUEUE_CHANNEL = "ch_pgqueuer"


@dataclass(eq=False)
class Row:
    """A job in the queue."""

    id: int
    entrypoint: WorkKind
    key: str
    job: str
    seconds: float
    due: float
    created: float
    updated: float
    worker: str | None = None
    heartbeat: float = 0.0


@dataclass
class Rows:
    """The tables, which outlive every process."""

    rows: dict[int, Row] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    numbers: Any = field(default_factory=lambda: count(1))


class Queue(WorkQueue):
    """The queue as one process sees it."""

    def __init__(self, world: World, rows: Rows, away: Any, name: str) -> None:
        self.url = URL.create("postgresql+asyncpg")
        self._world = world
        self._rows = rows
        self._away = away  # says whether the database cannot be reached
        self._name = name

    async def open(self) -> None:
        await self._reach()

    async def close(self) -> None:
        """Nothing is open."""

    async def answer(self, key: str) -> str | None:
        await self._reach()
        return self._rows.answers.get(key)

    async def answers(self, keys: list[str]) -> dict[str, str]:
        await self._reach()
        return {key: self._rows.answers[key] for key in keys if key in self._rows.answers}

    async def forget(self, key: str) -> None:
        await self._reach(writing=True)
        self._rows.answers.pop(key, None)

    async def submit(self, kind: WorkKind, job: str, seconds: float, demand: Demand) -> None:
        await self._reach(writing=True)
        key, now = key_of(job), self._world.now()
        if not any(row.key == key for row in self._rows.rows.values()):
            due = now + DELAYS[demand.urgency] + charged(demand)
            row = Row(next(self._rows.numbers), kind, key, job, seconds, due, now, now)
            self._rows.rows[row.id] = row
            self._tell({"type": "table_changed_event", "operation": "insert"})
        await self._left()

    async def cancel(self, job: str) -> None:
        await self._reach(writing=True)
        gone = [row.id for row in self._rows.rows.values() if row.key == key_of(job)]
        for number in gone:
            del self._rows.rows[number]
        if gone:
            self._tell({"type": "cancellation_event", "ids": gone})
        await self._left()

    async def claim(self, kinds: list[WorkKind]) -> Claimed | None:
        await self._reach(writing=True)
        now = self._world.now()
        free = [
            row
            for row in self._rows.rows.values()
            if row.entrypoint in kinds
            and (row.worker is None or row.heartbeat < now - STALE.total_seconds())
        ]
        if not free:
            return None
        row = min(free, key=lambda each: (each.due, each.id))
        row.worker, row.heartbeat, row.updated = self._name, now, now
        await self._left()
        return Claimed(_picked(row), row.key, row.job, row.seconds, "", 0.0)

    async def beat(self, ids: Any) -> None:
        await self._reach(writing=True)
        for number in ids:
            if row := self._rows.rows.get(number):
                row.heartbeat = self._world.now()

    async def finish(self, claimed: Claimed, answer: str | None, _took: float) -> None:
        await self._reach(writing=True)
        if answer is not None:
            self._rows.answers.setdefault(claimed.key, answer)
        self._rows.rows.pop(int(claimed.row.id), None)
        kind = "unanswered" if answer is None else "answer"
        self._world.notices.send(CHANNEL, f"{self._name} {kind} {claimed.key}")
        await self._left()

    async def drop(self, claimed: Claimed) -> None:
        await self._reach(writing=True)
        self._rows.rows.pop(int(claimed.row.id), None)

    async def prune(self) -> None:
        await self._reach()

    @property
    def channel(self) -> str:
        return QUEUE_CHANNEL

    def _tell(self, event: dict[str, Any]) -> None:
        self._world.notices.send(QUEUE_CHANNEL, json.dumps(event))

    async def _reach(self, *, writing: bool = False) -> None:
        """The way to the database."""
        world, faults = self._world, self._world.faults
        await world.pause(0.0001, 0.003)
        if self._away():
            await world.pause(0.0, 2.0)
            raise OSError("simulated: the database is away")
        if world.chance(faults.fail):
            raise asyncpg.InterfaceError("simulated: the connection is lost")
        if writing and world.chance(faults.crash / 2):
            await world.crash("before a job is written")

    async def _left(self) -> None:
        """The way back, after something was written."""
        world, faults = self._world, self._world.faults
        if world.chance(faults.crash / 2):
            await world.crash("after a job was written")
        if world.chance(faults.unknown):
            raise asyncpg.InterfaceError("simulated: the connection was lost after a commit")
        await world.pause(0.0001, 0.003)


def _picked(row: Row) -> Job:
    """A row as PgQueuer gives it to the worker that has taken it."""
    created, updated = (datetime.fromtimestamp(at, UTC) for at in (row.created, row.updated))
    return Job(
        id=JobId(row.id),
        priority=0,
        created=created,
        updated=updated,
        heartbeat=updated,
        execute_after=created,
        status="picked",
        entrypoint=QueueEntrypoint(row.entrypoint),
        payload=None,
        queue_manager_id=None,
        headers=None,
    )
