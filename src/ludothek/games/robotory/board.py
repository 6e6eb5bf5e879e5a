"""The board: 24 hexes, their neighbours, the two camps and where the robots start."""

from typing import Final, Literal

Hex = int  # 0 for a1, counted up each column, column by column
Bits = int  # a set of hexes
Colour = Literal["w", "b"]
Robot = Literal["W", "B", "R"]

COLOURS: Final[tuple[Colour, ...]] = ("w", "b")
ROBOTS: Final[tuple[Robot, ...]] = ("W", "B", "R")
COLUMNS: Final = {"a": 4, "b": 5, "c": 6, "d": 5, "e": 4}
NAMES: Final = tuple(f"{c}{i}" for c, height in COLUMNS.items() for i in range(1, height + 1))
INDEX: Final = {name: hex for hex, name in enumerate(NAMES)}


def bits(names: str) -> Bits:
    """The set of hexes with these names, separated by spaces."""
    return sum(1 << INDEX[name] for name in names.split())


def _neighbours(name: str) -> Bits:
    column, i = name[0], int(name[1:])
    around = {(column, i - 1), (column, i + 1)}
    for beside in (chr(ord(column) - 1), chr(ord(column) + 1)):
        shift = 1 if COLUMNS.get(beside, 0) > COLUMNS[column] else -1
        around |= {(beside, i), (beside, i + shift)}
    return bits(" ".join(f"{c}{j}" for c, j in around if 1 <= j <= COLUMNS.get(c, 0)))


ALL: Final = (1 << len(NAMES)) - 1
NEIGHBOURS: Final = tuple(map(_neighbours, NAMES))
LIGHT: Final = bits("a1 b1 b2 c1 c2 c3 d1 d2 d3 e1 e2 e3")
CAMPS: Final = {1: LIGHT, 2: ALL & ~LIGHT}
START: Final = (INDEX["b3"], INDEX["c4"], INDEX["d3"])  # White, Black, Red


def hexes(of: Bits) -> list[Hex]:
    """The members of a set, in order."""
    members = []
    while of:
        lowest = of & -of
        members.append(lowest.bit_length() - 1)
        of ^= lowest
    return members
