"""The job queue in the database: jobs are submitted, claimed with a lease, and never lost.

Who submits sees `submit`, `get`, `cancel`; who works sees `claim`, `renew`, `save`, `release`. A
claim is a lease: it has to be renewed, and when its process dies another takes the job, with what
was found so far. A job that several claims could not finish has failed.
"""

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    delete,
    func,
    or_,
    select,
    update,
)

from ludothek.server.match.clocks import Tick
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import jobs

JobKind = Literal["hint", "analysis"]
JobState = Literal["waiting", "working", "done", "failed", "cancelled"]

LEASE: Final = 10_000  # milliseconds a claim lasts
MAX_ATTEMPTS: Final = 3  # claims of one job
RETENTION: Final = 86_400_000  # milliseconds for which a job that ended can be queried
ACTIVE: Final = ("waiting", "working")
_FIRST: Final = case((jobs.c.kind == "hint", 0), else_=1)  # somebody waits at the board
_ORDER: Final = (jobs.c.changed, jobs.c.id)


@dataclass(frozen=True, slots=True)
class Job:
    """A hint or an analysis of a match that somebody requested, with its result so far."""

    id: str
    kind: JobKind
    match: str
    plies: int  # of the match, when the job was submitted
    level: int
    person: str
    total: int  # positions to evaluate
    state: JobState = "waiting"
    result: str = "[]"  # evaluations, as JSON

    @property
    def active(self) -> bool:
        """Has it not ended yet?"""
        return self.state in ACTIVE


class ClaimLost(Exception):
    """Somebody else has the job by now, or it was cancelled."""


class JobQueue:
    """The jobs of a database, as one process sees them."""

    def __init__(self, database: Database, process: str, clock: Callable[[], Tick]) -> None:
        self._database = database
        self._process = process
        self._clock = clock

    async def submit(self, job: Job, most: int) -> bool:
        """Hand a job in; False where the person has so many at work already."""
        mine = and_(jobs.c.person == job.person, jobs.c.state.in_(ACTIVE))
        count = select(func.count()).select_from(jobs).where(mine)
        row = {**asdict(job), "lease": 0, "attempts": 0, "changed": self._clock()}

        def work(connection: Connection) -> bool:
            if (connection.scalar(count) or 0) >= most:
                return False
            connection.execute(jobs.insert(), [row])
            return True

        return await self._database.write(work)

    async def get(self, job_id: str) -> Job | None:
        """A job as it stands; one whose process is gone waits again."""
        return await self._one(jobs.c.id == job_id)

    async def finished_analysis(self, match: str, plies: int, level: int) -> Job | None:
        """An analysis that somebody requested before, and that is done."""
        same = and_(jobs.c.match == match, jobs.c.plies == plies, jobs.c.level == level)
        return await self._one(and_(same, jobs.c.kind == "analysis", jobs.c.state == "done"))

    async def changed_since(self, tick: Tick, people: Collection[str]) -> list[Job]:
        """Jobs of these people that have changed lately."""
        return await self._read(and_(jobs.c.changed >= tick, jobs.c.person.in_(people)))

    async def cancel(self, job_id: str) -> bool:
        """End a job that has not ended; False where it has."""
        condition = and_(jobs.c.id == job_id, jobs.c.state.in_(ACTIVE))
        return bool(await self._change(condition, state="cancelled", server=None))

    async def claim(self, kinds: Collection[JobKind]) -> Job | None:
        """Take the next job, hints first, people in turn; None where there is none."""
        query = self._next(kinds)
        while job_id := await self._database.read(lambda c: c.scalar(query)):
            values = {"server": self._process, "lease": self._clock() + LEASE, "state": "working"}
            still_free = and_(jobs.c.id == job_id, self._claimable())
            if claimed := await self._change(still_free, **values, attempts=jobs.c.attempts + 1):
                return claimed[0]
        return None

    async def renew(self, job_ids: Collection[str]) -> None:
        """Keep the claims on these jobs."""
        mine = and_(jobs.c.id.in_(job_ids), self._mine())
        renewed = update(jobs).where(mine).values(lease=self._clock() + LEASE)
        await self._database.write(lambda connection: connection.execute(renewed))

    async def save(self, job: Job) -> None:
        """Store the result so far, or that the job has ended; raises `ClaimLost`."""
        mine = and_(jobs.c.id == job.id, self._mine())
        if not await self._change(mine, state=job.state, result=job.result):
            raise ClaimLost

    async def release(self) -> None:
        """Give all claims back: others go on at once."""
        values = {"state": "waiting", "server": None, "attempts": jobs.c.attempts - 1}
        await self._change(self._mine(), **values)

    async def bury(self) -> list[Job]:
        """Jobs that nobody could finish have failed."""
        hopeless = and_(self._abandoned(), jobs.c.attempts >= MAX_ATTEMPTS)
        if not await self._read(hopeless):
            return []
        return await self._change(hopeless, state="failed", server=None)

    async def prune(self) -> None:
        """Forget what ended long ago, but for analyses: they are kept."""
        finished_analyses = and_(jobs.c.kind == "analysis", jobs.c.state == "done")
        old = and_(jobs.c.state.not_in(ACTIVE), jobs.c.changed < self._clock() - RETENTION)
        statement = delete(jobs).where(old, ~finished_analyses)
        await self._database.write(lambda connection: connection.execute(statement))

    def _next(self, kinds: Collection[JobKind]) -> Select[tuple[str]]:
        """Of every person the first job, then of every person the second; jobs at work count."""
        turn = func.row_number().over(
            partition_by=(jobs.c.person, _FIRST), order_by=(self._claimable(), *_ORDER)
        )
        mine = select(*jobs.c, turn.label("turn"), _FIRST.label("first"))
        waiting = mine.where(jobs.c.state.in_(ACTIVE)).subquery()
        free = and_(jobs.c.id == waiting.c.id, self._claimable(), jobs.c.kind.in_(kinds))
        order = (waiting.c.first, waiting.c.turn, *_ORDER)
        return select(jobs.c.id).where(free).order_by(*order).limit(1)

    def _mine(self) -> ColumnElement[bool]:
        return and_(jobs.c.server == self._process, jobs.c.state == "working")

    def _abandoned(self) -> ColumnElement[bool]:
        return and_(jobs.c.state == "working", jobs.c.lease < self._clock())

    def _claimable(self) -> ColumnElement[bool]:
        again = and_(self._abandoned(), jobs.c.attempts < MAX_ATTEMPTS)
        return or_(jobs.c.state == "waiting", again)

    async def _one(self, condition: ColumnElement[bool]) -> Job | None:
        matching = await self._read(condition)
        return matching[0] if matching else None

    async def _read(self, condition: ColumnElement[bool]) -> list[Job]:
        query = select(jobs).where(condition)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [self._job(row) for row in rows]

    async def _change(self, condition: ColumnElement[bool], **values: Any) -> list[Job]:
        """Change some jobs; says which."""
        changing = update(jobs).where(condition).values(**values, changed=self._clock())
        returning = changing.returning(*jobs.c)
        rows = await self._database.write(lambda connection: connection.execute(returning).all())
        return [self._job(row) for row in rows]

    def _job(self, row: Any) -> Job:
        left_alone = row.state == "working" and row.lease < self._clock()
        state: JobState = "waiting" if left_alone else row.state
        return Job(
            row.id,
            row.kind,
            row.match,
            row.plies,
            row.level,
            row.person,
            row.total,
            state,
            row.result,
        )
