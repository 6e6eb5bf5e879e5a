"""Notifications between server processes that share a database: PostgreSQL's LISTEN and NOTIFY.

With a database file there is one process, and nothing to publish.
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
PAUSE: Final = 1.0  # seconds before a lost connection is opened again
PROBE: Final = 5.0  # seconds between queries that check the connection
MOST: Final = 1000  # notices waiting to be sent; more are dropped, for they are never needed
LONGEST: Final = 7000  # bytes of one notice

log = logging.getLogger(__name__)


class PubSub:
    """Publishes to other processes, and receives from them."""

    def __init__(self, database: Database, process: str) -> None:
        self.process = process
        self.subscribers: list[Subscriber] = []
        self.resumed: list[Callable[[], None]] = []  # called when news may have been missed
        self._database = database
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(MOST)

    def publish(self, kind: str, *words: str) -> None:
        """Publish something that is not stored."""
        notice = " ".join([self.process, kind, *words])
        if self._database.sqlite or self._outgoing.full() or len(notice) > LONGEST:
            return
        self._outgoing.put_nowait(notice)

    async def run(self) -> None:
        """Send and receive, for ever; a lost connection is opened again."""
        if self._database.sqlite:
            return
        async with asyncio.TaskGroup() as group:
            group.create_task(self._send())
            group.create_task(self._listen())

    async def _send(self) -> None:
        while True:
            notice = await self._outgoing.get()
            try:
                await self._database.write(partial(_notify, notice))
            except (SQLAlchemyError, OSError):
                log.warning("a notification was not sent", exc_info=True)

    async def _listen(self) -> None:
        while True:
            try:
                connection = await asyncpg.connect(_address(self._database.url))
                try:
                    await self._receive(connection)
                finally:
                    connection.terminate()
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                log.warning("the connection to other processes is lost", exc_info=True)
            await asyncio.sleep(PAUSE)

    async def _receive(self, connection: Any) -> None:
        """Listen until the connection is lost, which a query now and then brings to light."""
        await connection.add_listener(
            CHANNEL, lambda *arguments: self._dispatch(str(arguments[-1]))
        )
        for callback in self.resumed:
            callback()
        while not connection.is_closed():
            await asyncio.sleep(PROBE)
            await connection.execute("select 1", timeout=PROBE)

    def _dispatch(self, notice: str) -> None:
        process, kind, *words = notice.split(" ")
        if process != self.process:
            for subscriber in self.subscribers:
                subscriber(process, kind, words)


def _notify(notice: str, connection: Connection) -> None:
    connection.execute(select(func.pg_notify(CHANNEL, notice)))


def _address(url: URL) -> str:
    """As the driver itself wants it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
