"""Where jobs are computed: in pools of this process, or through the queue of the database."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from ludothek.job_scheduling import Ledger
from ludothek.server.app.dependencies import Dependencies
from ludothek.server.app.settings import Settings
from ludothek.server.compute.pool import JobRunner, WorkerPool, new_pool
from ludothek.server.compute.queue_worker import QueueWorker
from ludothek.server.compute.queued_pool import QueueClient, QueuedPool
from ludothek.server.storage.database import Database, reason_of
from ludothek.server.storage.work_queue import QUEUE_ERRORS, WorkQueue
from ludothek.workers import MakePool

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Runners:
    """Who gets which jobs."""

    moves: JobRunner  # and hints: somebody waits at the board
    placements: JobRunner
    analyses: JobRunner
    records: JobRunner  # never through the queue: they are large


class Compute:
    """The computing of a server process."""

    def __init__(self, settings: Settings, database: Database, dependencies: Dependencies) -> None:
        self._dependencies = dependencies
        self._workers = settings.workers
        patience = settings.job_patience
        seconds = settings.database_seconds
        self._queue = None if database.sqlite else dependencies.queue(database.url, seconds)
        self._client = QueueClient(self._queue) if self._queue else None
        if self._client:
            board = QueuedPool(self._client, "board", patience)
            analyses = QueuedPool(self._client, "analysis", patience * 4)
            records = WorkerPool(1, patience, pool=dependencies.pool)
            self.runners = Runners(board, board, analyses, records)
        else:
            self.runners = local_pools(settings.workers, patience, dependencies.pool)

    async def open(self) -> None:
        """Open the queue, if there is one."""
        if self._queue:
            await self._queue.open()

    async def run(self) -> None:
        """Wait for answers, and work on what is in the queue, for ever."""
        if not self._queue or not self._client:
            return
        async with asyncio.TaskGroup() as group:
            group.create_task(self._client.run())
            if self._workers:
                group.create_task(self._worker(self._queue).run())

    async def prune(self) -> None:
        """Forget what nobody wants any more."""
        if not self._queue:
            return
        try:
            await self._queue.prune()
        except QUEUE_ERRORS as error:
            log.warning("the queue did not answer", extra={"reason": reason_of(error)})

    async def close(self) -> None:
        """End the processes, and leave the queue to others."""
        for runner in self._all():
            await runner.close()
        if self._queue:
            await self._queue.close()

    def receive(self, process: str, kind: str, words: list[str]) -> None:
        """A worker has told something."""
        if self._client:
            self._client.receive(process, kind, words)

    def waiting(self) -> int:
        """How many jobs wait for a worker, or of the queue for their answer."""
        return sum(runner.waiting() for runner in self._all())

    def _worker(self, queue: WorkQueue) -> QueueWorker:
        dependencies = self._dependencies
        return QueueWorker(queue, self._workers, pool=dependencies.pool, listen=dependencies.listen)

    def _all(self) -> set[Any]:
        runners = self.runners
        return {runners.moves, runners.placements, runners.analyses, runners.records}


def local_pools(workers: int, patience: float, pool: MakePool = new_pool) -> Runners:
    """Pools of this process; with one ledger: all charge the same debts."""
    ledger = Ledger()
    return Runners(
        moves=WorkerPool(workers, patience, ledger, pool),
        placements=WorkerPool(1, patience, ledger, pool),
        analyses=WorkerPool(1, patience * 4, ledger, pool),
        records=WorkerPool(1, patience, ledger, pool),
    )
