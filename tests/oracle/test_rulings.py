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


def test_areas_come_in_the_order_of_their_smallest_ring() -> None:
    """A hole of one area comes before all rings; but its rings come after the other area's."""
    hole, one, other = (0, 0), {(1, 0), (2, 0)}, {(0, 5), (0, 6)}
    inside = {hole} | one | other
    around = {n for pos in inside for n in nexus.neighbours(pos)} - inside
    beside = sorted({n for pos in around for n in nexus.neighbours(pos)} - around - inside)
    rings = dict.fromkeys(around, "1000") | dict.fromkeys(one | other, "0200")
    gaps = ["3,0", "1,5", f"{beside[0][0]},{beside[0][1]}"]
    rings |= dict.fromkeys([(3, 0), (1, 5), *beside[: 37 - len(rings)]], "")
    written = [f"{q},{r}" + f":{rings[q, r]}" * bool(rings[q, r]) for q, r in sorted(rings)]
    game = load("nexus")
    text = f"{';'.join(written)} p1 3,3,3,3 1234 eeee oooo4 - 60"
    pair = at(game, game.setup(4, {"entry": "border"}), text)
    for gap in gaps:
        pair = pair.play(f"@{gap}")
        pair.check()
    assert nexus.legal(pair.there) == ["x2@0,5", "x2@0,6"]
    for removal in ("x2@0,5", "x2@0,6", "x2@2,0"):
        pair = pair.play(removal)
        pair.check()
    assert nexus.legal(pair.there) == ["x2@1,0", "x2@2,0"]


@pytest.mark.parametrize(("beside", "pays"), [("", False), ("01", True)])
def test_a_wall_alone_surrounds_no_mixed_ring(beside: str, pays: bool) -> None:
    """p1 leaps into a ring of p2 that lies apart, alone or with one more ring of p2 beside it."""
    rings = {(q, 0): "" for q in range(17)} | {(0, 0): "30", (9, 0): "02", (20, 0): "01"}
    rings[21 if beside else 25, 0] = beside
    written = [f"{q},{r}" + f":{what}" * bool(what) for (q, r), what in rings.items()]
    game = load("nexus")
    pair = at(game, game.setup(2, {"edge": "wall"}), f"{';'.join(written)} p1 0,3 12 ee oo2 - 20")
    for text in ("0,0>20,0!0,0", "0,0>1,0"):
        pair = pair.play(text)
        pair.check()
    assert (nexus.legal(pair.there) == ["x2@20,0", "x2@21,0"]) == pays
