"""The database: a file by default, PostgreSQL when told. One write at a time from this process."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ludothek.games import LudothekError

_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # what was acknowledged survives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=10000",
)


class DatabaseError(LudothekError):
    """A database that cannot be used."""


class Database:
    """Connections to one database."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._lock = asyncio.Lock()
        self._claim: int | None = None
        self.engine = self._engine()

    async def open(self) -> None:
        """Claim the file, and bring the tables up to date."""
        if self.sqlite:
            self._claim = claim(Path(self.url.database or ""))
        await self.migrate()

    async def close(self) -> None:
        """Let go of everything."""
        await self.engine.dispose()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; stored when it is left without an error."""
        async with self._lock, self.engine.begin() as connection:
            yield connection

    def insert(self, table: Table) -> Any:
        """An INSERT that knows ON CONFLICT."""
        return (sqlite if self.sqlite else postgresql).insert(table)

    async def migrate(self) -> None:
        """Bring the tables to the form this version wants; refuse those of a newer one."""
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(_upgrade)
        except (OperationalError, OSError) as error:
            reason = getattr(error, "orig", error)
            raise DatabaseError("database", f"the database cannot be opened: {reason}") from error

    def _engine(self) -> AsyncEngine:
        if not self.sqlite:
            return create_async_engine(self.url, pool_size=10, max_overflow=5, pool_pre_ping=True)
        if self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(self.url, pool_size=5, max_overflow=5)
        event.listen(engine.sync_engine, "connect", _prepare)
        return engine


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


def alembic_config() -> Config:
    """Where the migrations are."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _upgrade(connection: Connection) -> None:
    config = alembic_config()
    script = ScriptDirectory.from_config(config)
    found = MigrationContext.configure(connection).get_current_revision()
    if found and found not in {revision.revision for revision in script.walk_revisions()}:
        raise DatabaseError("newer", f"the database was made by a newer version: form {found}")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _prepare(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
