"""Worker processes behind an asyncio interface."""

import asyncio
import json
import logging
from functools import cached_property, partial
from typing import Any, Final, Protocol

from ludothek.job_scheduling import Demand, Ledger
from ludothek.server.compute import worker_tasks
from ludothek.workers import JobFailed, JobPool, MakePool, Pool, PoolFull

STARTING: Final = 5.0  # seconds a worker process may need before its first job
NICENESS: Final = 10  # of worker processes: the event loop never waits for them

new_pool: Final[MakePool] = partial(Pool, niceness=NICENESS)

log = logging.getLogger(__name__)


class JobRunner(Protocol):
    """Whoever gets jobs done: worker processes of this process, or of any machine."""

    async def run(self, job: str, seconds: float, demand: Demand) -> dict[str, Any] | None:
        """The result of a job; None if no worker had one in time."""
        ...

    async def reject(self, job: str) -> None:
        """The result of a job cannot be used: whoever asks again gets another one."""
        ...

    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        ...

    async def close(self) -> None:
        """End what was started."""
        ...


class WorkerPool:
    """A pool of worker processes. Pools with the same ledger charge the same debts."""

    def __init__(
        self, size: int, timeout: float, ledger: Ledger | None = None, pool: MakePool = new_pool
    ) -> None:
        self._make = pool
        self._size = size
        self._timeout = timeout
        self._ledger = ledger

    @cached_property
    def _pool(self) -> JobPool:
        """Started when it is needed first."""
        return self._make(worker_tasks.work, self._size, ledger=self._ledger)

    async def run(self, job: str, seconds: float, demand: Demand) -> dict[str, Any] | None:
        """The result of a job; None if no worker had one in time."""
        try:
            ticket = self._pool.submit(job, seconds + STARTING, demand)
        except PoolFull:
            return None
        try:
            async with asyncio.timeout(self._timeout + seconds):
                answer = await asyncio.wrap_future(ticket.future)
        except (TimeoutError, JobFailed):
            ticket.cancel()
            log.warning("a job was not answered", extra={"owner": demand.client.owner})
            return None
        except asyncio.CancelledError:
            ticket.cancel()
            raise
        return parsed(answer)

    async def reject(self, job: str) -> None:
        """No result is kept here."""

    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return self._pool.waiting() if "_pool" in self.__dict__ else 0

    async def close(self) -> None:
        """End the processes."""
        if "_pool" in self.__dict__:
            await asyncio.to_thread(self._pool.close)


def parsed(answer: str) -> dict[str, Any] | None:
    """What a worker answered; None where it makes no sense."""
    try:
        result = json.loads(answer)
    except ValueError:
        result = None
    if isinstance(result, dict):
        return result
    log.error("a worker's answer makes no sense")
    return None
