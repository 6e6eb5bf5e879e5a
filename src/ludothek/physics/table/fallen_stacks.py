"""The stacks that a fall has left on the table, and how high they reach."""

from collections.abc import Iterable
from typing import Final

from ludothek.games.splash.pieces import INDEX
from ludothek.physics.simulation.settle import Motion, Stop, never, stays
from ludothek.physics.simulation.stability import TABLE
from ludothek.physics.table.layout import Layout, Touch
from ludothek.physics.table.pieces import Piece, corners

Stack = tuple[Piece, ...]  # from bottom to top

LEANING: Final = 0.3  # a touch with less of an upward part than this carries nothing
ALIKE: Final = 0.001  # metres: stacks whose tops are less than this apart are equally high


def decision(layout: Layout, stacks: tuple[Stack, ...]) -> str:
    """The outcome as a decision of the rules, with marks; a single stack is the tower."""
    if len(stacks) == 1:
        return "stands"
    marked = highest(layout, stacks)
    return "falls:" + "|".join(".".join(stack) + "^" * (stack in marked) for stack in stacks)


def highest(layout: Layout, stacks: Iterable[Stack]) -> list[Stack]:
    """The stacks of two or more pieces that reach highest above the table, as a ruler would say."""
    reach = _reach(layout)
    return _highest([stack for stack in stacks if len(stack) > 1], reach)


def _reach(layout: Layout) -> dict[Piece, float]:
    """How far above the table the highest corner of each piece is, in metres."""
    return {
        piece: max(height for _, _, height in corners(piece, pose))
        for piece, pose in zip(layout.pieces, layout.poses, strict=True)
    }


def _highest(stacks: list[Stack], reach: dict[Piece, float]) -> list[Stack]:
    tops = [max(reach[piece] for piece in stack) for stack in stacks]
    return [stack for stack, top in zip(stacks, tops, strict=True) if max(tops) - top < ALIKE]


def stacks_left(motion: Motion, stop: Stop = never) -> tuple[Stack, ...]:
    """Every piece once, in at least two stacks, sorted by their bottom pieces."""
    layout = motion.end
    lines = _lines(_carriers(motion.touches), layout)
    stacks = [part for line in lines for part in _sound(layout, line, stop)]
    if len(stacks) == 1:
        stacks = [*_sound(layout, stacks[0][:-1], stop), stacks[0][-1:]]
    return tuple(sorted(stacks, key=lambda stack: INDEX[stack[0]]))


def _carriers(touches: tuple[Touch, ...]) -> dict[int, set[int]]:
    """What each piece lies on: every touch with an upward part counts."""
    carriers: dict[int, set[int]] = {}
    for touch in touches:
        if touch.up > LEANING:
            carriers.setdefault(touch.second, set()).add(touch.first)
        elif touch.up < -LEANING:
            carriers.setdefault(touch.first, set()).add(touch.second)
    return carriers


def _lines(carriers: dict[int, set[int]], layout: Layout) -> list[Stack]:
    """From each piece that lies on the table alone, the highest line of pieces on one only."""
    names = ("table", *layout.pieces)
    above: dict[Piece, list[Piece]] = {}
    for piece, below in sorted(carriers.items()):
        if len(below) == 1:
            above.setdefault(names[min(below)], []).append(names[piece])
    reach = _reach(layout)
    lines = [_line(bottom, above, reach) for bottom in above.get(names[TABLE], [])]
    others = set(layout.pieces).difference(*lines)
    return lines + [(piece,) for piece in layout.pieces if piece in others]


def _line(bottom: Piece, above: dict[Piece, list[Piece]], reach: dict[Piece, float]) -> Stack:
    lines = [_line(piece, above, reach) for piece in above.get(bottom, [])]
    return (bottom, *_highest(lines, reach)[0]) if lines else (bottom,)


def _sound(layout: Layout, line: Stack, stop: Stop) -> list[Stack]:
    """A line, less what would not stay there with all other pieces taken away."""
    for height in range(len(line), 1, -1):
        if stays(layout.only(line[:height]), stop):
            return [line[:height], *((piece,) for piece in line[height:])]
    return [(piece,) for piece in line]
