"""Notifications between server processes that share a database: PostgreSQL's LISTEN and NOTIFY.

With a database file there is one process, and nothing to be told.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import asyncpg
from sqlalchemy import URL, Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from ludothek.server.storage.database import Database
from ludothek.server.storage.store import CHANNEL

Subscriber = Callable[[str, str, list[str]], None]  # process, kind of news, words
PAUSE: Final = 1.0  # seconds before a lost line is taken up again
ASK: Final = 5.0  # seconds between questions whether the line is alive
MOST: Final = 1000  # news waiting to be told; more are dropped, for they are never needed
LONGEST: Final = 7000  # bytes of one notice

log = logging.getLogger(__name__)


class PubSub:
    """Tells other processes, and hears from them."""

    def __init__(self, database: Database, process: str) -> None:
        self.process = process
        self.subscribers: list[Subscriber] = []
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
                await self._database.write(partial(_notify, notice))
            except (SQLAlchemyError, OSError):
                log.warning("news not told", exc_info=True)

    async def _listen(self) -> None:
        while True:
            try:
                line = await asyncpg.connect(_address(self._database.url))
                try:
                    await self._hear(line)
                finally:
                    line.terminate()
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
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
            for hearer in self.subscribers:
                hearer(process, kind, words)


def _notify(notice: str, connection: Connection) -> None:
    connection.execute(select(func.pg_notify(CHANNEL, notice)))


def _address(url: URL) -> str:
    """As the driver itself wants it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
