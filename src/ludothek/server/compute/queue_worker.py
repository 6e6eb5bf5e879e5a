"""A worker of the database queue: takes the job that is due first and answers it.

It runs inside a server process, or by itself (`ludothek worker`) on any machine. A job whose worker
is gone is taken by another one as soon as its signs of life stop.
"""

import asyncio
import json
import logging
from contextlib import suppress
from time import monotonic
from typing import Final

from pgqueuer.domain.types import JobId

from ludothek.server.compute import worker_tasks
from ludothek.server.compute.pool import new_pool
from ludothek.server.storage.database import reason_of
from ludothek.server.storage.postgres_listener import Listen, listen
from ludothek.server.storage.work_queue import BEAT, QUEUE_ERRORS, Claimed, WorkKind, WorkQueue
from ludothek.workers import JobFailed, MakePool, Ticket, Work

LOOK: Final = 1.0  # seconds between two looks for jobs that were not announced
PAUSE: Final = 1.0  # seconds before the next try, when the database did not answer
FAREWELL: Final = 5.0  # seconds to finish what was begun

log = logging.getLogger(__name__)


class QueueWorker:
    """Some worker processes, and the jobs they are at; half of them take analyses."""

    def __init__(
        self,
        queue: WorkQueue,
        processes: int,
        work: Work = worker_tasks.work,
        *,
        pool: MakePool = new_pool,
        listen: Listen = listen,
    ) -> None:
        self._queue = queue
        self._processes = processes
        self._analysts = max(1, processes // 2)
        self._pool = pool(work, processes)
        self._listen = listen
        self._running: dict[JobId, tuple[Claimed, Ticket, asyncio.Task[None]]] = {}
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Work, until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                handlers = {self._queue.channel: self._on_notice}
                group.create_task(self._listen(self._queue.url, handlers, self._changed.set))
                group.create_task(self._beat())
                group.create_task(self._take())
        finally:
            await self._finish()

    async def _take(self) -> None:
        while True:
            self._changed.clear()
            try:
                while kinds := self._kinds():
                    if not (claimed := await self._queue.claim(kinds)):
                        break
                    await self._begin(claimed)
            except QUEUE_ERRORS as error:
                log.warning("the queue did not answer", extra={"reason": reason_of(error)})
                await asyncio.sleep(PAUSE)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._changed.wait()

    def _kinds(self) -> list[WorkKind]:
        """What can be taken up now: somebody at the board never waits for analyses alone."""
        if len(self._running) >= self._processes:
            return []
        analyses = sum(each.row.entrypoint == "analysis" for each, _, _ in self._running.values())
        return ["board", "analysis"] if analyses < self._analysts else ["board"]

    async def _begin(self, claimed: Claimed) -> None:
        if claimed.row.id in self._running:
            return  # our own sign of life came late: it is being worked on here
        if claimed.outdated:
            await self._queue.drop(claimed)
            return
        ticket = self._pool.submit(claimed.job, claimed.seconds)
        task = asyncio.create_task(self._work(claimed, ticket))
        self._running[claimed.row.id] = claimed, ticket, task

    async def _work(self, claimed: Claimed, ticket: Ticket) -> None:
        begun = monotonic()
        try:
            answer = await self._answer(claimed, ticket)
            await self._queue.finish(claimed, answer, monotonic() - begun)
        except QUEUE_ERRORS as error:
            more = {"job": claimed.key, "reason": reason_of(error)}
            log.warning("an answer was not stored", extra=more)
        finally:
            del self._running[claimed.row.id]
            self._changed.set()

    async def _answer(self, claimed: Claimed, ticket: Ticket) -> str | None:
        try:
            return await asyncio.wrap_future(ticket.future)
        except JobFailed:
            log.warning("a job failed", extra={"job": claimed.key}, exc_info=True)
        except asyncio.CancelledError:  # of the ticket, or with this worker
            if not ticket.future.cancelled():
                raise
        return None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            if self._running:
                try:
                    await self._queue.beat(list(self._running))
                except QUEUE_ERRORS as error:
                    log.warning("the queue did not answer", extra={"reason": reason_of(error)})

    def _on_notice(self, notice: str) -> None:
        """PgQueuer tells of every change of its table, and of jobs that were cancelled."""
        event = json.loads(notice)
        if event.get("operation") == "insert":
            self._changed.set()
        for job in event.get("ids", ()) if event["type"] == "cancellation_event" else ():
            if running := self._running.get(JobId(job)):
                running[1].cancel()

    async def _finish(self) -> None:
        """Answer what was begun, as far as that takes no time; others do the rest."""
        at_work = [task for _, _, task in self._running.values()]
        if at_work:
            await asyncio.wait(at_work, timeout=FAREWELL)
        for task in at_work:
            task.cancel()
        await asyncio.gather(*at_work, return_exceptions=True)
        await asyncio.to_thread(self._pool.close)
