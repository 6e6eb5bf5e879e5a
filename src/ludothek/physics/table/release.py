"""Where a piece may be held, and the pose at which it is released."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fmod
from typing import Final

from ludothek.games.backends import Spot as Held
from ludothek.physics.simulation.geometry import Point, Pose, Vector, are_numbers, overlap, turn
from ludothek.physics.simulation.stepping import touches
from ludothek.physics.table.errors import BadPlacement
from ludothek.physics.table.hand import Tremor
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import Piece, body_of, corners, lower_side, upper_side

GAP: Final = 0.00002  # metres between the tower and a piece that is let go
REACH: Final = 100.0  # millimetres from the middle of the table where a base may lie
STRAIGHT: Final = Tremor()


@dataclass(frozen=True, slots=True, init=False)
class Spot(Held):
    """How which piece is to be set down.

    >>> Spot("Lr", "flat", yaw=45).x
    0.0
    """

    piece: Piece

    def __init__(
        self, piece: Piece, face: str, yaw: float = 0.0, x: float = 0.0, y: float = 0.0
    ) -> None:
        Held.__init__(self, face, yaw, x, y)
        object.__setattr__(self, "piece", piece)


def check(layout: Layout, spot: Spot) -> None:
    """Refuse a spot that cannot be tried.

    >>> check(Layout(), Spot("Lr", "flat"))
    """
    faces = [name for name, _ in body_of(spot.piece).faces]
    if spot.face not in faces:
        raise BadPlacement(
            "face-unknown",
            f"{spot.piece} is set down on {' or '.join(faces)}, not on {spot.face!r}",
            piece=spot.piece,
            face=str(spot.face),
        )
    if not are_numbers(spot.yaw, spot.x, spot.y):
        raise BadPlacement("not-finite", "a turn and a place are finite numbers")
    if spot.piece in layout.pieces:
        raise BadPlacement("on-table", f"{spot.piece} is on the table already", piece=spot.piece)
    if layout.pieces:
        _check_over_top(layout, spot)
    elif abs(spot.x) > REACH or abs(spot.y) > REACH:
        raise BadPlacement(
            "off-table", f"a base lies within {REACH:g} mm of the middle of the table"
        )


def held(layout: Layout, spot: Spot, tremor: Tremor = STRAIGHT) -> Layout:
    """The layout with the new piece just above its place."""
    yaw = turn("z", fmod(spot.yaw, 360) + tremor.turn)
    tilt = turn("x", tremor.tilt_x) @ turn("y", tremor.tilt_y)
    turned = tilt @ yaw @ body_of(spot.piece).resting_on(spot.face)
    x, y, z = top_of(layout)
    x += (spot.x + tremor.x) / 1000
    y += (spot.y + tremor.y) / 1000
    lowest = min(corner[2] for corner in corners(spot.piece, Pose(0, 0, 0, turned)))
    pose = Pose(x, y, z + GAP - lowest, turned)
    return Layout((*layout.pieces, spot.piece), (*layout.poses, pose))


def top_of(layout: Layout) -> Vector:
    """The centre of the top piece's upper side, at the height of its highest corner."""
    if not layout.pieces:
        return 0.0, 0.0, 0.0
    piece, pose = layout.pieces[-1], layout.poses[-1]
    side = upper_side(piece, pose)
    x, y = (sum(corner[axis] for corner in side) / len(side) for axis in (0, 1))
    return x, y, max(corner[2] for corner in corners(piece, pose))


def _check_over_top(layout: Layout, spot: Spot) -> None:
    above = held(layout, spot)
    top = _outline(upper_side(layout.pieces[-1], layout.poses[-1]))
    if not overlap(top, _outline(lower_side(spot.piece, above.poses[-1]))):
        raise BadPlacement(
            "outside", f"{spot.piece} would not be above {layout.pieces[-1]}", piece=spot.piece
        )
    new = len(above.pieces)
    if any(new in (touch.first, touch.second) for touch in touches(above)):
        raise BadPlacement(
            "blocked", f"{spot.piece} would stand inside another piece", piece=spot.piece
        )


def _outline(side: Sequence[Vector]) -> list[Point]:
    return [(x, y) for x, y, _ in side]
