"""Whether a seat without a square for a piece could get one by its stones alone (RULES.md, 4.3).

Nearly always one stone is enough, or none helps: so one stone is tried first, then two, and so on.
How many stones lie tells how many are left, so a table that was reached in two ways is looked at
once. Nothing else is left out but last stones that cannot help (`_useful`).
"""

from collections.abc import Iterator
from functools import lru_cache

from ludothek.games.repulso.board import (
    ALL,
    COLUMN,
    ENDS_IN_COLUMN,
    ENDS_IN_ROW,
    NEIGHBOURS,
    ROW,
    Bits,
    around,
    squares,
)

_Table = tuple[Bits, Bits, Bits]  # own pieces, pieces of the other, stones


@lru_cache(maxsize=1 << 14)
def has_prospect(own: Bits, other: Bits, stones: Bits, left: int) -> bool:
    """4.3: can up to so many stones of one's own open a square, for one who has none?"""
    tables: set[_Table] = {(own, other, stones)}
    for laid in range(left):
        if laid:
            tables = {after for table in tables for after in _after_a_stone(table, _empty(table))}
        if any(_opens(table) for table in tables):
            return True
    return False


def _opens(table: _Table) -> bool:
    """Does a single stone open a square?"""
    after_a_stone = _after_a_stone(table, _useful(table))
    return any(_empty(after) & ~around(after[0]) for after in after_a_stone)


def _useful(table: _Table) -> Bits:
    """Where a stone may open a square at once; nowhere else can it, if none is open before.

    All squares next to the stone have one colour of a chessboard, and what lies next to these has
    the other and does not move. So if what lies on the opened square slid, nothing next to it did:
    it was a piece without an own one next to it. Else the square was empty, and every own piece
    next to it slid: the stone lies next to all of them.
    """
    own, other, _ = table
    empty = _empty(table)
    useful = around((own | other) & ~around(own))
    for square in squares(empty):
        next_to_all = ALL & ~(1 << square)
        for piece in squares(NEIGHBOURS[square] & own):
            next_to_all &= NEIGHBOURS[piece]
        useful |= next_to_all
    return empty & useful


def _after_a_stone(table: _Table, where: Bits) -> Iterator[_Table]:
    """Every table that a stone on one of these squares can lead to."""
    own, other, stones = table
    for square in squares(where):
        affected = NEIGHBOURS[square] & (own | other)
        yield from _movements((own, other, stones | 1 << square), affected)


def _movements(table: _Table, affected: Bits) -> set[_Table]:
    """3.2 to 3.5: every table that a movement can lead to."""
    ended = set()
    begun = {(table, affected)}
    while begun:
        going_on = set()
        for (own, other, stones), waiting in begun:
            lying = own | other | stones
            free = waiting & around(ALL & ~lying)
            if not free:
                ended.add((own, other, stones))
            for start in squares(free & own or free):
                rest = waiting & ~(1 << start)
                for end in (
                    *ENDS_IN_ROW[start][lying & ROW[start]],
                    *ENDS_IN_COLUMN[start][lying & COLUMN[start]],
                ):
                    way = 1 << start | 1 << end
                    after = (own ^ way, other) if free & own else (own, other ^ way)
                    going_on.add(((*after, stones), rest))
        begun = going_on
    return ended


def _empty(table: _Table) -> Bits:
    own, other, stones = table
    return ALL & ~(own | other | stones)
