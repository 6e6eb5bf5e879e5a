"""The pieces: five shapes in six colours, their order, sizes, and which of them match.

All that is known about them stands in `pieces.json`; wood and faces matter to the simulated table.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from ludothek.games.protocol import Seat

Piece = int  # 0 for Lr, then Ly, Lg …: counted through the colours, shape by shape
Pieces = int  # a set of pieces, one bit each
Stack = tuple[Piece, ...]  # from bottom to top
Stacks = tuple[Stack, ...]  # sorted by their bottom pieces
Marks = tuple[int, ...]  # which of some stacks are highest, by their places among them


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape as it lies on its widest face; the measures are millimetres.

    It can be set down on some faces, each of which makes an axis point up: x runs along the width,
    z along the height.
    """

    code: str
    name: str
    form: str  # "box", or "octagon" for a prism whose width is taken across the flats
    width: int
    depth: int
    height: int
    faces: tuple[tuple[str, str], ...]  # as ("standing", "x")

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Shape":
        """A shape as the data file has it."""
        return cls(**{**data, "faces": tuple(data["faces"].items())})


_DATA: Final[dict[str, Any]] = json.loads(
    files(__package__).joinpath("pieces.json").read_text(encoding="utf-8")
)
SHAPES: Final = tuple(map(Shape.of, _DATA["shapes"]))
WOOD: Final[dict[str, float]] = _DATA["wood"]  # density in kg/m³; friction, also on the table
COLOURS: Final[dict[str, str]] = {colour["code"]: colour["name"] for colour in _DATA["colours"]}
PAINT: Final[dict[str, str]] = {colour["code"]: colour["paint"] for colour in _DATA["colours"]}
NAMES: Final = tuple(shape.code + colour for shape in SHAPES for colour in COLOURS)
INDEX: Final = {name: piece for piece, name in enumerate(NAMES)}
ALL: Final[Pieces] = (1 << len(NAMES)) - 1
_BITS: Final = tuple((piece, 1 << piece) for piece in range(len(NAMES)))


def shape(piece: Piece) -> Shape:
    """The shape of a piece."""
    return SHAPES[piece // len(COLOURS)]


def colour(piece: Piece) -> str:
    """The letter of a piece's colour."""
    return NAMES[piece][1]


def bits(of: Iterable[Piece]) -> Pieces:
    """The set of these pieces."""
    return sum(1 << piece for piece in set(of))


def members(of: Pieces) -> list[Piece]:
    """The pieces of a set, in the order of their codes."""
    return [piece for piece, bit in _BITS if of & bit]


def in_order(stacks: Stacks, marked: Marks = ()) -> tuple[Stacks, Marks]:
    """Stacks sorted by their bottom pieces, with their marks."""
    order = sorted(range(len(stacks)), key=stacks.__getitem__)
    places = tuple(new for new, old in enumerate(order) if old in marked)
    return tuple(stacks[old] for old in order), places


def format_stack(stack: Iterable[Piece]) -> str:
    """`Lr.Sg`, from bottom to top."""
    return ".".join(NAMES[piece] for piece in stack)


def format_stacks(stacks: Stacks, marked: Marks) -> str:
    """`Lr.Sg^|Po`: a mark says which is highest."""
    return "|".join(
        format_stack(stack) + "^" * (place in marked) for place, stack in enumerate(stacks)
    )


def format_source(piece: Piece, source: Seat | None) -> str:
    """`Lr`, or `Lr<3` for one that is taken from a seat."""
    return f"{NAMES[piece]}<{source}" if source else NAMES[piece]


def _matching(piece: Piece) -> Pieces:
    others = [other for other in range(len(NAMES)) if other != piece]
    return sum(
        1 << other
        for other in others
        if shape(other) == shape(piece) or colour(other) == colour(piece)
    )


MATCHING: Final = tuple(map(_matching, range(len(NAMES))))  # same shape or same colour
