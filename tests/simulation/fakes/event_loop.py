"""An event loop with virtual time: nothing sleeps, nothing runs in threads, and it can be repeated.

Every callback belongs to the process that scheduled it, by a context variable. A process that is
killed is never called again, in the middle of whatever it was doing, as with `kill -9`; one that is
frozen is called later.
"""

import asyncio
import heapq
from asyncio.events import Handle, TimerHandle
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(eq=False)
class Process:
    """A process of the simulated world."""

    name: str
    dead: bool = False
    frozen_until: float = 0.0

    def kill(self) -> None:
        """It never runs again."""
        self.dead = True


CURRENT: Final[ContextVar[Process | None]] = ContextVar("CURRENT", default=None)


class Deadlock(Exception):
    """Nothing is left that could ever happen."""


class _Task(asyncio.Task[Any]):
    """A task whose place in a set does not depend on where it lies in memory."""

    _numbers = count()
    _log_destroy_pending: bool  # of asyncio: whether it complains when it goes unfinished

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._number = next(self._numbers)
        super().__init__(*arguments, **more)

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other


class Loop(asyncio.BaseEventLoop):
    """Virtual time that goes on when nothing is left to do."""

    _ready: deque[Any]  # of asyncio: handles, whose context has no type before Python 3.12
    _stopping: bool

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random
        self._now = 1_000.0
        self._timers: list[tuple[float, int, TimerHandle]] = []
        self._numbers = count()
        self._tasks: dict[_Task, None] = {}
        self._failed: list[asyncio.Task[Any]] = []
        self.steps = 0
        self.set_task_factory(self._make_task)
        self.set_exception_handler(lambda _loop, _context: None)  # `unseen` tells of them

    def time(self) -> float:
        return self._now

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._numbers), handle))
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_soon_threadsafe(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> Handle:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(
        self, _: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> "asyncio.Future[T]":
        """What would run in a thread runs at once, and its result comes a little later."""
        future = self.create_future()
        done: Callable[[Any], None] = future.set_result
        result: Any
        try:
            result = func(*args)
        except Exception as error:
            done, result = future.set_exception, error
        self.call_later(self._random.uniform(0.0001, 0.005), _unless_done, future, done, result)
        return future

    def spawn(self, process: Process | None, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Let a process do something."""
        return self.within(process).run(self.create_task, work)

    def within(self, process: Process | None) -> Context:
        """The context of what a process does."""
        context = copy_context()
        context.run(CURRENT.set, process)
        return context

    def unseen(self) -> list[BaseException]:
        """Errors that ended tasks, and that nobody has looked at."""
        return [
            task._exception  # noqa: SLF001
            for task in self._failed
            if task._exception and task._log_traceback  # noqa: SLF001
        ]

    def dispose(self) -> None:
        """Close everything that was left in the middle, in the order in which it began."""
        asyncio.events._set_running_loop(self)  # noqa: SLF001 - so that closing finds a loop
        try:
            for task in list(self._tasks):
                task._log_destroy_pending = False  # noqa: SLF001
                _close(task)
            for failed in self._failed:
                failed._log_traceback = False  # noqa: SLF001
        finally:
            asyncio.events._set_running_loop(None)  # noqa: SLF001
        self._ready.clear()
        self._timers.clear()
        self.close()

    def _make_task(self, loop: Any, coro: Any, **more: Any) -> _Task:
        task = _Task(coro, loop=loop, **more)
        self._tasks[task] = None
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: "asyncio.Task[Any]") -> None:
        if isinstance(task, _Task):
            self._tasks.pop(task, None)
        if not task.cancelled() and task._exception:  # noqa: SLF001
            self._failed.append(task)

    def _run_once(self) -> None:
        """One callback: the first that is ready, or else the next that time leads to."""
        ready = self._ready
        if not ready and not self._stopping:
            self._advance()
        while self._timers and self._timers[0][0] <= self._now:
            ready.append(heapq.heappop(self._timers)[-1])
        if not ready:
            return
        handle = ready.popleft()
        process = handle._context.get(CURRENT) if not handle._cancelled else None  # noqa: SLF001
        if handle._cancelled or (process and process.dead):  # noqa: SLF001
            return
        if process and process.frozen_until > self._now:
            heapq.heappush(self._timers, (process.frozen_until, next(self._numbers), handle))
            return
        self.steps += 1
        handle._run()  # noqa: SLF001

    def _advance(self) -> None:
        while self._timers and self._timers[0][-1].cancelled():
            heapq.heappop(self._timers)
        if not self._timers:
            raise Deadlock
        self._now = max(self._now, self._timers[0][0])

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """It is passed over when its time comes."""

    def _process_events(self, event_list: Any) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody has to be woken."""


def _unless_done(future: "asyncio.Future[Any]", done: Callable[[Any], None], value: Any) -> None:
    if not future.done():
        done(value)


def _close(task: "asyncio.Task[Any]") -> None:
    """What it would still do in `finally` happens in a world that has ended."""
    coroutine: Any = task.get_coro()
    for _ in range(20):
        try:
            coroutine.close()
        except BaseException:
            continue
        return
