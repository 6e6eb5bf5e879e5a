"""Choosing the first player. Seat 1 always begins, so people are rotated around the table.

A draw comes from a seed that is kept with the game: anybody can draw again and see the same.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from ludothek.games.protocol import Seat

T = TypeVar("T")


def drawn(seats: int, seed: int) -> Seat:
    """The seat whose people begin, drawn by lot."""
    return Random(f"starter {seed}").randint(1, seats)


def turned(values: Sequence[T], first: Seat) -> tuple[T, ...]:
    """The values with one seat's coming first, the others following in order."""
    return (*values[first - 1 :], *values[: first - 1])
