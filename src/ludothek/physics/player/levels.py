"""How strong a computer plays Splash!: levels 1 to 5.

Weak levels have simple habits and a short sight; none of them plays well and then lets go. All
but the last are limited by simulations, so that they play the same on every machine; the last one
is limited by time. The hand trembles alike for all.
"""

from dataclasses import dataclass
from typing import Final

from ludothek.games.errors import BadSetup

VERSION: Final = 1  # raise it when a level may play otherwise than before with the same figures
FIRST: Final = 1
LAST: Final = 5


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be tried for one decision; whichever is reached first ends it."""

    simulations: int | None = 0  # None: any number
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """What a level does, and how far it sees."""

    rough: float = 0.0  # millimetres it aims beside the spot it has chosen
    choosy: bool = True  # collects different pieces, gives what is hard to place
    hoards: float = 0.0  # how much it would rather own what is hard to place than give it away
    feels: bool = True  # the balance of the whole tower, not only the top piece
    sight: int = 1  # gives it looks ahead
    reach: float = 4.0  # millimetres from the middle where it looks for spots
    finalists: int = 1  # spots it tries
    times: int = 0  # each way to set a piece down is tried, before it is given
    budget: Budget = Budget()


LEVELS: Final = (
    Level(rough=2.0, choosy=False, feels=False, sight=0),
    Level(rough=1.75, feels=False),
    Level(rough=1.0),
    Level(rough=0.5, hoards=0.135, sight=2, finalists=3, times=1, budget=Budget(8)),
    Level(hoards=1.0, sight=2, reach=7.0, finalists=6, times=20, budget=Budget(None, 2.0)),
)


def level_of(number: int) -> Level:
    """One level."""
    if not FIRST <= number <= LAST:
        raise BadSetup("level", f"a level of Splash! is a number from {FIRST} to {LAST}")
    return LEVELS[number - 1]
