"""How a tower balances, by geometry alone: where on its top a piece can be without tipping it.

Every joint of a tower holds as long as the weight above it lies over where its two pieces meet. A
new piece moves that weight towards itself, so every edge of every joint is a line that the middle
of the new piece must not cross. The room inside all lines is convex, and quickly computed; how a
piece lands that is let go askew is left to the simulation.
"""

from collections.abc import Sequence
from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludothek.physics.geometry import Point, Vector
from ludothek.physics.layout import Layout
from ludothek.physics.pieces import Piece, body_of, lower_side, upper_side

Outline = list[Point]  # convex, counter-clockwise
Array = NDArray[np.float64]

_SAFE: Final = 0.0002  # metres from a line where nothing is safe any more


class Balance:
    """The joints of a tower, and what weighs on them."""

    def __init__(self, layout: Layout) -> None:
        parts = list(zip(layout.pieces, layout.poses, strict=True))
        self.top = outline(upper_side(*parts[-1]))
        self._lines = [_lines(self.top)]
        self._weights = [0.0]
        self._centres: list[Point] = [(0.0, 0.0)]
        x = y = weight = 0.0
        for i in range(len(parts) - 1, -1, -1):
            piece, pose = parts[i]
            volume = body_of(piece).volume
            x, y, weight = x + volume * pose.x, y + volume * pose.y, weight + volume
            met = outline(lower_side(piece, pose))
            if i:
                met = common(met, outline(upper_side(*parts[i - 1])))
            self._lines.append(_lines(met))
            self._weights.append(weight)
            self._centres.append((x / weight, y / weight))

    @property
    def middle(self) -> Point:
        """Of the top piece's upper side, in metres."""
        xs, ys = zip(*self.top, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    def margins(self, piece: Piece, points: Array) -> Array:
        """How far from tipping the tower is with the middle of a piece over each point."""
        volume = body_of(piece).volume
        found = np.full(len(points), np.inf)
        for lines, weight, centre in zip(self._lines, self._weights, self._centres, strict=True):
            share = volume / (weight + volume)
            moved = np.asarray(centre) * (1 - share) + points * share
            distances = lines[:, 2] - moved @ lines[:, :2].T
            found = np.minimum(found, distances.min(axis=1))
        return found

    def chances(self, piece: Piece, points: Array, misses: Array) -> tuple[Array, Array]:
        """For each point aimed at: how many misses do not tip the tower, and the mean margin."""
        around = (points[:, None, :] + misses[None, :, :]).reshape(-1, 2)
        margins = self.margins(piece, around).reshape(len(points), len(misses))
        return (margins > _SAFE).mean(axis=1), margins.mean(axis=1)


def outline(side: Sequence[Vector]) -> Outline:
    """A side seen from above."""
    points = [(x, y) for x, y, _ in side]
    turns = sum(
        a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1], strict=True)
    )
    return points if turns > 0 else points[::-1]


def common(first: Outline, second: Outline) -> Outline:
    """Where two outlines overlap; a single point where they do not."""
    found = first
    for a, b in zip(second, second[1:] + second[:1], strict=True):
        found = _left_of(found, a, b)
        if not found:
            return [first[0]]
    return found


def _left_of(shape: Outline, a: Point, b: Point) -> Outline:
    """The part of an outline to the left of a line."""

    def side(point: Point) -> float:
        return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])

    found: Outline = []
    for here, there in zip(shape, shape[1:] + shape[:1], strict=True):
        s, t = side(here), side(there)
        if s >= 0:
            found.append(here)
        if (s >= 0) != (t >= 0):
            share = s / (s - t)
            found.append(
                (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]))
            )
    return found


def _lines(shape: Outline) -> Array:
    """Each edge as nx, ny, d: a point p is inside by d - n·p."""
    rows = []
    for a, b in zip(shape, shape[1:] + shape[:1], strict=True):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length > 1e-9:
            nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
            rows.append((nx, ny, nx * a[0] + ny * a[1]))
    return np.array(rows or [(1.0, 0.0, -1.0)])
