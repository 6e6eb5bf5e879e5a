"""The pieces as rigid bodies; all data is in `games/splash/pieces.json`."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from math import cos, pi, sin, sqrt
from typing import Final

from ludothek.games.protocol import Json
from ludothek.games.splash import pieces
from ludothek.physics.simulation.geometry import (
    Point,
    Pose,
    Quaternion,
    Vector,
    placed,
    rotated,
    turn,
)
from ludothek.physics.table.errors import BadPlacement

Piece = str  # shape and colour, as "Lr"

DENSITY: Final = pieces.WOOD["density"]  # kg/m³
FRICTION: Final = pieces.WOOD["friction"]
_UP: Final = {"z": turn("z", 0), "x": turn("y", -90)}  # the rotation that makes an axis point up


@dataclass(frozen=True)
class Body:
    """A shape as a prism: its base in the x-y plane, its middle at the origin, in metres."""

    code: str
    form: str  # "box" or "octagon"
    size: Vector  # along x, y and z
    faces: tuple[tuple[str, str], ...]  # each way to set it down, and the axis that then points up

    def resting_on(self, face: str) -> Quaternion:
        """The rotation that sets the piece down on a face."""
        return _UP[dict(self.faces)[face]]

    @property
    def volume(self) -> float:
        """In cubic metres."""
        x, y, z = self.size
        return x * y * z * (1 if self.form == "box" else 2 * (sqrt(2) - 1))

    @cached_property
    def vertices(self) -> tuple[Vector, ...]:
        """The corners of the base below, then those above."""
        half = self.size[2] / 2
        return tuple((x, y, z) for z in (-half, half) for x, y in self._base)

    @cached_property
    def sides(self) -> tuple[tuple[Vector, ...], ...]:
        """The corners of every side, in order around it."""
        n = len(self._base)
        below, above = self.vertices[:n], self.vertices[n:]
        upright = [(below[i - 1], below[i], above[i], above[i - 1]) for i in range(n)]
        return (below, above, *upright)

    @cached_property
    def _base(self) -> tuple[Point, ...]:
        x, y = self.size[0] / 2, self.size[1] / 2
        if self.form == "box":
            return (x, y), (-x, y), (-x, -y), (x, -y)
        angles = [pi / 4 * (i + 0.5) for i in range(8)]
        radius = x / cos(pi / 8)
        return tuple((radius * cos(angle), radius * sin(angle)) for angle in angles)


def _body(shape: pieces.Shape) -> Body:
    size = (shape.width / 1000, shape.depth / 1000, shape.height / 1000)
    return Body(shape.code, shape.form, size, shape.faces)


BODIES: Final = {shape.code: _body(shape) for shape in pieces.SHAPES}
VERSION: Final = sha256(  # of everything that can change how a tower falls
    json.dumps([pieces.WOOD, [asdict(body) for body in BODIES.values()]]).encode()
).hexdigest()[:8]


def body_of(piece: Piece) -> Body:
    """The body of a piece."""
    if str(piece) not in pieces.INDEX:
        raise BadPlacement(
            "piece-unknown", f"{piece!r} is no piece; written are Lr, Sg or To", piece=str(piece)
        )
    return BODIES[piece[0]]


def corners(piece: Piece, pose: Pose) -> list[Vector]:
    """Where the corners of a piece are."""
    return [placed(pose, corner) for corner in body_of(piece).vertices]


@lru_cache(maxsize=256)  # a search asks for those of the same tower again and again
def upper_side(piece: Piece, pose: Pose) -> tuple[Vector, ...]:
    """The corners of the side with the highest middle."""
    sides = body_of(piece).sides
    return _placed(pose, max(sides, key=_heights(piece, pose)))


@lru_cache(maxsize=256)
def lower_side(piece: Piece, pose: Pose) -> tuple[Vector, ...]:
    """The corners of the side with the lowest middle."""
    sides = body_of(piece).sides
    return _placed(pose, min(sides, key=_heights(piece, pose)))


def _placed(pose: Pose, side: tuple[Vector, ...]) -> tuple[Vector, ...]:
    return tuple(placed(pose, corner) for corner in side)


def _heights(piece: Piece, pose: Pose) -> Callable[[tuple[Vector, ...]], float]:
    """How high the middle of each side lies above that of the piece."""
    heights = {corner: rotated(pose.turned, corner)[2] for corner in body_of(piece).vertices}
    return lambda side: sum(heights[corner] for corner in side) / len(side)


@cache
def plain() -> dict[str, Json]:
    """The bodies as plain data for a front end; lengths in millimetres."""
    return {
        "version": VERSION,
        "shapes": {
            shape.code: {
                "name": shape.name,
                "form": shape.form,
                "size": [shape.width, shape.depth, shape.height],
                "faces": [face for face, _ in shape.faces],
            }
            for shape in pieces.SHAPES
        },
        "paint": pieces.PAINT,
    }
