"""Static stability of a tower: where on its top a piece can lie without tipping it.

Every joint of a tower holds as long as the weight above it lies over where its two pieces meet. A
new piece moves that weight towards itself, so every edge of every joint is a line that the middle
of the new piece must not cross. How a piece lands that is let go askew is left to others.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludothek.physics.simulation.geometry import Point, Pose, Vector
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import BODIES, Piece, lower_side, upper_side

Outline = list[Point]  # convex, counter-clockwise
Line = tuple[float, float, float]  # nx, ny, d: a point p is inside by d - n·p
Array = NDArray[np.float64]


class Tower(NamedTuple):
    """The lines that the middle of a new piece must not cross, a row each."""

    joints: Array  # nx, ny, d, the weight above, and its moments along x and y
    rim: Array  # nx, ny, d of each edge of the top


class Joint(NamedTuple):
    """Where two pieces meet, and what weighs on it."""

    lines: list[Line]
    weight: float = 0.0
    moment_x: float = 0.0
    moment_y: float = 0.0

    def under(self, volume: float, pose: Pose) -> "Joint":
        """The same with one more piece above it."""
        return Joint(
            self.lines,
            self.weight + volume,
            self.moment_x + volume * pose.x,
            self.moment_y + volume * pose.y,
        )


class Balance:
    """The joints of a tower, and what weighs on them."""

    def __init__(self) -> None:
        self._top: Outline = []
        self._joints: list[Joint] = []  # all but the one that is still to come

    @staticmethod
    @lru_cache(maxsize=16)  # one decision asks for that of its tower several times
    def of(layout: Layout) -> "Balance":
        """That of a tower."""
        balance = Balance()
        for piece, pose in zip(layout.pieces, layout.poses, strict=True):
            balance = balance.plus(piece, pose)
        return balance

    def plus(self, piece: Piece, pose: Pose) -> "Balance":
        """With one more piece on top."""
        under = outline(lower_side(piece, pose))
        joint = Joint(_lines(common(under, self._top) if self._top else under))
        volume = BODIES[piece[0]].volume
        balance = Balance()
        balance._top = outline(upper_side(piece, pose))
        balance._joints = [each.under(volume, pose) for each in (*self._joints, joint)]
        return balance

    @property
    def height(self) -> int:
        """How many pieces it has."""
        return len(self._joints)

    @property
    def middle(self) -> Point:
        """Of the top piece's upper side, in metres."""
        xs, ys = zip(*self._top, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    @cached_property
    def lines(self) -> Tower:
        """Those of all joints, and of the top."""
        rows = [(*line, *joint[1:]) for joint in self._joints for line in joint.lines]
        return Tower(rows_of(rows, 6), rows_of(_lines(self._top), 3))

    def over_top(self, points: Sequence[Point]) -> list[bool]:
        """Which points lie over the top piece."""
        lines = _lines(self._top)
        return [all(nx * x + ny * y <= d for nx, ny, d in lines) for x, y in points]


def outline(side: Sequence[Vector]) -> Outline:
    """A side seen from above."""
    points = [(x, y) for x, y, _ in side]
    turns = sum(a[0] * b[1] - a[1] * b[0] for a, b in _edges(points))
    return points if turns > 0 else points[::-1]


def common(first: Outline, second: Outline) -> Outline:
    """Where two outlines overlap; a single point where they do not."""
    overlap = first
    for a, b in _edges(second):
        overlap = _left_of(overlap, a, b)
        if not overlap:
            return first[:1]
    return overlap


def _edges(shape: Outline) -> list[tuple[Point, Point]]:
    return list(zip(shape, shape[1:] + shape[:1], strict=True))


def _left_of(shape: Outline, a: Point, b: Point) -> Outline:
    """The part of an outline to the left of a line."""

    def side(point: Point) -> float:
        return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])

    corners: Outline = []
    for here, there in _edges(shape):
        s, t = side(here), side(there)
        if s >= 0:
            corners.append(here)
        if (s >= 0) != (t >= 0):
            share = s / (s - t)
            x, y = (p + share * (q - p) for p, q in zip(here, there, strict=True))
            corners.append((x, y))
    return corners


def _lines(shape: Outline) -> list[Line]:
    """The line of each edge. No edges: nothing is inside."""
    rows = []
    for a, b in _edges(shape):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length > 1e-9:
            nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
            rows.append((nx, ny, nx * a[0] + ny * a[1]))
    return rows or [(1.0, 0.0, -1.0)]


def rows_of(rows: Iterable[Iterable[float]], width: int) -> Array:
    """An array of rows of so many numbers, of which there may be none."""
    return np.array([value for row in rows for value in row]).reshape(-1, width)
