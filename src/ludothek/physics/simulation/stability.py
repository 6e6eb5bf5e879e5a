"""Whether a tower stands, from contacts and centres of mass."""

from collections.abc import Sequence
from math import atan2, pi
from typing import Final

from ludothek.physics.simulation.geometry import Point
from ludothek.physics.table.layout import Layout, Touch
from ludothek.physics.table.pieces import body_of

TABLE: Final = 0


def is_tower(touches: Sequence[Touch], height: int) -> bool:
    """Whether every piece touches only its two neighbours, and the base the table."""
    pairs = {(touch.first, touch.second) for touch in touches}
    return pairs == {(below, below + 1) for below in range(TABLE, height)}


def centre(layout: Layout, below: int = TABLE) -> Point:
    """The centre of mass of all pieces above one of them, or above the table."""
    above = list(zip(layout.pieces, layout.poses, strict=True))[below:]
    weights = [body_of(piece).volume for piece, _ in above]
    x = sum(weight * pose.x for weight, (_, pose) in zip(weights, above, strict=True))
    y = sum(weight * pose.y for weight, (_, pose) in zip(weights, above, strict=True))
    return x / sum(weights), y / sum(weights)


def is_balanced(layout: Layout, touches: Sequence[Touch]) -> bool:
    """Whether the weight above every joint of a tower lies between the points that carry it."""
    return all(
        _between(centre(layout, touch.first), [(x, y) for x, y, _ in touch.points])
        for touch in touches
    )


def _between(centre: Point, points: list[Point]) -> bool:
    """Whether points lie all around a centre: seen from there, no gap is half a circle."""
    angles = sorted(atan2(y - centre[1], x - centre[0]) for x, y in points)
    following = [*angles[1:], angles[0] + 2 * pi]
    return all(after - angle < pi for angle, after in zip(angles, following, strict=True))
