"""What front ends are given: data, events, a picture, and the places that can be touched in it."""

from typing import Final

from ludothek.games.protocol import Event, Place, View
from ludothek.games.svg import document, element, text
from ludothek_nim.rules import HEAPS, State, Take

WIDTH: Final = 420
HEIGHT: Final = 400
_STEP: Final = 62  # from match to match
_ROW: Final = 120  # from heap to heap


def board(state: State) -> View:
    """The heaps."""
    return {"heaps": state.heaps}


def move(take: Take) -> View:
    """A decision as plain data."""
    return {"kind": "take", "heap": take.heap, "matches": take.matches}


def happened(before: State, take: Take, after: State) -> tuple[Event, ...]:
    """Matches were taken, and the turn went on, unless they were the last."""
    taken: Event = {
        "event": "taken",
        "seat": before.to_move,
        "heap": take.heap,
        "matches": take.matches,
    }
    if not any(after.heaps):
        return (taken,)
    return (taken, {"event": "turn", "seat": after.to_move})


def places(state: State) -> tuple[Place, ...]:
    """Every match; it is named after the decision to take it with all to the right of it."""
    return tuple(
        Place(str(Take(heap, left - n)), _x(n), _y(heap), _STEP, _ROW - 12)
        for heap, left in enumerate(state.heaps, 1)
        for n in range(left)
    )


def touches(take: Take) -> tuple[str, ...]:
    """The leftmost of the matches that are taken."""
    return (str(take),)


def picture(state: State) -> str:
    """A table with the heaps, and where matches were at the start."""
    parts = [element("rect", x=0, y=0, width=WIDTH, height=HEIGHT, rx=24, fill="#e9dcc3")]
    for heap, (left, most) in enumerate(zip(state.heaps, HEAPS, strict=True), 1):
        parts.append(text(str(heap), 36, _y(heap) + 54, 28, "#6b5a3c"))
        parts.extend(_gap(_x(n) + _STEP / 2, _y(heap)) for n in range(left, most))
        parts.extend(_match(_x(n) + _STEP / 2, _y(heap)) for n in range(left))
    return document(parts, WIDTH, HEIGHT, f"Nim, heaps of {', '.join(map(str, state.heaps))}")


def _x(n: int) -> float:
    return 76 + n * _STEP


def _y(heap: int) -> float:
    return 26 + (heap - 1) * _ROW


def _match(x: float, y: float) -> str:
    stick = element("rect", x=x - 6, y=y + 14, width=12, height=84, rx=3, fill="#b98a4e")
    head = element("ellipse", cx=x, cy=y + 16, rx=9, ry=13, fill="#b3392f")
    return stick + head


def _gap(x: float, y: float) -> str:
    return element("rect", x=x - 6, y=y + 4, width=12, height=94, rx=6, fill="#dbcaa9")
