"""What the rulings name as examples, for the oracle and the game alike."""

from collections.abc import Collection
from types import ModuleType
from typing import Any

import pytest

from ludothek.games import load
from tests.oracle import nexus, repulso, robotory
from tests.oracle.pair import Pair, at


def perft(oracle: ModuleType, state: Any, depth: int) -> int:
    texts = oracle.legal(state)
    if depth == 1:
        return len(texts)
    return sum(perft(oracle, oracle.play(state, text), depth - 1) for text in texts)


def test_the_numbers_of_games_are_those_of_the_rulings() -> None:
    assert [perft(repulso, repulso.initial(2, {}), depth) for depth in (1, 2)] == [72, 5040]
    assert [perft(robotory, robotory.initial(2, {}), depth) for depth in (1, 2)] == [42, 1699]


TWO_STONES = "o**x1o/x*1o*x/xo1xo*/*x1oxo/1o*1*x/o1**o1 p1 p1 2+2,4+0 -"
LOST = "xox1ox/oxox*o/*o*ox*/o****x/xo1x**/o1xo*x p2 p2 1+0,1+1 -"


@pytest.mark.parametrize(
    ("text", "stuck", "result"),
    [
        (TWO_STONES, "no-prospect", "none"),
        (TWO_STONES, "no-turn", "none"),
        (LOST, "no-prospect", "p1win"),
        (LOST, "no-turn", "none"),
    ],
)
def test_two_stones_may_open_a_place_and_none_may(text: str, stuck: str, result: str) -> None:
    game = load("repulso")
    pair = at(game, game.setup(2, {"stuck": stuck}), text)
    pair.check()
    assert repulso.result(pair.there) == result


HEXAGON = [
    (q, r) for q in range(-2, 3) for r in range(-2, 3) if max(abs(q), abs(r), abs(q + r)) <= 2
]
AROUND = nexus.neighbours((0, 0))  # 1,0 first, then -1,0


def enter(marbles: dict[nexus.Pos, str], *, holes: Collection[nexus.Pos] = ()) -> Pair:
    """p1 enters three marbles, the last of them at 1,0; p2 has a marble far away, too."""
    marbles = {**marbles, (2, -1): "10", (-2, 2): "01"}
    rings = [pos for pos in HEXAGON if pos not in holes]
    rings += [(3 + n, -1) for n in range(len(holes))]
    written = [f"{q},{r}" + (f":{marbles[q, r]}" if (q, r) in marbles else "") for q, r in rings]
    game = load("nexus")
    pair = at(game, game.setup(2), f"{';'.join(written)} p1 3,3 12 ee oo2 - 20")
    for move in ("@2,-2", "@1,-2", "@1,0"):
        pair.check()
        pair = pair.play(move)
    pair.check()
    return pair


def test_a_blocker_inside_protects_nobody() -> None:
    """Three marbles and a blocker in a ring, six rings of the blocker's colour: two are lost."""
    marbles = dict.fromkeys(AROUND[1:], "10") | {(0, 0): "13"}
    pair = enter(marbles)
    assert pair.there.board[0, 0] == (1, 1)
    assert pair.there.reserves == (2, 3)


@pytest.mark.parametrize("hole", [None, (-1, 0)])
def test_a_hole_inside_a_closed_circle_changes_nothing(hole: nexus.Pos | None) -> None:
    inside = {(0, 0), (-1, 0)} if hole else {(0, 0)}
    around = {n for pos in inside for n in nexus.neighbours(pos)} - inside - {(1, 0)}
    pair = enter(dict.fromkeys(around, "10") | {(0, 0): "02"}, holes=[hole] if hole else [])
    assert pair.there.board[0, 0] == (0, 1)
    assert pair.there.reserves == (1, 3)


def test_a_marble_between_two_rings_and_four_holes_is_not_surrounded() -> None:
    pair = enter({(-1, 0): "10", (0, 0): "01"}, holes=AROUND[2:])
    assert pair.there.board[0, 0] == (0, 1)
    assert pair.there.reserves == (0, 3)
