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
    """What a level knows, and how far it sees."""

    budget: Budget
    choosy: bool = True  # collects different pieces and gives what is hard to place
    sight: int = 1  # gives it looks ahead when it gives, one less when it places
    many: bool = False  # tries spots all around


LEVELS: Final = (
    Level(Budget(), choosy=False, sight=0),
    Level(Budget()),
    Level(Budget(24)),
    Level(Budget(48), sight=2),
    Level(Budget(240, 2.0), sight=3, many=True),
)


def level_of(number: int) -> Level:
    """One level."""
    if not FIRST <= number <= LAST:
        raise BadSetup("level", f"a level of Splash! is a number from {FIRST} to {LAST}")
    return LEVELS[number - 1]
