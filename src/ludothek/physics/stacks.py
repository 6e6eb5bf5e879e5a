"""The stacks that a fall has left on the table."""

from typing import Final

from ludothek.games.splash.board import INDEX
from ludothek.physics.judge import TABLE
from ludothek.physics.layout import Layout, Touch
from ludothek.physics.pieces import Piece
from ludothek.physics.settle import Motion, Stop, never, stays

Stack = tuple[Piece, ...]  # from bottom to top

LEANING: Final = 0.3  # a touch with less of an upward part than this carries nothing


def decision(stacks: tuple[Stack, ...]) -> str:
    """The outcome as the rules are told it; a single stack is the tower."""
    if len(stacks) == 1:
        return "stands"
    return "falls:" + "|".join(".".join(stack) for stack in stacks)


def stacks_left(motion: Motion, stop: Stop = never) -> tuple[Stack, ...]:
    """Every piece once, in at least two stacks, sorted by their bottom pieces."""
    layout = motion.end
    lines = _lines(_carriers(motion.touches), len(layout.pieces))
    named = [tuple(layout.pieces[number - 1] for number in line) for line in lines]
    found = [part for line in named for part in _sound(layout, line, stop)]
    if len(found) == 1:
        found = [*_sound(layout, found[0][:-1], stop), found[0][-1:]]
    return tuple(sorted(found, key=lambda stack: INDEX[stack[0]]))


def _carriers(touches: tuple[Touch, ...]) -> dict[int, set[int]]:
    """What each piece lies on: every touch with an upward part counts."""
    found: dict[int, set[int]] = {}
    for touch in touches:
        if touch.up > LEANING:
            found.setdefault(touch.second, set()).add(touch.first)
        elif touch.up < -LEANING:
            found.setdefault(touch.first, set()).add(touch.second)
    return found


def _lines(carriers: dict[int, set[int]], count: int) -> list[list[int]]:
    """From each piece that lies on the table alone, the longest line of pieces on one only."""
    above: dict[int, list[int]] = {}
    for piece, below in sorted(carriers.items()):
        if len(below) == 1:
            above.setdefault(min(below), []).append(piece)
    lines = [_longest(bottom, above) for bottom in above.get(TABLE, [])]
    others = set(range(1, count + 1)).difference(*lines)
    return lines + [[piece] for piece in sorted(others)]


def _longest(bottom: int, above: dict[int, list[int]]) -> list[int]:
    lines = [_longest(piece, above) for piece in above.get(bottom, [])]
    return [bottom, *max(lines, key=len, default=[])]


def _sound(layout: Layout, line: Stack, stop: Stop) -> list[Stack]:
    """A line, less what would not stay there with all other pieces taken away."""
    for height in range(len(line), 1, -1):
        if stays(layout.only(line[:height]), stop):
            return [line[:height], *((piece,) for piece in line[height:])]
    return [(piece,) for piece in line]
