"""Random pieces, faces and poses: the table keeps its invariants.

A thousand of them, or fewer: PLACEMENTS=100 pytest tests/physics/table/test_random_placements.py
"""

import os
import re
from itertools import accumulate
from math import isfinite
from random import Random

import pytest

from ludothek.games.registry import load
from ludothek.games.splash.pieces import NAMES
from ludothek.physics import HANDS, BadPlacement, Layout, Result, Table
from ludothek.physics.simulation.stability import is_tower
from ludothek.physics.simulation.stepping import touches
from ludothek.physics.table.fallen_stacks import Stack
from ludothek.physics.table.pieces import DENSITY, body_of, corners
from tests.physics.towers import tower

COUNT = int(os.environ.get("PLACEMENTS", "1000"))
PARTS = 4  # so that several processes share them
GRAVITY = 9.81
SPRING = 0.0002  # metres that the springs in the contacts may throw the new piece up,
REBOUND = 0.05  # and of what a fall sets free, they may hold so much back for a frame


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.full) for part in range(1, PARTS))]
)
def test_random_placements_behave(part: int) -> None:
    random = Random(COUNT + part)
    done = 0
    while done < COUNT / PARTS:
        table = Table(random.randrange(10**9), random.choice(list(HANDS)))
        for _ in range(random.randint(1, 15)):
            if result := _placed(table, random):
                done += 1
                _check(result)
                _check_goes_on(table, random)


def test_a_whole_game_agrees_with_the_rules_and_keeps_all_30_pieces() -> None:
    game = load("splash")
    for seed in range(3):
        random = Random(seed)
        table = Table(seed, "shaky")
        state = game.initial(3)
        while not game.outcome(state):
            texts = game.legal_texts(state)
            if texts[0] == "stands":
                texts = [_decided(table, game.format_position(state), random)]
            state = game.play(state, random.choice(texts))
            if table.fallen and state.tower:
                table.keep(NAMES[state.tower[0]])
            if state.tower:
                assert table.layout.pieces == tuple(NAMES[piece] for piece in state.tower)
            assert set(re.findall(r"[LSPTO][rygbop]", game.format_position(state))) == set(NAMES)


def _placed(table: Table, random: Random) -> Result | None:
    piece = random.choice(NAMES)
    face = random.choice(body_of(piece).faces)[0]
    reach = random.choice((0, 2, 5, 12))
    x, y = random.uniform(-reach, reach), random.uniform(-reach, reach)
    try:
        return table.place(piece, face, random.uniform(0, 360), x, y)
    except BadPlacement as refused:
        if refused.code not in ("outside", "on-table"):
            raise
        return None


def _check(result: Result) -> None:
    numbers = [part for pose in result.layout.poses for part in (*pose[:3], *pose.turned)]
    assert all(map(isfinite, numbers))
    assert _lowest(result.layout) > -0.0001
    assert sorted(piece for stack in result.stacks for piece in stack) == sorted(
        result.layout.pieces
    )
    assert result.decision == _decision_of(result)
    assert sum(len(track) for _, track in result.path) < 40_000
    assert _risen(result.energy) <= _allowed(result)
    assert result.energy[-1] <= result.energy[0]


def _decision_of(result: Result) -> str:
    """What the rules are told: whether the pieces lie on each other in their order."""
    if is_tower(touches(result.layout), len(result.layout.pieces)):
        return "stands"
    high = [stack for stack in result.stacks if len(stack) > 1]
    best = max((_height(result.layout, stack) for stack in high), default=0.0)
    marks = ["^" * (s in high and best - _height(result.layout, s) < 0.001) for s in result.stacks]
    stacks = [".".join(stack) for stack in result.stacks]
    return "falls:" + "|".join(map("".join, zip(stacks, marks, strict=True)))


def _height(layout: Layout, stack: Stack) -> float:
    """Where a ruler beside a stack would be read, in metres."""
    remaining = layout.only(stack)
    poses = zip(remaining.pieces, remaining.poses, strict=True)
    return max(point[2] for piece, pose in poses for point in corners(piece, pose))


def _risen(energy: tuple[float, ...]) -> float:
    """The most by which it grew, from any frame to a later one."""
    return max(now - low for now, low in zip(energy, accumulate(energy, min), strict=True))


def _allowed(result: Result) -> float:
    """Next to what the placement brings in, and not to all that lies there; docs/physics.md."""
    freed = result.energy[0] - result.energy[-1]
    return SPRING * _weight(result.spot.piece) + REBOUND * freed


def _weight(piece: str) -> float:
    return body_of(piece).volume * DENSITY * GRAVITY


def test_a_small_cube_thrown_up_by_its_own_height_would_be_noticed() -> None:
    """On whatever tower, and whatever large piece was placed."""
    result = tower("LLPLOLPLPL").place("Og", "flat", x=1)
    assert result.stands
    assert _risen(result.energy) <= _allowed(result)
    thrown = (*result.energy[:-1], result.energy[-1] + 0.007 * _weight("Sr"))
    assert _risen(thrown) > _allowed(result)


def _check_goes_on(table: Table, random: Random) -> None:
    if table.fallen:
        stack = random.choice(table.fallen)
        assert table.keep(stack[0]).pieces == stack
    assert is_tower(touches(table.layout), len(table.layout.pieces))


def _lowest(layout: Layout) -> float:
    return min(
        corner[2]
        for piece, pose in zip(layout.pieces, layout.poses, strict=True)
        for corner in corners(piece, pose)
    )


def _decided(table: Table, position: str, random: Random) -> str:
    """The piece in hand is set down somewhere, and the table decides."""
    piece = position.rpartition("/")[2].split(" ")[0].split(":")[2].split("<")[0]
    face = random.choice(body_of(piece).faces)[0]
    x, y = random.uniform(-1, 1), random.uniform(-1, 1)
    return table.place(piece, face, x=x, y=y).decision
