"""Limits on connections: their number, per address, and how long each may take.

`http_protocols.py` reports what happens on them. Nothing here knows HTTP.
"""

import asyncio
import logging
import resource
import sys
from collections import Counter
from fcntl import ioctl
from termios import TIOCOUTQ
from typing import Final, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludothek.server.app.metrics import Metrics
from ludothek.server.app.settings import Settings
from ludothek.server.http.rate_limit import Limits, customer_of

SWEEP: Final = 1.0  # seconds between two searches for connections that take too long
LINGER: Final = 5  # sweeps until a connection that is being closed is cut off, if nothing is taken
SLOWEST: Final = 8_192  # bytes a second that the other side takes of an answer, or it is cut off
RESERVED: Final = 300  # files for everything that is not a connection

log = logging.getLogger(__name__)


class Limited(Protocol):
    """A connection that keeps to limits."""

    transport: asyncio.Transport

    def expire(self, now: float) -> None:
        """End what takes too long."""


class Connections:
    """All connections of a process."""

    def __init__(self, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self.settings = settings
        self.limits = limits
        self._metrics = metrics
        self._most = _most_connections(settings.max_connections)
        self._proxies = ProxyHeadersMiddleware(_no_app, settings.trusted_proxies).trusted_hosts
        self._addresses: dict[Limited, str] = {}
        self._counts: Counter[str] = Counter()
        self._waiting: dict[Limited, None] = {}  # for a request, who waits longest first
        self._closing: dict[Limited, tuple[int, int]] = {}  # sweeps, and bytes unsent before them

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, connection: Limited, host: str) -> str | None:
        """Count a new connection; or the limit that there are too many for.

        When there are too many in all, it takes the place of the one that has waited longest for
        its request. A proxy speaks for many people and is not counted as one address.
        """
        address = customer_of(host)
        many = self._counts[address] >= self.settings.max_connections_per_address
        if many and host not in self._proxies:
            self.refuse("connection")
            return "max_connections_per_address"
        if len(self._addresses) >= self._most and not self._make_room():
            self.refuse("connection")
            return "max_connections"
        self._addresses[connection] = address
        self._counts[address] += 1
        self._waiting[connection] = None
        return None

    def refuse(self, kind: str) -> None:
        """Count what a limit has refused."""
        self._metrics.refused.labels(kind).inc()

    def busy(self, connection: Limited) -> None:
        """A request has begun."""
        self._waiting.pop(connection, None)

    def idle(self, connection: Limited) -> None:
        """The next request is awaited."""
        if connection in self._addresses:
            self._waiting[connection] = None

    def hand_over(self, before: Limited, after: Limited) -> None:
        """A connection speaks another protocol from now on."""
        self._waiting.pop(before, None)
        self._addresses[after] = self._addresses.pop(before)

    def release(self, connection: Limited) -> None:
        """A connection is gone."""
        self._waiting.pop(connection, None)
        self._closing.pop(connection, None)
        if address := self._addresses.pop(connection, None):
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    async def run(self) -> None:
        """End what takes too long, for ever."""
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(asyncio.get_running_loop().time())

    def sweep(self, now: float) -> None:
        """End what has taken too long by now."""
        for connection in list(self._addresses):
            if not connection.transport.is_closing():
                connection.expire(now)
            else:
                self._linger(connection)

    def _linger(self, connection: Limited) -> None:
        """Let the other side take the rest of an answer, as long as it does take some."""
        size = untaken(connection.transport)
        sweeps, unsent = self._closing.get(connection, (0, size))
        if sweeps < LINGER:
            self._closing[connection] = sweeps + 1, unsent
        elif unsent - size >= SLOWEST * LINGER * SWEEP:
            self._closing[connection] = 1, size
        else:
            connection.transport.abort()

    def _make_room(self) -> bool:
        oldest = next(iter(self._waiting), None)
        if oldest is None:
            return False
        self.refuse("connection")
        oldest.transport.abort()
        self.release(oldest)
        return True


def untaken(transport: asyncio.Transport) -> int:
    """Bytes that the other side has not taken: they wait here, and in the kernel.

    The kernel takes the next ones when a good part of its own have gone, which may be long after.
    """
    waiting = transport.get_write_buffer_size()
    try:
        word = ioctl(transport.get_extra_info("socket").fileno(), TIOCOUTQ, bytes(4))
    except OSError:  # not every system tells
        return waiting
    return waiting + int.from_bytes(word, sys.byteorder)


def _most_connections(wanted: int) -> int:
    """As many connections as are wanted, or as files may be open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted + RESERVED
    if soft < files:
        soft = files if hard == resource.RLIM_INFINITY else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft < files:
        log.warning("only so many files may be open, which limits connections: %d", soft)
    return max(1, min(wanted, soft - RESERVED))


async def _no_app(*_: object) -> None:
    """Never called: only the reading of proxies' addresses is wanted."""
