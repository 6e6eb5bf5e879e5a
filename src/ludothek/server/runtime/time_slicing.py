"""Long computations on the event loop, in slices with other work in between.

Slices are counted in steps, not in milliseconds, so that a simulated server is reproducible. A step
is a decision or a frame, and takes less than a millisecond.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

STEPS: Final = 8  # of one slice


class Slices:
    """One slice at a time, whoever wants it; who has waited longest comes next."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def collect(self, steps: Iterator[T]) -> list[T]:
        """All that an iterator gives."""
        collected: list[T] = []
        more = True
        while more:
            async with self._turn:
                more = _slice(steps, collected)
            await asyncio.sleep(0)
        return collected

    async def last(self, steps: Iterator[T]) -> T:
        """The last that an iterator gives."""
        collected: list[T] = []
        more = True
        while more:
            async with self._turn:
                more = _slice(steps, collected)
            del collected[:-1]
            await asyncio.sleep(0)
        return collected[-1]

    async def aside(self, work: Callable[[], T]) -> T:
        """What cannot be cut, in a thread; one at a time, so that the loop has half of the time."""
        async with self._turn:
            return await asyncio.to_thread(work)


def _slice(steps: Iterator[T], collected: list[T]) -> bool:
    """Take a few steps; are there more?"""
    for _ in range(STEPS):
        try:
            collected.append(next(steps))
        except StopIteration:
            return False
    return True
