"""Letting go, and waiting until everything has come to rest."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludothek.physics.judge import is_balanced, is_tower
from ludothek.physics.layout import Layout, Touch
from ludothek.physics.running import Rows, Running, touches


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


def settle(layout: Layout) -> Motion:
    """Let go of all pieces and watch them until they rest."""
    frames, energy = [], []
    for running in moments(layout):
        frames.append(running.rows.copy())
        energy.append(running.energy)
    end = running.layout
    return Motion(end, touches(end), running.rests, tuple(frames), tuple(energy))


def stays(layout: Layout) -> bool:
    """Whether a layout comes to rest as one tower; told as soon as it is sure."""
    for running in moments(layout):
        if running.spilled:
            return False
    return running.rests and is_tower(touches(running.layout), len(layout.pieces))


def moments(layout: Layout) -> Iterator[Running]:
    """The layout in motion, frame by frame.

    What rests is left asleep; but a tower that sleeps out of balance may only be tilting slowly,
    and gets a second look without sleep.
    """
    running = Running(layout)
    yield running
    yield from _until_over(running)
    if _doubtful(running.layout):
        yield from _until_over(Running(running.layout, "awake"))


def _until_over(running: Running) -> Iterator[Running]:
    while not running.over:
        running.advance()
        yield running


def _doubtful(layout: Layout) -> bool:
    found = touches(layout)
    return is_tower(found, len(layout.pieces)) and not is_balanced(layout, found)
