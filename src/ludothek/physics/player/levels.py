"""How strong a computer plays Splash!: levels 1 to 5.

Weak levels have simple habits and a short sight; none of them plays well and then lets go. All
but the last are limited by simulations, so that they play the same on every machine; the last one
also by time. The hand trembles alike for all.
"""

from dataclasses import dataclass
from typing import Final

from ludothek.games.errors import BadSetup

FIRST: Final = 1
LAST: Final = 5


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be tried for one decision; whichever is reached first ends it."""

    simulations: int = 0
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """What a level does, and how far it sees."""

    rough: float = 0.0  # millimetres it aims beside the middle
    choosy: bool = True  # collects different pieces, gives what is hard to place
    feels: bool = True  # the balance of the whole tower, not only the top piece
    sight: int = 1  # gives it looks ahead
    finalists: int = 0  # spots it tries
    budget: Budget = Budget()


LEVELS: Final = (
    Level(rough=2.0, choosy=False, feels=False, sight=0),
    Level(feels=False),
    Level(finalists=3, budget=Budget(12)),
    Level(sight=2, finalists=4, budget=Budget(24)),
    Level(sight=2, finalists=8, budget=Budget(240, 2.0)),
)


def level_of(number: int) -> Level:
    """One level."""
    if not FIRST <= number <= LAST:
        raise BadSetup("level", f"a level of Splash! is a number from {FIRST} to {LAST}")
    return LEVELS[number - 1]
