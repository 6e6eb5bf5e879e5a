"""Python's collector of cycles, tamed.

With hundreds of matches in memory a full collection stops everything for a quarter of a second,
and nearly all it looks at is still in use.
"""

import gc
from typing import Final

HOUR: Final = 3600.0  # seconds between full collections
_THRESHOLDS: Final = (10_000, 50, 1_000)  # young ones often, old ones hardly ever by themselves


def tame() -> None:
    """Freeze all objects there are; the collector scans new ones only."""
    gc.set_threshold(*_THRESHOLDS)
    collect()


def collect() -> None:
    """A full collection; the objects that remain are not scanned until the next one."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
