"""Notifications between server processes through PostgreSQL's LISTEN and NOTIFY.

With a database file there is one process, and nothing to publish.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from sqlalchemy import Connection, func, select

from ludothek.server.storage.database import FAILURES, Database, log_failure
from ludothek.server.storage.postgres_listener import CHANNEL, Listen, listen

Subscriber = Callable[[str, str, list[str]], None]  # process, kind of news, words
MOST: Final = 1000  # notices waiting to be sent; more are dropped, for they are never needed
LONGEST: Final = 7000  # bytes of one notice

log = logging.getLogger(__name__)


class PubSub:
    """Publishes to other processes, and receives from them."""

    def __init__(self, database: Database, process: str, listen: Listen = listen) -> None:
        self.process = process
        self.subscribers: list[Subscriber] = []
        self.resumed: list[Callable[[], None]] = []  # called when news may have been missed
        self._database = database
        self._listen = listen
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
            group.create_task(self._receive())

    async def _send(self) -> None:
        while True:
            notice = await self._outgoing.get()
            try:
                await self._database.write(partial(_notify, notice))
            except FAILURES as error:
                log_failure(log, error)

    async def _receive(self) -> None:
        await self._listen(self._database.url, {CHANNEL: self._dispatch}, self._resume)

    def _resume(self) -> None:
        for callback in self.resumed:
            callback()

    def _dispatch(self, notice: str) -> None:
        process, kind, *words = notice.split(" ")
        if process != self.process:
            for subscriber in self.subscribers:
                subscriber(process, kind, words)


def _notify(notice: str, connection: Connection) -> None:
    connection.execute(select(func.pg_notify(CHANNEL, notice)))
