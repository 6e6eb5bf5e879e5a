"""Rate limits: token buckets per person and per address."""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil, isfinite
from typing import Final, Literal

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
    "frame": Rate(100, 20),  # frames of one socket that are no message of their own: pings, parts
    "hover": Rate(25, 25),  # poses of a held piece in one match; more are passed over in silence
    "say": Rate(5, 0.2),  # phrases of one person in one match; more are passed over in silence
    "socket": Rate(40, 1),  # connections made
    "guest": Rate(30, 60 * HOUR),  # identities made from one address
    "secret": Rate(10, 10 * MINUTE),  # tries of a password or a code from one address
    "account": Rate(20, 1 * MINUTE),  # wrong passwords of one account, from addresses unknown to it
    "token": Rate(20, 20 * MINUTE),  # wrong tokens from one address
    "page": Rate(1200, 100),  # files of the page, and whether the server is ready
    "match": Rate(20, 20 * MINUTE),  # matches set up
    "record": Rate(10, 10 * MINUTE),  # records read
    "job": Rate(20, 20 * MINUTE),  # hints and analyses
    "change": Rate(20, 20 * MINUTE),  # of names, recovery codes, tokens and links
    "try": Rate(60, 10),  # positions tried
    "view": Rate(60, 10),  # matches looked at, or followed from now on
    "replay": Rate(60, 10),  # pictures, frames, motions and records of matches
    "list": Rate(60, 10),  # lists of matches
}
_FORM: Final = "a rate limit is written as its name, at once and a second: match 40 0.5"
# What also counts for all people of an address together: as many as that setting says.
SHARED: Final[Mapping[str, Literal["crowd", "household"]]] = {
    "request": "crowd",
    "message": "crowd",
    "match": "household",
    "record": "household",
    "job": "household",
    "change": "household",
    "try": "household",
    "view": "household",
    "replay": "household",
    "list": "household",
}


def parse_rates(text: str) -> dict[str, Rate]:
    """Rate limits as settings name them, with commas; raises `ValueError`."""
    return dict(map(_parse_rate, filter(None, text.split(","))))


def _parse_rate(text: str) -> tuple[str, Rate]:
    name, *numbers = text.split() or [""]
    if name not in RATES:
        raise ValueError(f"the rate limits are {', '.join(RATES)}")
    try:
        burst, a_second = map(float, numbers)
    except ValueError:
        raise ValueError(_FORM) from None
    if not (isfinite(burst) and isfinite(a_second) and burst >= 1 and a_second > 0):
        raise ValueError(_FORM)
    return name, Rate(burst, a_second)


def customer_of(host: str) -> str:
    """An address; of long ones the part that belongs to one customer."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)


class Limits:
    """All buckets."""

    def __init__(
        self,
        factor: float = 1.0,
        now: Callable[[], float] = time.monotonic,
        rates: Mapping[str, Rate] = RATES,
    ) -> None:
        self._factor = factor
        self._now = now
        self._rates = rates
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, kind: str, owner: str, people: int = 1) -> int:
        """Whole seconds until there is one in a bucket; 0: there is one now."""
        rate, now = self._rates[kind], self._now()
        factor = self._factor * people
        level, then = self._buckets.get((kind, owner), (rate.burst * factor, now))
        speed = rate.a_second * factor
        return max(0, ceil((1 - level) / speed - (now - then)))

    def give_back(self, kind: str, owner: str) -> None:
        """Put one back that turned out not to count."""
        if (kind, owner) in self._buckets:
            level, then = self._buckets[kind, owner]
            self._buckets[kind, owner] = level + 1, then

    def allow(self, kind: str, owner: str, people: int = 1) -> bool:
        """Take one out of a bucket, if there is one left; it may be one of several people."""
        rate, now, key = self._rates[kind], self._now(), (kind, owner)
        factor = self._factor * people
        burst = rate.burst * factor
        level, then = self._buckets.pop(key, (burst, now))
        level = min(burst, level + (now - then) * rate.a_second * factor)
        allowed = level >= 1
        self._buckets[key] = (level - 1 if allowed else level, now)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return allowed
