"""Static stability of a tower: where on its top a piece can lie without tipping it.

Every joint of a tower holds as long as the weight above it lies over where its two pieces meet. A
new piece moves that weight towards itself, so every edge of every joint is a line that the middle
of the new piece must not cross. How a piece lands that is let go askew is left to others.
"""

from collections.abc import Sequence
from functools import cached_property
from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludothek.physics.simulation.geometry import Point, Pose, Vector
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import BODIES, Piece, lower_side, upper_side

Outline = list[Point]  # convex, counter-clockwise
Array = NDArray[np.float64]

_ROUNDING: Final = 1e-12  # metres, by which no distance is ever wrong
_ABSORBED: Final = 0.8  # of the shock, by any amount of weight; fitted to simulations


class Balance:
    """The joints of a tower, and what weighs on them."""

    def __init__(self) -> None:
        self.height = 0  # pieces
        self._top: Outline = []
        self._lines = np.empty((0, 3))  # of all joints but the one that is still to come
        self._weights = np.empty(0)  # above each line
        self._moments = np.empty((0, 2))

    @classmethod
    def of(cls, layout: Layout) -> "Balance":
        """That of a tower."""
        balance = cls()
        for piece, pose in zip(layout.pieces, layout.poses, strict=True):
            balance = balance.plus(piece, pose)
        return balance

    def plus(self, piece: Piece, pose: Pose) -> "Balance":
        """With one more piece on top."""
        balance = Balance()
        balance.height = self.height + 1
        under = outline(lower_side(piece, pose))
        joint = _lines(common(under, self._top) if self._top else under)
        volume = BODIES[piece[0]].volume
        moment = volume * np.array([pose.x, pose.y])
        balance._top = outline(upper_side(piece, pose))
        balance._lines = np.concatenate([self._lines, joint])
        balance._weights = np.concatenate([self._weights, np.zeros(len(joint))]) + volume
        balance._moments = np.concatenate([self._moments, np.zeros((len(joint), 2))]) + moment
        return balance

    @property
    def middle(self) -> Point:
        """Of the top piece's upper side, in metres."""
        xs, ys = zip(*self._top, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    @cached_property
    def _rim(self) -> Array:
        return _lines(self._top)

    def over_top(self, points: Array) -> NDArray[np.bool_]:
        """Which points lie over the top piece."""
        lines = self._rim
        inside: NDArray[np.bool_] = _along(points, lines[:, :2]) <= lines[:, 2:]
        return np.asarray(inside.all(axis=0))

    def margins(self, shape: str, points: Array, shock: float = 0.0) -> Array:
        """How far from tipping the tower is with the middle of a piece over each point.

        Weight above a joint takes some of the shock when a piece lands; the joint is compared with
        others as if it were so much farther from tipping.
        """
        volume = BODIES[shape].volume
        share = volume / (self._weights + volume)
        normals, limits = self._lines[:, :2], self._lines[:, 2]
        rest = limits - share / volume * (normals * self._moments).sum(axis=1)
        slopes = normals * share[:, None]
        firm = _ABSORBED * shock * (1 - share)
        top = self._rim
        near = _nearest(points, slopes, rest + firm)
        below: Array = rest[near][:, None] - _along(points, slopes[near]) + firm[near][:, None]
        here: Array = top[:, 2:] - _along(points, top[:, :2])
        nearest: Array = np.minimum(below.min(axis=0), here.min(axis=0))
        return nearest


def _nearest(points: Array, normals: Array, limits: Array) -> NDArray[np.bool_]:
    """Which lines are nearest to any of the points; all others lie behind one of these.

    In the smallest box around the points each line's distance has a least and a most.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    middle, half = (low + high) / 2, (high - low) / 2
    distance = limits - (normals * middle).sum(axis=1)
    spread = (abs(normals) * half).sum(axis=1)
    near: NDArray[np.bool_] = distance - spread <= (distance + spread).min() + _ROUNDING
    return near


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


def _along(points: Array, normals: Array) -> Array:
    """How far along each normal each point lies; too small a product to be shared by threads."""
    distances: Array = normals[:, :1] * points[:, 0] + normals[:, 1:] * points[:, 1]
    return distances


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


def _lines(shape: Outline) -> Array:
    """Each edge as nx, ny, d: a point p is inside by d - n·p. No edges: nothing is inside."""
    rows = []
    for a, b in _edges(shape):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length > 1e-9:
            nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
            rows.append((nx, ny, nx * a[0] + ny * a[1]))
    return np.array(rows or [(1.0, 0.0, -1.0)])
