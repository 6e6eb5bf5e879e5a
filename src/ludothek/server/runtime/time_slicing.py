"""Long computations on the event loop, in slices with other work in between.

Slices are counted in steps, not in milliseconds, so that a simulated server is reproducible. A step
is a decision or a frame, and takes less than a millisecond, or two.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Final, TypeVar

T = TypeVar("T")

STEPS: Final = 8  # of one slice
PAUSE: Final = 0.002  # seconds between two slices: threads that write have half of the time
NO_CLIENT: Final = ""  # of what the server does by itself


class Slices:
    """One slice at a time, whoever wants it; clients take turns, whatever number each wants."""

    def __init__(self) -> None:
        self._turns = Turns()

    async def collect(self, steps: Iterator[T], client: str = NO_CLIENT) -> list[T]:
        """All that an iterator gives."""
        collected: list[T] = []
        more = True
        while more:
            async with self._turns.of(client):
                more = await _slice(steps, collected)
        return collected

    async def last(self, steps: Iterator[T], client: str = NO_CLIENT) -> T:
        """The last that an iterator gives."""
        collected: list[T] = []
        more = True
        while more:
            async with self._turns.of(client):
                more = await _slice(steps, collected)
            del collected[:-1]
        return collected[-1]

    async def aside(self, work: Callable[[], T], client: str = NO_CLIENT) -> T:
        """What cannot be cut, in a thread; one at a time, so that the loop has half of the time."""
        async with self._turns.of(client):
            return await asyncio.to_thread(work)


class Turns:
    """One at a time. Clients take turns; of each who has waited longest comes first."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn of a client, and have it."""
        if self._taken:
            await self._wait(client)
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, client: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had come already
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the next client, and let that one wait longest for another."""
        while self._waiting:
            client, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False


async def _slice(steps: Iterator[T], collected: list[T]) -> bool:
    """Take a few steps, and leave the time to others; are there more?"""
    for _ in range(STEPS):
        try:
            collected.append(next(steps))
        except StopIteration:
            await asyncio.sleep(0)
            return False
    await asyncio.sleep(PAUSE)
    return True
