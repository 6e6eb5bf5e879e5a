"""The hand: random placement errors (tremor) by seed and size."""

from dataclasses import dataclass
from random import Random
from typing import Final

from ludothek.physics.table.errors import BadTable


@dataclass(frozen=True, slots=True)
class Tremor:
    """How far the hand missed: millimetres to the side, degrees of turn and of tilt.

    >>> Tremor(x=1.5).tilt_x
    0.0
    """

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    tilt_x: float = 0.0  # about the x axis
    tilt_y: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """The farthest a hand misses; half of all misses are smaller than 0.3 of it.

    >>> HANDS["steady"].aside
    0.2
    """

    name: str
    aside: float  # millimetres
    turn: float  # degrees
    tilt: float  # degrees

    def tremor(self, random: Random) -> Tremor:
        """One miss."""
        return Tremor(
            self.aside * _miss(random),
            self.aside * _miss(random),
            self.turn * _miss(random),
            self.tilt * _miss(random),
            self.tilt * _miss(random),
        )


HANDS: Final = {
    hand.name: hand
    for hand in (
        Hand("normal", aside=2.5, turn=10.0, tilt=9.0),
        Hand("steady", aside=0.2, turn=2.0, tilt=0.25),
        Hand("shaky", aside=4.0, turn=15.0, tilt=12.0),
    )
}


def hand_named(name: str) -> Hand:
    """The hand of that name."""
    if str(name) not in HANDS:
        raise BadTable(
            "hand-unknown", f"a hand is one of {', '.join(HANDS)}, not {name!r}", hand=str(name)
        )
    return HANDS[name]


def _miss(random: Random) -> float:
    """Between -1 and 1, mostly small; no more than sums, so that it is the same everywhere."""
    return random.random() - random.random()
