"""Where a piece could be set down: spots worth a try on a tower as it stands."""

from collections.abc import Iterator, Sequence
from math import atan2, degrees, hypot
from typing import Final

from ludothek.physics.drop import Spot, check
from ludothek.physics.errors import BadPlacement
from ludothek.physics.geometry import Point
from ludothek.physics.layout import Layout
from ludothek.physics.pieces import BODIES, Piece, upper_side
from ludothek.physics.player.resting import Resting, ways
from ludothek.physics.running import touches

_RIM: Final = 0.6  # of the way from the middle of a side to its rim: no spot lies farther out
_RING: Final = 1.2  # millimetres around the middle


def middle(piece: Piece) -> Spot:
    """Roughly in the middle, on the widest face."""
    return Spot(piece, ways(piece)[0].face)


def aligned(layout: Layout, piece: Piece, way: Resting) -> Spot:
    """In the middle, with its edges along those of the top piece."""
    return Spot(piece, way.face, _yaw(layout))


def candidates(layout: Layout, piece: Piece, way: Resting, *, many: bool) -> list[Spot]:
    """Spots on one face, the likeliest first: in the middle, over the weight, across, around."""
    if not layout.pieces:
        return [Spot(piece, way.face)]
    yaw, to_weight = _yaw(layout), _towards_weight(layout)
    spots = [Spot(piece, way.face, yaw), Spot(piece, way.face, yaw, *to_weight)]
    if _long(way):
        spots += [Spot(piece, way.face, yaw + 90), Spot(piece, way.face, yaw + 90, *to_weight)]
    if many:
        half = to_weight[0] / 2, to_weight[1] / 2
        spots += [Spot(piece, way.face, yaw, *half), Spot(piece, way.face, yaw + 45)]
        spots += [Spot(piece, way.face, yaw, *around) for around in _ring()]
    return [spot for spot in spots if _possible(layout, spot)]


def _possible(layout: Layout, spot: Spot) -> bool:
    try:
        check(layout, spot)
    except BadPlacement:
        return False
    return True


def _long(way: Resting) -> bool:
    """Does it matter whether it lies along or across?"""
    body = BODIES[way.shape]
    return (len(set(body.size)) > 1 and dict(body.faces)[way.face] == "x") or way.shape == "T"


def _yaw(layout: Layout) -> float:
    """The direction of the top piece's edges, in degrees."""
    if not layout.pieces:
        return 0.0
    first, second, *_ = upper_side(layout.pieces[-1], layout.poses[-1])
    return round(degrees(atan2(second[1] - first[1], second[0] - first[0])) % 90, 3)


def _ring() -> Iterator[Point]:
    yield from ((_RING, 0.0), (-_RING, 0.0), (0.0, _RING), (0.0, -_RING))


def _towards_weight(layout: Layout) -> Point:
    """From the middle of the top piece towards the middle of what carries the tower, in mm."""
    side = upper_side(layout.pieces[-1], layout.poses[-1])
    x, y = _mean(side)
    carried = [_mean(touch.points) for touch in touches(layout)]
    to_x, to_y = (mean - here for mean, here in zip(_mean(carried), (x, y), strict=True))
    far = hypot(to_x, to_y)
    reach = _RIM * min(hypot(a - x, b - y) for a, b, _ in side)
    share = min(1.0, reach / far) if far else 0.0
    return round(1000 * share * to_x, 3), round(1000 * share * to_y, 3)


def _mean(points: Sequence[Sequence[float]]) -> Point:
    return (
        sum(point[0] for point in points) / len(points),
        sum(point[1] for point in points) / len(points),
    )
