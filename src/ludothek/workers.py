"""A pool of worker processes: text jobs in, text answers out.

    with Pool(think, size=2, fallback=guess) as pool:
        ticket = pool.submit(job, seconds=1.0, demand=Demand(Client("Ada")))
        answer = ticket.result()

Work is a function of this package that can be imported by name. It is stopped by its
deadline, or when its ticket is cancelled. A worker that does not stop in time, or dies, is
replaced. The job of a worker that died is tried once more; then it is answered by the fallback.
`schedule` says which job comes next. Nothing here knows what the texts mean.
"""

import os
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from signal import SIG_IGN, SIGINT, signal
from threading import Condition, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Final, Protocol, Self

from ludothek.job_scheduling import ANYBODY, Demand, Ledger

Report = Callable[[str], None]  # progress so far
Stopped = Callable[[], bool]  # has the job to end now?
Work = Callable[[str, Report, Stopped], str]
Fallback = Callable[[str], str]

MOST_WAITING: Final = 1_000  # jobs of one pool; one more is refused
GRACE: Final = 1.0  # seconds to answer after the stop signal
_POLL_SECONDS: Final = 0.02  # between two checks whether the job was cancelled

_SPAWN: Final = get_context("spawn")  # a fork would copy locks that other threads hold


class PoolFull(Exception):
    """Too many jobs are waiting."""


class JobFailed(Exception):
    """No worker could answer, and there is no fallback."""


class WorkerDied(JobFailed):
    """The process that was at it is gone; another one may do better."""


@dataclass(eq=False)
class Ticket:
    """A job that was handed in.

    >>> from ludothek.engine.jobs import think
    >>> with Pool(think, size=1) as pool:
    ...     ticket = pool.submit("no job", seconds=10)
    ...     ticket.result()
    Traceback (most recent call last):
    ludothek.workers.JobFailed: ...
    """

    job: str
    seconds: float  # to answer, from when a worker takes it up
    demand: Demand
    report: Report
    future: Future[str] = field(default_factory=Future)
    _stop: Event | None = None  # of the worker at it, as long as it is
    _hold: Lock = field(default_factory=Lock)

    def result(self, timeout: float | None = None) -> str:
        """The answer, when it comes."""
        return self.future.result(timeout)

    def cancel(self) -> None:
        """Cancel the job: its answer is not needed any more."""
        with self._hold:
            if not self.future.cancel() and self._stop:
                self._stop.set()

    def taken_up(self, stop: Event) -> bool:
        """Start the job in this worker; false if it was cancelled."""
        with self._hold:
            stop.clear()
            self._stop = stop
            return self.future.set_running_or_notify_cancel()

    def taken_up_again(self, stop: Event) -> bool:
        """Start the job once more, in the worker that replaces a dead one; false if cancelled."""
        with self._hold:
            cancelled = self._stop is None or self._stop.is_set()
            self._stop = stop
            return not cancelled

    def let_go(self) -> None:
        """The worker is done with it; cancelling now must not stop its next job."""
        with self._hold:
            self._stop = None


class Pool:
    """Some worker processes, and the jobs that wait for them.

    >>> from ludothek.engine.jobs import think
    >>> with Pool(think, size=1) as pool:
    ...     ticket = pool.submit('{"game": "robotory", "level": 1, "seed": 1}', seconds=10)
    ...     ticket.result().startswith('{"move": ')
    True
    """

    def __init__(  # noqa: PLR0913 (all but the first two are seldom needed)
        self,
        work: Work,
        size: int,
        fallback: Fallback | None = None,
        *,
        most_waiting: int = MOST_WAITING,
        grace: float = GRACE,
        ledger: Ledger | None = None,
        niceness: int = 0,
    ) -> None:
        self._queue = _Queue(most_waiting, ledger or Ledger())
        self._workers = [_Worker(work, fallback, grace, self._queue, niceness) for _ in range(size)]
        for worker in self._workers:
            worker.start()

    def submit(
        self,
        job: str,
        seconds: float,
        demand: Demand = ANYBODY,
        report: Report = lambda _: None,
    ) -> Ticket:
        """Hand in a job; `report` is called from another thread."""
        ticket = Ticket(job, seconds, demand, report)
        self._queue.put(ticket)
        return ticket

    def waiting(self) -> int:
        """How many jobs no worker has taken up yet."""
        return len(self._queue)

    def close(self) -> None:
        """Cancel what waits, stop what runs, and end the processes."""
        self._queue.close()
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class JobPool(Protocol):
    """What there is to a pool for who hands jobs in."""

    def submit(self, job: str, seconds: float, demand: Demand = ANYBODY) -> Ticket: ...
    def waiting(self) -> int: ...
    def close(self) -> None: ...


class MakePool(Protocol):
    """Starts a pool, as `Pool` does."""

    def __call__(self, work: Work, size: int, *, ledger: Ledger | None = None) -> JobPool: ...


class _Queue:
    """Jobs that wait, the one that is due first in front."""

    def __init__(self, most: int, ledger: Ledger) -> None:
        self._most = most
        self._ledger = ledger
        self._changed = Condition()
        self._jobs: list[tuple[float, int, Ticket]] = []
        self._numbers = count()
        self._closed = False

    def __len__(self) -> int:
        with self._changed:
            return len(self._jobs)

    def put(self, ticket: Ticket) -> None:
        with self._changed:
            if self._closed or len(self._jobs) >= self._most:
                raise PoolFull(f"at most {self._most} jobs may wait")
            due = self._ledger.due(ticket.demand, monotonic())
            heappush(self._jobs, (due, next(self._numbers), ticket))
            self._changed.notify()

    def take(self) -> Ticket | None:
        """The next job, when there is one; None when there will be none any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._jobs or self._closed)
            return heappop(self._jobs)[-1] if self._jobs else None

    def settle(self, ticket: Ticket, took: float) -> None:
        """A job is done."""
        with self._changed:
            self._ledger.settle(ticket.demand, took, monotonic())

    def close(self) -> None:
        with self._changed:
            self._closed = True
            for _, _, ticket in self._jobs:
                ticket.cancel()
            self._jobs.clear()
            self._changed.notify_all()


class _Worker(Thread):
    """A thread that keeps one process busy, and replaces it when it must."""

    def __init__(
        self, work: Work, fallback: Fallback | None, grace: float, queue: _Queue, niceness: int
    ) -> None:
        super().__init__(daemon=True)
        self._work = work
        self._fallback = fallback
        self._grace = grace
        self._queue = queue
        self._niceness = niceness
        self._ending = False
        self._stop_job = _SPAWN.Event()
        self._process, self._pipe = self._spawn()

    def run(self) -> None:
        while ticket := self._queue.take():
            if ticket.taken_up(self._stop_job):
                begun = monotonic()
                self._answer(ticket)
                self._queue.settle(ticket, monotonic() - begun)
        self._kill()

    def end(self) -> None:
        """Stop what is being done, or is just about to be."""
        self._ending = True

    def _answer(self, ticket: Ticket) -> None:
        try:
            answer = self._ask_twice(ticket)
        except JobFailed as failure:
            ticket.let_go()
            self._fall_back(ticket, failure)
        else:
            ticket.let_go()
            ticket.future.set_result(answer)

    def _fall_back(self, ticket: Ticket, failure: JobFailed) -> None:
        if self._fallback is None:
            ticket.future.set_exception(failure)
            return
        try:
            ticket.future.set_result(self._fallback(ticket.job))
        except ValueError as error:  # the job itself makes no sense
            ticket.future.set_exception(error)

    def _ask_twice(self, ticket: Ticket) -> str:
        """A process can die by chance; a job that ends two of them is given up."""
        try:
            return self._ask(ticket)
        except WorkerDied:
            if self._ending or not ticket.taken_up_again(self._stop_job):
                raise
            return self._ask(ticket)

    def _ask(self, ticket: Ticket) -> str:
        """Send the job and wait for the answer, up to the deadline and a grace after it."""
        if ticket.seconds <= 0:
            self._stop_job.set()  # it is told before it begins
        try:
            self._pipe.send(ticket.job)
            return self._listen(ticket, monotonic() + ticket.seconds)
        except (EOFError, OSError) as error:
            self._replace()
            raise WorkerDied("the worker died") from error

    def _listen(self, ticket: Ticket, deadline: float) -> str:
        stop_sent = None  # when the stop signal went to the worker
        while True:
            over = self._ending or self._stop_job.is_set() or monotonic() >= deadline
            if stop_sent is None and over:
                self._stop_job.set()
                stop_sent = monotonic()
            until = deadline if stop_sent is None else stop_sent + self._grace
            if self._pipe.poll(min(_POLL_SECONDS, max(0.0, until - monotonic()))):
                kind, text = self._pipe.recv()
                if kind == "answer":
                    return str(text)
                if kind == "failed":
                    raise JobFailed(text)
                ticket.report(text)
            elif stop_sent is not None and monotonic() >= until:
                self._replace()
                raise JobFailed("the worker did not stop in time")

    def _spawn(self) -> tuple[SpawnProcess, Connection]:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(
            target=_serve,
            args=(theirs, self._stop_job, self._work, self._niceness),
            daemon=True,
        )
        process.start()
        theirs.close()  # so that the end of the process is the end of the pipe
        return process, ours

    def _replace(self) -> None:
        self._kill()
        self._stop_job = _SPAWN.Event()
        self._process, self._pipe = self._spawn()

    def _kill(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, stop: Event, work: Work, niceness: int) -> None:
    """What a worker process does, until its pipe ends."""
    signal(SIGINT, SIG_IGN)  # Ctrl-C is for the one who started us
    if niceness:
        os.nice(niceness)  # the system gives the processor to others first
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        try:
            answer = work(job, lambda text: pipe.send(("progress", text)), stop.is_set)
        except ValueError as error:
            pipe.send(("failed", str(error)))
        else:
            pipe.send(("answer", answer))
