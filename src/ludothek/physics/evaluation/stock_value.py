"""The value of a stock of pieces.

Different shapes and colours always leave something to give. And what is hard to place is good to
own: it is there when the neighbour's fall counts, and nobody else can give it.
"""

from collections import Counter
from functools import cache
from typing import Final

from ludothek.games.splash.pieces import NAMES, Pieces, members
from ludothek.physics.evaluation.resting_poses import ALL, WAYS
from ludothek.physics.evaluation.stability_estimate import single_piece_chance

_OWNED: Final = 0.3  # chances to win, for owning a piece that would surely fall; fitted by games


def variety(stock: Pieces) -> int:
    """The higher, the more its shapes and colours differ."""
    names = [NAMES[piece] for piece in members(stock)]
    shapes, colours = (Counter(name[part] for name in names) for part in (0, 1))
    return -sum(count**2 for count in (*shapes.values(), *colours.values()))


def hoard(hand: str, stock: Pieces) -> float:
    """What it brings to own such pieces, in chances to win."""
    return _OWNED * sum(hardness(hand, NAMES[piece][0]) for piece in members(stock))


@cache
def hardness(hand: str, shape: str) -> float:
    """How likely a shape is to fall, set down in its best way on any top piece."""
    best = [max(single_piece_chance(hand, top, way) for way in WAYS[shape]) for top in ALL]
    return 1 - sum(best) / len(best)
