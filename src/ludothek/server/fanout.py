"""News between server processes that share a database: PostgreSQL's LISTEN and NOTIFY.

With a database file there is one process, and nothing to be told.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from asyncpg import InterfaceError, PostgresError
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from ludothek.server.database import Database
from ludothek.server.store import CHANNEL

Hearer = Callable[[str, str, list[str]], None]  # process, kind of news, words
PAUSE: Final = 1.0  # seconds before a lost line is taken up again
ASK: Final = 5.0  # seconds between questions whether the line is alive
MOST: Final = 1000  # news waiting to be told; more are dropped, for they are never needed
LONGEST: Final = 7000  # bytes of one notice

log = logging.getLogger(__name__)


class Fanout:
    """Tells other processes, and hears from them."""

    def __init__(self, database: Database, process: str) -> None:
        self.process = process
        self.hearers: list[Hearer] = []
        self.resumed: list[Callable[[], None]] = []  # called when news may have been missed
        self._database = database
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(MOST)

    def publish(self, kind: str, *words: str) -> None:
        """Tell the other processes something that is not stored."""
        notice = " ".join([self.process, kind, *words])
        if self._database.sqlite or self._outgoing.full() or len(notice) > LONGEST:
            return
        self._outgoing.put_nowait(notice)

    async def run(self) -> None:
        """Tell and hear, for ever; a lost line is taken up again."""
        if self._database.sqlite:
            return
        async with asyncio.TaskGroup() as group:
            group.create_task(self._tell())
            group.create_task(self._listen())

    async def _tell(self) -> None:
        while True:
            notice = await self._outgoing.get()
            try:
                async with self._database.engine.begin() as connection:
                    await connection.execute(select(func.pg_notify(CHANNEL, notice)))
            except (SQLAlchemyError, OSError):
                log.warning("news not told", exc_info=True)

    async def _listen(self) -> None:
        while True:
            try:
                connection = await self._database.engine.raw_connection()
                try:
                    await self._hear(connection.driver_connection)
                finally:
                    connection.invalidate()
            except (SQLAlchemyError, PostgresError, InterfaceError, OSError):
                log.warning("the line to other processes is lost", exc_info=True)
            await asyncio.sleep(PAUSE)

    async def _hear(self, line: Any) -> None:
        """Listen until the line is lost, which a question now and then brings to light."""
        await line.add_listener(CHANNEL, lambda *heard: self._heard(str(heard[-1])))
        for callback in self.resumed:
            callback()
        while not line.is_closed():
            await asyncio.sleep(ASK)
            await line.execute("select 1", timeout=ASK)

    def _heard(self, notice: str) -> None:
        process, kind, *words = notice.split(" ")
        if process != self.process:
            for hearer in self.hearers:
                hearer(process, kind, words)
