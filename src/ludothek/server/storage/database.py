"""The database: a file by default, or PostgreSQL.

Work on it is a plain function of a connection. A file is worked on in threads, one of which does
all the writing: one change of threads for a whole transaction, where a driver that hides its thread
takes one for every statement. PostgreSQL is spoken to without threads. The work is the same.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Table, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from ludothek.games import LudothekError

T = TypeVar("T")
Work = Callable[[Connection], T]

SCHEMA_VERSION: Final = "2"  # the number of the last migration
READERS: Final = 4  # threads that read a file
BUSY_TIMEOUT: Final = 10_000  # milliseconds to wait for others who use a file
_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # what was acknowledged survives a power cut
    "PRAGMA wal_autocheckpoint=0",  # nobody waits for that: see `tidy`
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_TIMEOUT}",
)


class DatabaseError(LudothekError):
    """A database that cannot be used."""


class Backend(Protocol):
    """How work gets done."""

    async def read(self, work: Work[T]) -> T: ...
    async def write(self, work: Work[T]) -> T: ...
    async def tidy(self) -> None: ...
    async def close(self) -> None: ...


class Database:
    """One database of either kind."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._claim: int | None = None
        self._backend: Backend = File(self.url) if self.sqlite else Postgres(self.url)

    async def open(self) -> None:
        """Claim the file, and bring the tables up to date."""
        if self.sqlite:
            self._claim = claim(Path(self.url.database or ""))
        await self.migrate()

    async def close(self) -> None:
        """Let go of everything."""
        await self._backend.close()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    async def read(self, work: Work[T]) -> T:
        """Do some reading."""
        return await self._backend.read(work)

    async def write(self, work: Work[T]) -> T:
        """Do some writing in a transaction; an error undoes all of it."""
        return await self._backend.write(work)

    async def tidy(self) -> None:
        """To be called now and then."""
        await self._backend.tidy()

    def insert(self, table: Table) -> Any:
        """An INSERT that knows ON CONFLICT."""
        return (sqlite if self.sqlite else postgresql).insert(table)

    async def migrate(self) -> None:
        """Migrate the tables to this version's schema; refuse those of a newer one."""
        try:
            await self.write(_upgrade)
        except (OperationalError, OSError) as error:
            reason = getattr(error, "orig", error)
            raise DatabaseError("database", f"the database cannot be opened: {reason}") from error


class File:
    """A file, worked on in threads."""

    def __init__(self, url: URL) -> None:
        Path(url.database or "").parent.mkdir(parents=True, exist_ok=True)
        self._engine = create_engine(url, pool_size=READERS + 1)
        event.listen(self._engine, "connect", _prepare)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = ThreadPoolExecutor(1, "writer")

    async def read(self, work: Work[T]) -> T:
        """In any of the reading threads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def write(self, work: Work[T]) -> T:
        """In the one writing thread."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work)

    async def tidy(self) -> None:
        """Move what is in the log into the file, and the few entries of meanwhile as well.

        Then the log is written from its beginning again: a file that does not grow is quicker.
        """
        await self.read(_move_log)
        await asyncio.get_running_loop().run_in_executor(self._writer, self._read, _restart_log)

    async def close(self) -> None:
        """End the threads, and with them the connections."""
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()

    def _read(self, work: Work[T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Work[T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)


class Postgres:
    """A PostgreSQL server, spoken to without threads."""

    def __init__(self, url: URL) -> None:
        self.engine = create_async_engine(url, pool_size=10, max_overflow=5, pool_pre_ping=True)

    async def read(self, work: Work[T]) -> T:
        """Over any of the connections."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        """In a transaction."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def tidy(self) -> None:
        """It does so by itself."""

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def claim(file: Path) -> int | None:
    """Hold a database file for this process alone; gone with the process."""
    if sys.platform == "win32":
        return None
    from fcntl import LOCK_EX, LOCK_NB, flock

    lock = file.with_name(f"{file.name}.lock")
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise DatabaseError(
            "claimed", f"{file} is used by another process; several need PostgreSQL"
        ) from None
    return handle


def schema_version(connection: Connection) -> str | None:
    """The number of the last migration, as Alembic stores it; None: there are no tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return str(connection.scalar(text("select version_num from alembic_version")))


def _upgrade(connection: Connection) -> None:
    version = schema_version(connection)
    if version == SCHEMA_VERSION:
        return
    if version and int(version) > int(SCHEMA_VERSION):
        raise DatabaseError("newer", f"a newer version made the database: schema version {version}")
    from alembic import command  # here: a database is seldom new, and this takes its time
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _move_log(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


def _restart_log(connection: Connection) -> None:
    """Not if somebody reads for long, as a backup does: nobody waits for that."""
    connection.exec_driver_sql("PRAGMA busy_timeout=0")
    try:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_TIMEOUT}")


def _prepare(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
