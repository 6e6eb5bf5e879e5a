"""`ludothek worker`: a worker without a server, on any machine that reaches the database."""

import asyncio
import signal
from collections.abc import Callable

from ludothek.engine import cpu
from ludothek.games import LudothekError
from ludothek.server.app.logs import set_up_logs
from ludothek.server.app.settings import Settings
from ludothek.server.compute.queue_worker import QueueWorker
from ludothek.server.storage.database import Database, reason_of
from ludothek.server.storage.work_queue import QUEUE_ERRORS, WorkQueue


class WorkerRefused(LudothekError):
    """A worker that cannot start."""


def run(settings: Settings, announce: Callable[[], None] = lambda: None) -> None:
    """Work for the servers of a database, until a signal comes."""
    if settings.sqlite:
        raise WorkerRefused(
            "postgresql", "a worker needs a PostgreSQL database; a file has its own workers"
        )
    if not settings.workers:
        raise WorkerRefused("workers", "a worker has at least one process")
    cpu.chosen()  # what no process could run is refused before anything starts
    set_up_logs(settings.log_level)
    asyncio.run(_work(settings, announce))


async def _work(settings: Settings, announce: Callable[[], None]) -> None:
    queue = WorkQueue(Database(settings.database).url, settings.database_seconds)
    try:
        await queue.open()
    except QUEUE_ERRORS as error:
        raise WorkerRefused(
            "database", f"the database cannot be opened: {reason_of(error)}"
        ) from error
    working = asyncio.create_task(QueueWorker(queue, settings.workers).run())
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, working.cancel)
    announce()
    await asyncio.wait([working])
    await queue.close()
    if not working.cancelled():
        working.result()
