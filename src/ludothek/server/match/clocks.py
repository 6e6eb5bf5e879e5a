"""The clocks of a match: whose time runs, since when, and what is left. All in milliseconds.

A *tick* is a moment on the server's own time line, which stands still while no server runs.
"""

from dataclasses import dataclass, replace

from ludothek.games.protocol import Seat
from ludothek.server.match.config import Pace

Tick = int


@dataclass(frozen=True, slots=True)
class Clocks:
    """What every seat has left, and since when the clock of the seat to decide runs."""

    left: tuple[int, ...]
    since: Tick | None = None  # None: no clock of a seat runs
    placing: Tick | None = None  # since when the clock of a placement runs

    def deadline(self, seat: Seat) -> Tick | None:
        """When the time of the seat to decide is over."""
        return None if self.since is None else self.since + self.left[seat - 1]

    def left_at(self, seat: Seat, tick: Tick) -> int:
        """What the seat to decide has left at a moment."""
        spent = 0 if self.since is None else max(0, tick - self.since)
        return max(0, self.left[seat - 1] - spent)

    def stopped(self, seat: Seat, tick: Tick) -> "Clocks":
        """With the time of the seat to decide taken off, and no clock running."""
        if self.since is None and self.placing is None:
            return self
        return replace(self._with(seat, self.left_at(seat, tick)), since=None, placing=None)

    def running(self, tick: Tick) -> "Clocks":
        """Running from a moment on."""
        return replace(self, since=tick, placing=None)

    def placing_from(self, tick: Tick) -> "Clocks":
        """With only the clock of a placement running, from a moment on."""
        return replace(self, since=None, placing=tick)

    def standing(self) -> "Clocks":
        """With no clock running."""
        return replace(self, since=None, placing=None)

    def _with(self, seat: Seat, left: int) -> "Clocks":
        return replace(self, left=(*self.left[: seat - 1], left, *self.left[seat:]))


def unused(pace: Pace, seats: int) -> Clocks:
    """Clocks before a match."""
    return Clocks((pace.base,) * seats)


def turn_over(clocks: Clocks, pace: Pace, seat: Seat) -> Clocks:
    """A seat has finished its turn, or its part of a turn: stopped clocks, made ready."""
    left = list(clocks.left)
    left[seat - 1] = left[seat - 1] + pace.increment if pace.whole_match else pace.base
    return replace(clocks, left=tuple(left))
