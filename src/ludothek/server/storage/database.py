"""The database connection: an SQLite file by default, or PostgreSQL.

Work on it is a plain function of a connection. A file is worked on in threads, one of which does
all the writing: one change of threads for a whole transaction, where a driver that hides its thread
takes one for every statement. PostgreSQL is spoken to without threads. The work is the same.
"""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, Table, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError as DriverError
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from ludothek.games import LudothekError

T = TypeVar("T")
Work = Callable[[Connection], T]

SCHEMA_VERSION: Final = "8"  # the number of the last migration
READERS: Final = 4  # threads that read a file
BUSY_TIMEOUT: Final = 10_000  # milliseconds to wait for others who use a file
TIMEOUT: Final = 10.0  # seconds for PostgreSQL to connect, and for one piece of work
MIGRATION_LOCK: Final = 0x1D07_4EC  # of PostgreSQL: one process at a time changes the tables
_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # what was acknowledged survives a power cut
    "PRAGMA wal_autocheckpoint=0",  # nobody waits for that: see `tidy`
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_TIMEOUT}",
)


class DatabaseError(LudothekError):
    """A database that cannot be used."""


class Unreachable(SQLAlchemyError):
    """The database could not be reached, in whatever way the driver says so."""


class Vanished(Unreachable):
    """The file of a running server is gone, or another one is in its place."""


FAILURES: Final = (SQLAlchemyError, OSError)  # what a database that fails leads to
_AWAY: Final = (Unreachable, OperationalError, InterfaceError, PoolTimeout, OSError)


class Backend(Protocol):
    """How work gets done."""

    async def read(self, work: Work[T]) -> T: ...
    async def write(self, work: Work[T]) -> T: ...
    async def migrate(self, work: Work[None]) -> None: ...
    async def tidy(self) -> None: ...
    async def close(self) -> None: ...


class Database:
    """One database of either kind."""

    def __init__(self, url: str, seconds: float | None = TIMEOUT) -> None:
        """`seconds`: how long PostgreSQL may take for one piece of work; None: as long as it does.

        A file belongs to this process alone, and is not waited for.
        """
        self.url = make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._claim: int | None = None
        self._probe: asyncio.Task[Any] | None = None
        self._backend: Backend = File(self.url) if self.sqlite else Postgres(self.url, seconds)

    @property
    def missing(self) -> bool:
        """Is there no such file?"""
        return self.sqlite and not Path(self.url.database or "").exists()

    async def open(self) -> None:
        """Claim the file, and bring the tables up to date."""
        if self.sqlite:
            file = Path(self.url.database or "")
            _make_folder(file.parent)
            self._claim = claim(file)
            make_private(file)
        await self.migrate()
        if isinstance(self._backend, File):
            self._backend.remember()

    async def answers(self, seconds: float) -> bool:
        """Does it answer in time? There is one question at a time: they do not pile up."""
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self.read(lambda c: c.scalar(text("select 1"))))
        done, _ = await asyncio.wait({self._probe}, timeout=seconds)
        if not done:
            return False
        error = self._probe.exception()
        if error and not isinstance(error, FAILURES):
            raise error
        return error is None

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
            await self._backend.migrate(_upgrade)
        except FAILURES as error:
            raise cannot_be_opened(error) from error


class File:
    """A file, worked on in threads."""

    def __init__(self, url: URL) -> None:
        self._engine = create_engine(url, pool_size=READERS + 1)
        event.listen(self._engine, "connect", _prepare)
        self._file = Path(url.database or "")
        self._inode: int | None = None  # of the file that was opened
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = ThreadPoolExecutor(1, "writer")

    async def read(self, work: Work[T]) -> T:
        """In any of the reading threads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def write(self, work: Work[T]) -> T:
        """In the one writing thread."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work)

    async def migrate(self, work: Work[None]) -> None:
        """Change the tables; there is one process."""
        await self.write(work)

    def remember(self) -> None:
        """The file that is there now is the one to be worked on."""
        self._inode = self._file.stat().st_ino

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
        self._check()
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Work[T]) -> T:
        self._check()
        with self._engine.begin() as connection:
            return work(connection)

    def _check(self) -> None:
        """What is written into a file without a name is lost: nobody may believe it is stored."""
        if self._inode is None:
            return
        try:
            same = self._file.stat().st_ino == self._inode
        except FileNotFoundError:
            same = False
        if not same:
            raise Vanished(f"the database file {self._file} is gone")


class Postgres:
    """A PostgreSQL server, spoken to without threads."""

    def __init__(self, url: URL, seconds: float | None) -> None:
        self._url = url
        self._seconds = seconds
        self.engine = create_async_engine(
            url,
            pool_size=10,
            max_overflow=5,
            pool_pre_ping=True,
            pool_timeout=seconds or TIMEOUT,
            connect_args=_timeouts(seconds),
        )

    async def read(self, work: Work[T]) -> T:
        """Over any of the connections."""
        with _driver_errors():
            async with asyncio.timeout(self._seconds), self.engine.connect() as connection:
                return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        """In a transaction."""
        with _driver_errors():
            async with asyncio.timeout(self._seconds), self.engine.begin() as connection:
                return await connection.run_sync(work)

    async def migrate(self, work: Work[None]) -> None:
        """Change the tables, when no other process does; that may take its time."""
        patient = Postgres(self._url, None)
        try:
            await patient.write(lambda connection: _alone(connection, work))
        finally:
            await patient.close()

    async def tidy(self) -> None:
        """It does so by itself."""

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


@asynccontextmanager
async def opened_for(url: str) -> AsyncIterator[Database]:
    """A database that is there, for a command beside the server that works on it."""
    database = Database(url, seconds=None)
    if database.missing:
        raise DatabaseError("missing", f"there is no database {database.url.database}")
    try:
        version = await database.read(schema_version)
        if version != SCHEMA_VERSION:
            raise DatabaseError("schema", f"the database has another schema version: {version}")
        yield database
    except FAILURES as error:
        raise cannot_be_opened(error) from error
    finally:
        await database.close()


@contextmanager
def _driver_errors() -> Iterator[None]:
    """SQLAlchemy passes on what a driver raises while it connects: here it gets one name."""
    try:
        yield
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error


def _timeouts(seconds: float | None) -> dict[str, Any]:
    """For the driver, and for the other side, so that nothing goes on there for nobody."""
    if seconds is None:
        return {"timeout": TIMEOUT}
    server = {"statement_timeout": str(int(seconds * 1000))}
    return {"timeout": seconds, "command_timeout": seconds, "server_settings": server}


def _alone(connection: Connection, work: Work[None]) -> None:
    connection.execute(text(f"select pg_advisory_xact_lock({MIGRATION_LOCK})"))
    work(connection)


def reason_of(error: BaseException) -> str:
    """What a driver says, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split()) or type(error).__name__


def cannot_be_opened(error: BaseException) -> DatabaseError:
    """A database that is damaged or cannot be reached, in one sentence."""
    return DatabaseError("database", f"the database cannot be opened: {reason_of(error)}")


def log_failure(log: logging.Logger, error: BaseException) -> None:
    """One line where the database is away; all else is a fault of ours, with its traceback."""
    away = isinstance(error, _AWAY) or type(error) in {DBAPIError, DriverError}
    more = {"reason": reason_of(error)}
    log.warning("the database does not answer", extra=more, exc_info=None if away else error)


def _make_folder(folder: Path) -> None:
    """A folder of our own is private whatever the umask; one that exists is left as it is."""
    if not folder.exists():
        folder.mkdir(parents=True)
        folder.chmod(0o700)


def make_private(file: Path) -> None:
    """A file that its owner alone may read, whatever the umask; SQLite's own follow it."""
    for each in (file, *(file.with_name(file.name + more) for more in ("-wal", "-shm"))):
        if each == file or each.exists():
            handle = os.open(each, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.fchmod(handle, 0o600)
            finally:
                os.close(handle)


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
    if version and not version.isdecimal():
        raise DatabaseError("foreign", f"another program made the database: version {version}")
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
