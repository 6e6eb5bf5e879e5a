"""What a stock is worth: different shapes and colours always leave something to give."""

from collections import Counter

from ludothek.games.splash.board import NAMES, Pieces, members


def variety(stock: Pieces) -> int:
    """The higher, the more its shapes and colours differ."""
    names = [NAMES[piece] for piece in members(stock)]
    shapes, colours = (Counter(name[part] for name in names) for part in (0, 1))
    return -sum(count**2 for count in (*shapes.values(), *colours.values()))
