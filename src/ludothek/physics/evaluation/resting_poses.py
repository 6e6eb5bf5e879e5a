"""Resting poses of a piece: its shape and the face that is down."""

from dataclasses import dataclass
from typing import Final

from ludothek.physics.simulation.geometry import Pose
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import BODIES, Piece, body_of, corners


@dataclass(frozen=True, slots=True)
class Resting:
    """A shape set down on one of its faces."""

    shape: str  # as "T"
    face: str  # as "standing"


def _ways(shape: str) -> tuple[Resting, ...]:
    """From the flattest to the highest."""
    faces = sorted(BODIES[shape].faces, key=lambda face: _height(shape, face[0]))
    return tuple(Resting(shape, name) for name, _ in faces)


def _height(shape: str, face: str) -> float:
    pose = Pose(0, 0, 0, BODIES[shape].resting_on(face))
    return _extent(f"{shape}r", pose)


def _extent(piece: Piece, pose: Pose) -> float:
    heights = [corner[2] for corner in corners(piece, pose)]
    return max(heights) - min(heights)


WAYS: Final = {shape: _ways(shape) for shape in BODIES}  # the widest face first
ALL: Final = tuple(way for ways in WAYS.values() for way in ways)
HEIGHTS: Final = {way: _height(way.shape, way.face) for way in ALL}


def ways(piece: Piece) -> tuple[Resting, ...]:
    """The ways to set a piece down, the widest face first."""
    return WAYS[body_of(piece).code]


def top_of(layout: Layout) -> Resting | None:
    """How the top piece of a tower lies; None where there is no tower."""
    return lying(layout, layout.pieces[-1]) if layout.pieces else None


def lying(layout: Layout, piece: Piece) -> Resting:
    """How a piece lies now, judged by its height; one that leans is taken for what is nearest."""
    extent = _extent(piece, layout.only([piece]).poses[0])
    return min(ways(piece), key=lambda way: abs(HEIGHTS[way] - extent))
