"""The work queue on PostgreSQL: jobs of any server process for any worker process.

PgQueuer keeps the jobs, gives each to one worker, and gives it to another when its worker shows no
sign of life (docs/decisions/0003-queue.md). Two tables stand beside its own: answers, which wait
for whoever asked, and the debts of `ludothek.job_scheduling`, so that all server processes share
them. The same text is the same job: a server that comes back finds what it had handed in, or the
answer.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final, Literal
from uuid import uuid4

import asyncpg
from pgqueuer.domain.models import Job
from pgqueuer.domain.settings import db_settings
from pgqueuer.domain.types import JobId, QueueEntrypoint, QueueManagerId
from pgqueuer.ports.repository import EntrypointExecutionParameter
from pgqueuer.queries import Queries
from sqlalchemy import URL

from ludothek.job_scheduling import DELAYS, HOUSEHOLD, MOST_DEBT, OWN_SHARE, Demand, charged
from ludothek.server.storage.database import TIMEOUT
from ludothek.server.storage.postgres_listener import CHANNEL, address_of

WorkKind = Literal["board", "analysis"]

KEPT: Final = timedelta(minutes=10)  # for answers nobody has fetched, and jobs nobody has done
STALE: Final = timedelta(seconds=2)  # without a sign of life, then another worker takes the job
BEAT: Final = 0.5  # seconds between signs of life
CONNECTIONS: Final = 5
_MIDDLE: Final = datetime(2040, 1, 1, tzinfo=UTC).timestamp()
_GRAIN: Final = 0.25  # seconds; PgQueuer's priorities have 32 bits, so they last from 2023 to 2057
_LOCK: Final = 0x6C75646F  # held while the tables are made

_NAMES: Final = db_settings().qualified
QUEUE_ERRORS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)

_TABLES: Final = """
create table if not exists answers (
    key text primary key, answer text not null, at timestamptz not null default now());
create index if not exists ix_answers_at on answers (at);
create unlogged table if not exists debts (
    account text primary key, debt float8 not null, since float8 not null);
create index if not exists ix_debts_since on debts (since);
"""
# What an account owes now: a second is forgiven each second.
_NOW: Final = "extract(epoch from clock_timestamp())::float8"
_LEFT: Final = f"greatest(0, least({MOST_DEBT}, d.debt) - greatest(0, excluded.since - d.since))"
_UPSERT: Final = f"""
    on conflict (account) do update
    set debt = {_LEFT} + excluded.debt, since = excluded.since
    returning debt, since"""
_CHARGE: Final = f"""
with own as (
    insert into debts as d (account, debt, since) values ($1, $3, {_NOW}) {_UPSERT}
), shared as (
    insert into debts as d (account, debt, since)
    select $2, (least({OWN_SHARE}, own.debt) - least({OWN_SHARE}, own.debt - $3)) / {HOUSEHOLD},
           own.since from own {_UPSERT}
) select own.since as now, own.debt as own, shared.debt as shared from own, shared"""
_ANSWER: Final = f"""
with kept as (
    insert into answers (key, answer) values ($1, $2) on conflict (key) do nothing
), settled as (
    update debts set since = {_NOW},
        debt = greatest(0, least({MOST_DEBT}, debt) - greatest(0, {_NOW} - since) - $4)
    where account = $3 and $4 > 0
) select pg_notify('{CHANNEL}', $5)"""
_KEPT: Final = f"interval '{KEPT.total_seconds()} seconds'"
_PRUNE: Final = (
    f"delete from answers where at < now() - {_KEPT}",
    f"delete from debts where since < {_NOW} - {MOST_DEBT}",
    f"delete from {_NAMES.queue_table_log} where created < now() - {_KEPT}",
)
_WAITING: Final = (
    f"select id from {_NAMES.queue_table} where dedupe_key = $1 and status in ('queued', 'picked')"
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A job that a worker has taken."""

    row: Job
    key: str
    job: str
    seconds: float  # to answer it
    owner: str  # the account that was charged
    expected: float  # seconds, for which it was charged

    @property
    def outdated(self) -> bool:
        """Has it waited so long that nobody can want it any more?"""
        return self.row.updated - self.row.created > KEPT


def key_of(job: str) -> str:
    """The name of a job: the same for the same text, whoever hands it in."""
    return sha256(job.encode()).hexdigest()[:40]


class WorkQueue:
    """The queue, as one process sees it."""

    def __init__(self, url: URL, seconds: float = TIMEOUT) -> None:
        """`seconds`: how long the database may take to connect, and for a statement."""
        self.url = url
        self._seconds = seconds
        self._manager = QueueManagerId(uuid4())
        self._pool: asyncpg.Pool[Any] | None = None
        self._connected: Queries | None = None

    async def open(self) -> None:
        """Connect, and make the tables where they are missing."""
        # A crash of the database may cost the jobs of the last moment: they are asked for again.
        settings = {"synchronous_commit": "off", "application_name": "ludothek queue"}
        self._pool = await asyncpg.create_pool(
            address_of(self.url),
            min_size=0,  # a pool that holds one open logs a traceback when it cannot
            max_size=CONNECTIONS,
            timeout=self._seconds,
            command_timeout=self._seconds,
            server_settings=settings,
        )
        self._connected = Queries.from_asyncpg_pool(self._pool)
        connection = await asyncpg.connect(address_of(self.url), timeout=self._seconds)
        try:
            async with connection.transaction():
                await _make_tables(connection)
        finally:
            await connection.close()

    async def close(self) -> None:
        """Let go of all connections."""
        if self._pool:
            self._pool.terminate()

    async def answer(self, key: str) -> str | None:
        """The answer to a job, if there is one."""
        answer: str | None = await self._database.fetchval(
            "select answer from answers where key = $1", key
        )
        return answer

    async def answers(self, keys: list[str]) -> dict[str, str]:
        """The answers to some jobs, as far as there are any."""
        rows = await self._database.fetch(
            "select key, answer from answers where key = any($1)", keys
        )
        return {row["key"]: row["answer"] for row in rows}

    async def forget(self, key: str) -> None:
        """Drop an answer, so that the job is worked on again when somebody asks."""
        await self._database.execute("delete from answers where key = $1", key)

    async def submit(self, kind: WorkKind, job: str, seconds: float, demand: Demand) -> None:
        """Hand a job in, unless it waits already; its owner is charged for it."""
        priority = _priority(await self.due(demand))
        key, expected = key_of(job), charged(demand)
        owner = _owner(demand)
        payload = {
            "key": key, "job": job, "seconds": seconds, "owner": owner, "expected": expected
        }  # fmt: skip
        await self._queries.enqueue(
            kind,
            json.dumps(payload).encode(),
            priority,
            dedupe_key=key,
            on_conflict="skip",
        )

    async def due(self, demand: Demand) -> float:
        """When a job that is handed in now is due, as `schedule.Ledger` has it; it is charged."""
        seconds = charged(demand)
        group = demand.client.group or demand.client.owner
        row = await self._database.fetchrow(_CHARGE, _owner(demand), f"group {group}", seconds)
        assert row
        own = max(0.0, row["own"] - seconds)
        share = (min(OWN_SHARE, row["own"]) - min(OWN_SHARE, own)) / HOUSEHOLD
        shared = max(0.0, row["shared"] - share)
        return float(row["now"] + DELAYS[demand.urgency] + seconds + own + shared)

    async def cancel(self, job: str) -> None:
        """Nobody wants the answer any more."""
        ids = [JobId(row["id"]) for row in await self._database.fetch(_WAITING, key_of(job))]
        if ids:
            await self._queries.mark_job_as_cancelled(ids)

    async def claim(self, kinds: list[WorkKind]) -> Claimed | None:
        """Take the job that is due first, or one whose worker shows no sign of life."""
        unlimited = EntrypointExecutionParameter(concurrency_limit=0)
        rows = await self._queries.dequeue(
            batch_size=1,
            entrypoints={QueueEntrypoint(kind): unlimited for kind in kinds},
            queue_manager_id=self._manager,
            global_concurrency_limit=None,
            heartbeat_timeout=STALE,
        )
        return Claimed(rows[0], **json.loads(rows[0].payload or b"{}")) if rows else None

    async def beat(self, ids: list[JobId]) -> None:
        """Show that these jobs are being worked on."""
        await self._queries.update_heartbeat(ids)

    async def finish(self, claimed: Claimed, answer: str | None, took: float) -> None:
        """Store the answer, tell the servers, and take the job out of the queue; None: failed."""
        unused = max(0.0, claimed.expected - took)
        if answer is None:
            notice = f"{self._manager.hex} unanswered {claimed.key}"
            await self._database.execute("select pg_notify($1, $2)", CHANNEL, notice)
        else:
            notice = f"{self._manager.hex} answer {claimed.key}"
            account = claimed.owner
            await self._database.execute(_ANSWER, claimed.key, answer, account, unused, notice)
        state: Literal["exception", "successful"] = "exception" if answer is None else "successful"
        await self._queries.log_jobs([(claimed.row, state, None)])

    async def drop(self, claimed: Claimed) -> None:
        """Take a job out that nobody can want any more."""
        await self._queries.log_jobs([(claimed.row, "canceled", None)])

    async def prune(self) -> None:
        """Forget answers nobody has fetched, debts that are forgiven, and the log."""
        for statement in _PRUNE:
            await self._database.execute(statement)

    @property
    def channel(self) -> str:
        """Where PgQueuer tells of new and cancelled jobs."""
        return str(self._queries.qbe.settings.channel)

    @property
    def _database(self) -> "asyncpg.Pool[Any]":
        assert self._pool, "open it first"
        return self._pool

    @property
    def _queries(self) -> Queries:
        assert self._connected, "open it first"
        return self._connected


async def _make_tables(connection: "asyncpg.Connection[Any]") -> None:
    """One process at a time; the tables of an older PgQueuer are brought up to date."""
    await connection.execute("select pg_advisory_xact_lock($1)", _LOCK)
    queries = Queries.from_asyncpg_connection(connection)
    if not await queries.schema_is_installed():
        await queries.install()
    for statement in (await queries.plan_upgrade()).statements:
        await connection.execute(statement)
    await connection.execute(_TABLES)


def _owner(demand: Demand) -> str:
    return f"owner {demand.client.owner}"


def _priority(due: float) -> int:
    """The earlier a job is due, the higher its priority."""
    return round((_MIDDLE - due) / _GRAIN)
