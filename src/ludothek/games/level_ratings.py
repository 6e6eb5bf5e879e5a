"""Measured ratings of the computer levels; `docs/strength.md` has the games behind them.

A rating of 200 more means three wins in four with two seats (the Elo scale). Level 1 has 0.
"""

from collections.abc import Mapping
from typing import Final

Ratings = tuple[int, ...]  # level 1 first

RATINGS: Final[Mapping[tuple[str, int], Ratings]] = {
    ("repulso", 2): (0, 124, 309, 432, 556, 789, 903, 1088, 1202, 1336, 1489, 1569, 1877),
    ("robotory", 2): (0, 171, 334, 498, 662, 785, 971, 1231, 1394, 1537, 1701, 1865, 2007),
    ("nexus", 2): (0, 231, 497, 1014, 1213, 1384, 1742, 1972, 2330, 2597, 2715, 3073, 3308),
    ("splash", 2): (0, 168, 250, 385, 545),
}


def ratings_of(game: str) -> dict[int, Ratings]:
    """The ratings of the levels of a game, by the number of seats they were measured with.

    >>> ratings_of("splash")
    {2: (0, 168, 250, 385, 545)}
    """
    return {seats: rated for (name, seats), rated in RATINGS.items() if name == game}
