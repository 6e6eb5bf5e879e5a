"""The interface of a worker pool over the database queue, for workers on any machine.

`QueueClient` is the one of a server process: it hands jobs in and waits for their answers, which
workers announce by `NOTIFY`. What is not announced is looked up every second.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Final

from ludothek.job_scheduling import Demand
from ludothek.server.compute.pool import STARTING, parsed
from ludothek.server.storage.database import reason_of
from ludothek.server.storage.work_queue import QUEUE_ERRORS, WorkKind, WorkQueue, key_of

LOOK: Final = 1.0  # seconds between two looks for answers that were not announced

log = logging.getLogger(__name__)


@dataclass
class Waiting:
    """A job whose answer is awaited."""

    answer: "asyncio.Future[str | None]"
    waiters: int = 0  # who asked for the same


class QueueClient:
    """The jobs that this process waits for."""

    def __init__(self, queue: WorkQueue) -> None:
        self._queue = queue
        self._waiting: dict[str, Waiting] = {}
        self._fetching: set[asyncio.Task[None]] = set()

    def awaited(self) -> int:
        """How many answers are awaited."""
        return len(self._waiting)

    async def ask(self, kind: WorkKind, job: str, seconds: float, demand: Demand) -> str | None:
        """The answer to a job, from whichever worker has it first; None: it cannot be done."""
        key = key_of(job)
        waiting = self._waiting.setdefault(key, Waiting(asyncio.get_running_loop().create_future()))
        waiting.waiters += 1
        try:
            if (answer := await self._queue.answer(key)) is not None:
                return answer
            await self._queue.submit(kind, job, seconds, demand)
            return await asyncio.shield(waiting.answer)
        finally:
            waiting.waiters -= 1
            if not waiting.waiters:
                self._waiting.pop(key, None)

    async def give_up(self, job: str) -> None:
        """Take a job out of the queue, unless somebody else here waits for it."""
        if key_of(job) not in self._waiting:
            await self._queue.cancel(job)

    async def forget(self, job: str) -> None:
        """An answer is not given again."""
        await self._queue.forget(key_of(job))

    def receive(self, _process: str, kind: str, words: list[str]) -> None:
        """A worker has finished a job."""
        if kind not in {"answer", "unanswered"} or not words or words[0] not in self._waiting:
            return
        if kind == "unanswered":
            self._settle(words[0], None)
            return
        task = asyncio.create_task(self._fetch([words[0]]))
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    async def run(self) -> None:
        """Look for answers whose announcement was missed, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            if self._waiting:
                await self._fetch(list(self._waiting))

    async def _fetch(self, keys: list[str]) -> None:
        try:
            answers = await self._queue.answers(keys)
        except QUEUE_ERRORS as error:
            log.warning("the queue did not answer", extra={"reason": reason_of(error)})
            return
        for key, answer in answers.items():
            self._settle(key, answer)

    def _settle(self, key: str, answer: str | None) -> None:
        waiting = self._waiting.get(key)
        if waiting and not waiting.answer.done():
            waiting.answer.set_result(answer)


class QueuedPool:
    """All workers of the queue, for jobs of one kind."""

    def __init__(self, client: QueueClient, kind: WorkKind, timeout: float) -> None:
        self._client = client
        self._kind = kind
        self._timeout = timeout
        self._count = 0

    async def run(self, job: str, seconds: float, demand: Demand) -> dict[str, Any] | None:
        """The result of a job; None if no worker had one in time.

        A job is taken back when its time is over, not when this process stops: it will ask again.
        """
        self._count += 1
        try:
            async with asyncio.timeout(self._timeout + seconds):
                answer = await self._client.ask(self._kind, job, seconds + STARTING, demand)
        except TimeoutError:
            log.warning("a job was not answered", extra={"owner": demand.client.owner})
            await self._give_up(job)
            return None
        except QUEUE_ERRORS as error:
            log.warning("a job could not be handed in", extra={"reason": reason_of(error)})
            return None
        finally:
            self._count -= 1
        result = parsed(answer) if answer is not None else None
        if answer is not None and result is None:
            await self.reject(job)
        return result

    async def reject(self, job: str) -> None:
        """Take an answer that cannot be used out of the queue."""
        try:
            await self._client.forget(job)
        except QUEUE_ERRORS as error:
            log.warning("the queue did not answer", extra={"reason": reason_of(error)})

    def waiting(self) -> int:
        """How many answers this process waits for."""
        return self._count

    async def close(self) -> None:
        """The workers belong to nobody in particular."""

    async def _give_up(self, job: str) -> None:
        try:
            await self._client.give_up(job)
        except QUEUE_ERRORS as error:
            log.warning("a job could not be taken back", extra={"reason": reason_of(error)})
