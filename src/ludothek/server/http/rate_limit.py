"""How often and how much: buckets that fill up with time, one for each person or address."""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

MOST_KEPT: Final = 50_000  # buckets; the ones unused for longest are forgotten


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    a_second: float


MINUTE: Final = 1 / 60
HOUR: Final = MINUTE / 60

RATES: Final[Mapping[str, Rate]] = {
    "request": Rate(120, 20),  # of any kind
    "message": Rate(160, 50),  # on the socket
    "hover": Rate(25, 25),  # poses of a held piece in one match; more are passed over in silence
    "socket": Rate(40, 1),  # connections made
    "guest": Rate(30, 60 * HOUR),  # identities made from one address
    "secret": Rate(10, 10 * MINUTE),  # tries of a password or a code
    "match": Rate(20, 20 * MINUTE),  # matches set up
    "record": Rate(10, 10 * MINUTE),  # records read
    "job": Rate(20, 20 * MINUTE),  # hints and analyses
    "try": Rate(60, 10),  # positions tried
}


class Limits:
    """All buckets."""

    def __init__(self, factor: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self._factor = factor
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def allow(self, kind: str, who: str) -> bool:
        """Take one out of a bucket, if there is one left."""
        rate, now, key = RATES[kind], self._now(), (kind, who)
        burst = rate.burst * self._factor
        level, then = self._buckets.pop(key, (burst, now))
        level = min(burst, level + (now - then) * rate.a_second * self._factor)
        allowed = level >= 1
        self._buckets[key] = (level - 1 if allowed else level, now)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return allowed
