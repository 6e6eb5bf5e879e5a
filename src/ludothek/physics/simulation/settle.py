"""Releasing a piece, and simulating until everything is at rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludothek.physics.simulation.stability import is_balanced, is_tower
from ludothek.physics.simulation.stepping import Rows, Running, touches
from ludothek.physics.table.errors import Interrupted
from ludothek.physics.table.layout import Layout, Touch

Stop = Callable[[], bool]  # is the simulation to be stopped?


def never() -> bool:
    """Never stop."""
    return False


@dataclass(frozen=True, slots=True)
class Motion:
    """How a layout came to rest."""

    end: Layout
    touches: tuple[Touch, ...]
    rested: bool  # False: still moving when waiting ended
    frames: tuple[Rows, ...]  # from letting go to the end
    energy: tuple[float, ...]  # joules, frame by frame

    @property
    def stands(self) -> bool:
        """Whether all pieces are one tower, in their order."""
        return self.rested and is_tower(self.touches, len(self.end.pieces))


def settle(layout: Layout, stop: Stop = never) -> Motion:
    """Release all pieces and simulate until they rest."""
    frames, energy = [], []
    for running in moments(layout, stop):
        frames.append(running.rows.copy())
        energy.append(running.energy)
    end = running.layout
    return Motion(end, touches(end), running.rests, tuple(frames), tuple(energy))


def stays(layout: Layout, stop: Stop = never) -> bool:
    """Whether a layout comes to rest as one tower; answered as soon as it is certain."""
    for running in moments(layout, stop):
        if running.spilled:
            return False
    return running.rests and is_tower(touches(running.layout), len(layout.pieces))


def moments(layout: Layout, stop: Stop = never) -> Iterator[Running]:
    """The layout in motion, frame by frame.

    What rests is left asleep; but a tower that sleeps out of balance may only be tilting slowly,
    and is simulated again without sleep. Once that has become a fall, the rest is quick again.
    """
    running = Running(layout)
    yield running
    yield from _until_over(running, stop)
    if _doubtful(running.layout):
        looked_at = Running(running.layout, "awake")
        yield from _until_over(looked_at, stop)
        if looked_at.spilled:
            yield from _until_over(looked_at.quickly(), stop)


def _until_over(running: Running, stop: Stop) -> Iterator[Running]:
    while not running.over:
        if stop():
            raise Interrupted("stopped", "stopped before all had come to rest; nothing has changed")
        running.advance()
        yield running


def _doubtful(layout: Layout) -> bool:
    contacts = touches(layout)
    return is_tower(contacts, len(layout.pieces)) and not is_balanced(layout, contacts)
