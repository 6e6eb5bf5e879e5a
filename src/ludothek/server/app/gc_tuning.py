"""Tuning of Python's garbage collector for a process with many long-lived objects.

Left to itself it begins when there are so many objects more than before. A busy server puts a new
state in the place of an old one, so there are hardly more for seconds; and then it looks at the new
states of all matches at once, and stops everything for a fifth of a second. A full collection takes
longer still, and nearly all it looks at is in use.
"""

import asyncio
import gc
import sys
from typing import Final

OFTEN: Final = 0.1  # seconds between looks at what is new
AN_HOUR: Final = 36_000  # looks between full collections, if there is not much more before
SELDOM: Final = 10  # looks between counts of all memory, which walk through it
GROWTH: Final = 3  # times as much memory as after a full collection leads to the next one
_THRESHOLDS: Final = (10_000, 50, 1_000)  # young ones often, old ones hardly ever by themselves


class GarbageCollector:
    """Looks at every object once while it is new, and at all of them now and then."""

    def __init__(self) -> None:
        gc.set_threshold(*_THRESHOLDS)
        self.collect()

    async def run(self) -> None:
        """Collect, for ever."""
        while True:
            await asyncio.sleep(OFTEN)
            self.look()

    def look(self) -> None:
        """Look at what was made since the last time; what remains waits for a full collection."""
        self._looks += 1
        if self._looks >= AN_HOUR or self._grown():
            self.collect()
        else:
            gc.collect(0)
            gc.freeze()

    def _grown(self) -> bool:
        return not self._looks % SELDOM and sys.getallocatedblocks() > GROWTH * self.blocks

    def collect(self) -> None:
        """A full collection; the objects that remain are not looked at until the next one."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._looks = 0
        self.blocks = sys.getallocatedblocks()  # of memory


async def run() -> None:
    """Collect from now on: what is in memory stays there."""
    await GarbageCollector().run()
