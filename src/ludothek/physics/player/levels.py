"""Playing strength in Splash!: levels 1 to 5.

Weak levels have simple policies and a small depth; none of them makes mistakes on purpose. All
but the last are limited by simulations, so that they play the same on every machine; the last one
is limited by time. The tremor of the hand is the same for all.
"""

from dataclasses import dataclass
from typing import Final

from ludothek.games.errors import BadSetup
from ludothek.games.splash import SPLASH
from ludothek.physics.evaluation.rollouts import NO_ROLLOUTS, Budget

VERSION: Final = 1  # raise it when a level may play otherwise than before with the same figures
FIRST: Final = 1
LAST: Final = SPLASH.levels[-1]


@dataclass(frozen=True, slots=True)
class Level:
    """The policy and the depth of a level."""

    aim_noise: float = 0.0  # millimetres of random error added to the chosen spot
    selective: bool = True  # collects different pieces, gives what is hard to place
    hoard_weight: float = 0.0  # weight of owning what is hard to place
    uses_balance: bool = True  # of the whole tower, not only the top piece
    depth: int = 1  # gives of lookahead
    reach: float = 4.0  # millimetres from the middle where spots are searched
    candidates: int = 1  # spots compared by rollouts
    rollouts: int = 0  # for each way to set a piece down, before it is given
    budget: Budget = NO_ROLLOUTS


LEVELS: Final = (
    Level(aim_noise=2.0, selective=False, uses_balance=False, depth=0),
    Level(aim_noise=1.75, uses_balance=False),
    Level(aim_noise=1.0),
    Level(aim_noise=0.5, hoard_weight=0.135, depth=2, candidates=3, rollouts=1, budget=Budget(8)),
    Level(
        hoard_weight=1.0, depth=2, reach=7.0, candidates=6, rollouts=20, budget=Budget(None, 2.0)
    ),
)


def level_of(number: int) -> Level:
    """One level."""
    if not FIRST <= number <= LAST:
        raise BadSetup("level", f"a level of Splash! is a number from {FIRST} to {LAST}")
    return LEVELS[number - 1]
