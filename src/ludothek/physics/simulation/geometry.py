"""Rotations as unit quaternions, poses, and convex outlines seen from above."""

from math import cos, radians, sin
from sys import float_info
from typing import NamedTuple

Vector = tuple[float, float, float]
Point = tuple[float, float]


class Quaternion(NamedTuple):
    """A rotation."""

    w: float
    x: float
    y: float
    z: float

    def __matmul__(self, other: "Quaternion") -> "Quaternion":
        """The rotation that does `other` first."""
        a, b, c, d = self
        w, x, y, z = other
        return Quaternion(
            a * w - b * x - c * y - d * z,
            a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x,
            a * z + b * y - c * x + d * w,
        )


class Pose(NamedTuple):
    """Where the middle of a piece is (metres, z up from the table) and how it is turned."""

    x: float
    y: float
    z: float
    turned: Quaternion


def are_numbers(*values: object) -> bool:
    """Whether all are finite numbers, and none too large to reckon with."""
    return all(
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) <= float_info.max
        for value in values
    )


def turn(axis: str, degrees: float) -> Quaternion:
    """A rotation about the x, y or z axis."""
    half = radians(degrees) / 2
    parts = [sin(half) if name == axis else 0.0 for name in "xyz"]
    return Quaternion(cos(half), *parts)


def rotated(turned: Quaternion, vector: Vector) -> Vector:
    """A vector after a rotation."""
    w, x, y, z = turned
    a, b, c = vector
    u, v, t = y * c - z * b, z * a - x * c, x * b - y * a  # half the usual cross product
    return (
        a + 2 * (w * u + y * t - z * v),
        b + 2 * (w * v + z * u - x * t),
        c + 2 * (w * t + x * v - y * u),
    )


def placed(pose: Pose, vector: Vector) -> Vector:
    """A point of a piece, on the table."""
    x, y, z = rotated(pose.turned, vector)
    return pose.x + x, pose.y + y, pose.z + z


def overlap(first: list[Point], second: list[Point]) -> bool:
    """Whether two convex outlines share more than their rims."""
    return not any(
        _apart(first, second, edge) for outline in (first, second) for edge in _edges(outline)
    )


def _edges(outline: list[Point]) -> list[Point]:
    following = outline[1:] + outline[:1]
    return [(b[0] - a[0], b[1] - a[1]) for a, b in zip(outline, following, strict=True)]


def _apart(first: list[Point], second: list[Point], edge: Point) -> bool:
    """Whether a line along an edge keeps two outlines apart."""
    across = [[x * edge[1] - y * edge[0] for x, y in outline] for outline in (first, second)]
    return max(across[0]) <= min(across[1]) or max(across[1]) <= min(across[0])
