"""A clock that stands until it is moved."""

from dataclasses import dataclass

from ludothek.server.runtime.server_clock import Clock


@dataclass
class SteppedClock(Clock):
    """Both times of one machine; its wall clock may be ahead of others."""

    seconds: float = 100.0
    ahead: int = 0  # milliseconds

    def monotonic(self) -> float:
        return self.seconds

    def wall(self) -> int:
        return int(self.seconds * 1000) + self.ahead
