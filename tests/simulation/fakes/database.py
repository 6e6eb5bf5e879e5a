"""The simulated database: SQLite in memory behind a driver that fails, delays and dies.

What is committed stays, whatever becomes of the processes. A piece of work is done at one moment,
as in a database with serialisable transactions. `pg_notify` is a function of the database here, so
the code for PostgreSQL runs on it.
"""

from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from ludothek.server.accounts.signing import hashed
from ludothek.server.match.events import Entry, parse_events
from ludothek.server.storage.database import Database, Unreachable, Work, _upgrade
from ludothek.server.storage.schema import entries, jobs, matches, metadata, sessions
from tests.simulation.world import World

T = TypeVar("T")
Notice = tuple[str, str]  # channel and text


class Storage:
    """What is on the disk of the database."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.engine, self._sent = _engine()
        self._sent.clear()
        self.sequences: dict[str, int] = {}  # match → the number of its last entry
        self.away_until = 0.0  # the database cannot be reached
        with self.engine.begin() as connection:
            for table in reversed(metadata.sorted_tables):
                connection.execute(table.delete())

    @property
    def away(self) -> bool:
        """Can it not be reached now?"""
        return self._world.now() < self.away_until

    def read(self, work: Work[T]) -> T:
        """At this moment."""
        with self.engine.connect() as connection:
            return work(connection)

    def write(self, work: Work[T]) -> T:
        """In a transaction; notices go out when it is committed."""
        self._sent.clear()
        with self.engine.begin() as connection:
            result = work(connection)
        with self.engine.connect() as connection:
            self._note_entries(connection)
        for channel, text in list(self._sent):
            self._world.notices.send(channel, text)
        self._sent.clear()
        return result

    def entries(self, match: str) -> list[Entry]:
        """All entries of a match."""
        query = select(entries).where(entries.c.match == match).order_by(entries.c.seq)
        rows = self.read(lambda connection: connection.execute(query).all())
        return [Entry(row.seq, row.at, row.tick, parse_events(row.events)) for row in rows]

    def matches(self) -> list[str]:
        """All matches there are, in order."""
        query = select(entries.c.match).distinct().order_by(entries.c.match)
        return list(self.read(lambda connection: connection.scalars(query).all()))

    def going(self) -> int:
        """How many matches are not over."""
        query = select(matches.c.id).where(matches.c.status.in_(["open", "playing"]))
        return len(self.read(lambda connection: connection.scalars(query).all()))

    def jobs(self) -> list[Any]:
        """All jobs there are."""
        return list(self.read(lambda connection: connection.execute(select(jobs)).all()))

    def has_session(self, cookie: str) -> bool:
        """Has the session of a cookie not ended?"""
        query = select(sessions.c.id).where(sessions.c.hash == hashed(cookie))
        return self.read(lambda connection: connection.scalar(query)) is not None

    def _note_entries(self, connection: Connection) -> None:
        """Entries are only ever added, one after the other."""
        rows = connection.exec_driver_sql(
            "select match, max(seq), count(*), min(seq) from entries group by match"
        )
        for match, last, number, first in rows:
            if self.sequences.get(match) == last and number == last:
                continue
            if number != last or first != 1 or last < self.sequences.get(match, 0):
                self._world.complain(f"entries of {match} have gaps: {number} of {first}…{last}")
            self._world.trace("stored", match, last)
            self.sequences[match] = last


class SimulatedDatabase(Database):
    """The database as one process sees it."""

    def __init__(self, storage: Storage, world: World) -> None:
        self.url = make_url("postgresql+asyncpg://simulated/ludothek")
        self.sqlite = not world.scenario.cluster
        self._claim = None
        self._probe = None
        self._backend = Driver(storage, world, file=self.sqlite)

    async def open(self) -> None:
        """There is no file to claim."""
        await self.migrate()


class Driver:
    """Gets work done, if nothing goes wrong."""

    def __init__(self, storage: Storage, world: World, *, file: bool) -> None:
        self._storage = storage
        self._world = world
        self._file = file

    async def read(self, work: Work[T]) -> T:
        await self._reach()
        result = self._storage.read(work)
        await self._world.pause(0.0001, 0.003)
        return result

    async def write(self, work: Work[T]) -> T:
        """Before and after the write the process may die; or the connection is lost after it."""
        await self._reach()
        faults = self._world.faults
        if self._world.chance(faults.crash / 2):
            await self._world.crash("before a write")
        result = self._storage.write(work)
        if self._world.chance(faults.crash / 2):
            await self._world.crash("after a write")
        if not self._file and self._world.chance(faults.unknown):
            raise _lost("the connection was lost after a commit")
        await self._world.pause(0.0001, 0.003)
        return result

    async def migrate(self, work: Work[None]) -> None:
        await self.write(work)

    async def tidy(self) -> None:
        await self._reach()

    async def close(self) -> None:
        """Nothing is open."""

    async def _reach(self) -> None:
        """The way to the database."""
        world, faults = self._world, self._world.faults
        await world.pause(0.0001, 0.003)
        if world.chance(faults.slow):
            await world.pause(0.1, 4.0)
        if self._storage.away and not self._file:
            await world.pause(0.0, 2.0)
            raise Unreachable("simulated: the database is away")
        if world.chance(faults.fail):
            raise _lost("simulated: the disk is full")


def _lost(reason: str) -> OperationalError:
    return OperationalError("", {}, Exception(reason))


@cache
def _engine() -> tuple[Engine, list[Notice]]:
    """One for all seeds: SQLAlchemy compiles every statement once."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    sent: list[Notice] = []

    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: Any) -> None:
        connection.create_function("pg_notify", 2, lambda *notice: sent.append(notice))

    with engine.begin() as connection:
        _upgrade(connection)
    return engine, sent
