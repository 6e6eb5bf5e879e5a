"""Worker processes for the event loop, which itself never searches and never simulates."""

import asyncio
import json
import logging
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from ludothek.server.compute import tasks
from ludothek.server.match.state import Match
from ludothek.workers import JobFailed, Pool, PoolFull

STARTING: Final = 5.0  # seconds a worker process may need before its first job

log = logging.getLogger(__name__)


class WorkerPool:
    """A pool of worker processes; owners of jobs take turns."""

    def __init__(self, size: int, timeout: float) -> None:
        self._size = size
        self._timeout = timeout

    @cached_property
    def _pool(self) -> Pool:
        """Started when it is needed first."""
        return Pool(tasks.work, self._size)

    async def run(self, job: str, seconds: float, owner: str) -> dict[str, Any] | None:
        """The result of a job; None if no worker had one in time."""
        try:
            ticket = self._pool.submit(job, seconds + STARTING, owner)
        except PoolFull:
            return None
        try:
            async with asyncio.timeout(self._timeout + seconds):
                answer = await asyncio.wrap_future(ticket.future)
        except (TimeoutError, JobFailed):
            ticket.cancel()
            log.warning("a job was not answered", extra={"owner": owner})
            return None
        except asyncio.CancelledError:
            ticket.cancel()
            raise
        result: dict[str, Any] = json.loads(answer)
        return result

    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return self._pool.waiting() if "_pool" in self.__dict__ else 0

    async def close(self) -> None:
        """End the processes."""
        if "_pool" in self.__dict__:
            await asyncio.to_thread(self._pool.close)


def derived_seed(match: Match, purpose: str) -> int:
    """Random numbers of their own for every purpose; secret, as the match's seed is."""
    digest = sha256(f"{match.seed} {purpose}".encode()).digest()
    return int.from_bytes(digest[:6])
