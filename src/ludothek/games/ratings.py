"""Measured ratings of the computer levels; `docs/strength.md` has the games behind them.

A rating of 200 more means three wins in four with two seats (the Elo scale). Level 1 has 0.
"""

from collections.abc import Mapping
from typing import Final

Ratings = tuple[int, ...]  # level 1 first

RATINGS: Final[Mapping[tuple[str, int], Ratings]] = {
    ("repulso", 2): (0, 124, 309, 432, 556, 789, 876, 1061, 1147, 1281, 1434, 1529, 1837),
    ("robotory", 2): (0, 69, 232, 396, 560, 683, 868, 1128, 1292, 1435, 1599, 1763, 1904),
    ("nexus", 2): (0, 231, 497, 1014, 1213, 1329, 1687, 1918, 2276, 2542, 2659, 3017, 3251),
    ("splash", 2): (0, 168, 250, 385, 545),
}


def ratings_of(game: str) -> dict[int, Ratings]:
    """The ratings of the levels of a game, by the number of seats they were measured with.

    >>> ratings_of("splash")
    {2: (0, 168, 250, 385, 545)}
    """
    return {seats: rated for (name, seats), rated in RATINGS.items() if name == game}
