"""Layouts: the poses of all pieces on the table, and which of them touch."""

from collections.abc import Iterable
from dataclasses import dataclass

from ludothek.physics.simulation.geometry import Pose, Vector
from ludothek.physics.table.pieces import Piece


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies where; a tower is listed from bottom to top.

    >>> from ludothek.physics import Table
    >>> Table(seed=7).layout.pieces
    ()
    """

    pieces: tuple[Piece, ...] = ()
    poses: tuple[Pose, ...] = ()

    def only(self, pieces: Iterable[Piece]) -> "Layout":
        """These pieces, the others removed."""
        chosen = tuple(pieces)
        where = dict(zip(self.pieces, self.poses, strict=True))
        return Layout(chosen, tuple(where[piece] for piece in chosen))


@dataclass(frozen=True, slots=True)
class Touch:
    """Two things in contact: 0 is the table, then the pieces in their order."""

    first: int
    second: int
    up: float  # 1: the second lies on the first; 0: side by side; -1: the first on the second
    points: tuple[Vector, ...]
