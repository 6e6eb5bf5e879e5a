"""The board: 36 squares, their neighbours, where slides end, and connected groups."""

from collections.abc import Sequence
from typing import Final

Square = int  # 0 for a1, 1 for b1, …, 35 for f6
Bits = int  # a set of squares

SIZE: Final = 6
COLUMNS: Final = "abcdef"
NAMES: Final = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)
INDEX: Final = {name: square for square, name in enumerate(NAMES)}


def bits(names: str) -> Bits:
    """The set of squares with these names, separated by spaces."""
    return sum(1 << INDEX[name] for name in names.split())


def squares(of: Bits) -> list[Square]:
    """The members of a set, in order."""
    members = []
    while of:
        lowest = of & -of
        members.append(lowest.bit_length() - 1)
        of ^= lowest
    return members


ALL: Final = (1 << SIZE * SIZE) - 1
ROWS: Final = tuple(bits(" ".join(f"{c}{row}" for c in COLUMNS)) for row in range(1, SIZE + 1))
FILES: Final = tuple(bits(" ".join(f"{c}{row}" for row in range(1, SIZE + 1))) for c in COLUMNS)
_NOT_A: Final = ALL & ~FILES[0]
_NOT_F: Final = ALL & ~FILES[-1]


def around(of: Bits) -> Bits:
    """All squares next to a member of a set."""
    return of << 1 & _NOT_A | of >> 1 & _NOT_F | of << SIZE & ALL | of >> SIZE


NEIGHBOURS: Final = tuple(around(1 << square) for square in range(SIZE * SIZE))
# The other squares of a square's row and of its column: all that matters for a slide.
ROW: Final = tuple(ROWS[square // SIZE] & ~(1 << square) for square in range(SIZE * SIZE))
COLUMN: Final = tuple(FILES[square % SIZE] & ~(1 << square) for square in range(SIZE * SIZE))


def path(start: Square, towards: Square) -> list[Square]:
    """The squares from one to the edge, in the direction of another in its row or column."""
    line = squares(ROW[start] if ROW[start] >> towards & 1 else COLUMN[start])
    if towards > start:
        return [square for square in line if square > start]
    return [square for square in reversed(line) if square < start]


def end_of_slide(start: Square, towards: Square, lying: Bits) -> Square:
    """Where a slide comes to rest; the start itself if the next square is taken."""
    end = start
    for square in path(start, towards):
        if lying >> square & 1:
            break
        end = square
    return end


def _ends(lines: Sequence[Bits]) -> tuple[dict[Bits, tuple[Square, ...]], ...]:
    return tuple(
        {lying: _ends_within(square, line, lying) for lying in _subsets(line)}
        for square, line in enumerate(lines)
    )


def _ends_within(start: Square, line: Bits, lying: Bits) -> tuple[Square, ...]:
    ends = {end_of_slide(start, towards, lying) for towards in squares(line)} - {start}
    return tuple(sorted(ends))


def _subsets(of: Bits) -> list[Bits]:
    subsets = [0]
    for square in squares(of):
        subsets += [smaller | 1 << square for smaller in subsets]
    return subsets


# For every square: where slides from it end, given what else lies in its row or column.
ENDS_IN_ROW: Final = _ends(ROW)
ENDS_IN_COLUMN: Final = _ends(COLUMN)


def groups(of: Bits) -> list[Bits]:
    """The connected groups of a set, the largest first."""
    connected = []
    while of:
        group, grown = 0, of & -of
        while grown != group:
            group, grown = grown, (grown | around(grown)) & of
        connected.append(group)
        of ^= group
    return sorted(connected, key=int.bit_count, reverse=True)
