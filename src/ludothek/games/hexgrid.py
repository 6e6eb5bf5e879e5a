"""An unbounded hexagonal grid in axial coordinates (q, r)."""

from collections.abc import Callable
from typing import Final

Pos = tuple[int, int]

DIRECTIONS: Final[tuple[Pos, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def neighbours(pos: Pos) -> tuple[Pos, ...]:
    """The six positions around one, in turn."""
    q, r = pos
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def hexagon(radius: int) -> tuple[Pos, ...]:
    """All positions at most `radius` steps from the origin, sorted."""
    span = range(-radius, radius + 1)
    return tuple((q, r) for q in span for r in span if abs(q + r) <= radius)


def triangle(side: int) -> tuple[Pos, ...]:
    """The triangle q ≥ 0, r ≥ 0, q + r ≤ side, sorted."""
    return tuple((q, r) for q in range(side + 1) for r in range(side + 1 - q))


def rotated(pos: Pos) -> Pos:
    """A sixth of a turn about the origin."""
    q, r = pos
    return -r, q + r


def mirrored(pos: Pos) -> Pos:
    """The reflection that swaps the two axes."""
    q, r = pos
    return r, q


def symmetries() -> dict[str, Callable[[Pos], Pos]]:
    """The twelve symmetries of the grid that keep the origin, by name."""

    def turn(times: int, mirror: bool) -> Callable[[Pos], Pos]:
        def moved(pos: Pos) -> Pos:
            pos = mirrored(pos) if mirror else pos
            for _ in range(times):
                pos = rotated(pos)
            return pos

        return moved

    return {
        f"turn-{times * 60}{'-mirrored' if mirror else ''}": turn(times, mirror)
        for mirror in (False, True)
        for times in range(6)
    }


def format_pos(pos: Pos) -> str:
    """`q,r`."""
    return f"{pos[0]},{pos[1]}"


def parse_pos(text: str) -> Pos:
    """The position `q,r` means; the caller has made sure that it is one."""
    q, _, r = text.partition(",")
    return int(q), int(r)


# A whole number in its only spelling; positions further out than four digits are not read.
NUMBER: Final = r"(?:0|-?[1-9][0-9]{0,3})"
POS: Final = f"{NUMBER},{NUMBER}"
