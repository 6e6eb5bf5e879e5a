"""Measured ratings of the computer levels; `docs/strength.md` has the games behind them.

A rating of 200 more means three wins in four with two seats (the Elo scale). Level 1 has 0.
"""

from collections.abc import Mapping
from typing import Final

Ratings = tuple[int, ...]  # level 1 first

RATINGS: Final[Mapping[tuple[str, int], Ratings]] = {
    ("repulso", 2): (0, 124, 309, 432, 556, 789, 903, 1088, 1202, 1336, 1489, 1569, 1714, 1898),
    ("robotory", 2): (0, 171, 334, 498, 662, 785, 971, 1179, 1412, 1555, 1719, 1882, 2024),
    ("nexus", 2): (
        0,
        231,
        497,
        695,
        805,
        877,
        1075,
        1246,
        1369,
        1555,
        1785,
        1993,
        2136,
        2369,
        2488,
        2646,
        2906,
        3140,
    ),
    ("splash", 2): (0, 168, 250, 385, 545),
}


def ratings_of(game: str) -> dict[int, Ratings]:
    """The ratings of the levels of a game, by the number of seats they were measured with.

    >>> ratings_of("splash")
    {2: (0, 168, 250, 385, 545)}
    """
    return {seats: rated for (name, seats), rated in RATINGS.items() if name == game}
