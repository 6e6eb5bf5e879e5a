import pytest

from ludothek.games import UnreadableMove, UnreadablePosition
from ludothek.games.hexgrid import format_pos, hexagon
from ludothek.games.nexus import NEXUS, Enter, Lay, Leap, Lift, Remove, Walk
from tests.games.nexus.tables import at, play

RINGS = ";".join(format_pos(pos) for pos in hexagon(2))
REST = "p1 7,7 12 ee oo2 - 2"


def test_every_kind_of_decision_has_one_text() -> None:
    """nexus 6.1"""
    for text, move in {
        "@0,-1": Enter((0, -1)),
        "-1,0>0,0": Walk((-1, 0), (0, 0)),
        "0,0>2,-1!-1,0": Leap((0, 0), (2, -1), (-1, 0)),
        "-1,0": Lift((1, 0)),
        "--1,0": Lift((-1, 0)),
        "+-3,1": Lay((-3, 1)),
        "x3@0,12": Remove(3, (0, 12)),
    }.items():
        assert NEXUS.notation.parse_move(text) == move
        assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0,0",
        "@-0,1",
        "@01,1",
        "@+1,0",
        "@1, 0",
        "0,0>",
        "x5@0,0",
        "x0@0,0",
        "---1,0",
        "@12345,0",
    ],
)
def test_anything_else_is_no_decision(text: str) -> None:
    """nexus 6.1, 6.3"""
    with pytest.raises(UnreadableMove, match="no decision of NEXUS"):
        NEXUS.notation.parse_move(text)


def test_the_start_reads_as_documented() -> None:
    """nexus 6.2"""
    assert NEXUS.format_position(NEXUS.initial()) == f"{RINGS} p1 10,11 12 nn --0 - 0"


def test_what_is_under_way_stands_in_the_text() -> None:
    """nexus 6.3"""
    state = at({"0,0": "10", "2,0": "01"})
    for moves, under_way in (
        (["0,0>1,0"], "steps:1,0>0,0|"),
        (["-1,0", "--2,0"], "rings:-2,0;1,0+0|"),
        (["-1,0", "--2,0", "-1,1", "-0,2", "+3,-1"], "rings:-2,0;0,2;1,0;1,1+1|"),
    ):
        after = play(state, *moves)
        text = NEXUS.format_position(after)
        assert text.split(" ")[6] == under_way
        assert NEXUS.parse_position(text) == after


def test_entering_a_leap_and_an_old_siege_stand_in_the_text() -> None:
    """nexus 6.3"""
    wall = dict.fromkeys(["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"], "10")
    state = at({**wall, "0,0": "01", "2,0": "20", "-2,0": "01"}, reserves="3,3")
    for move, under_way in (
        ("@2,-1", "enter:2|0,0"),
        ("2,0>0,2!2,0", "steps:!|0,0"),
        ("2,0>2,-1", "steps:2,-1>2,0|0,0"),
    ):
        after = play(state, move)
        assert NEXUS.format_position(after).split(" ")[6] == under_way
        assert NEXUS.parse_position(NEXUS.format_position(after)) == after


def test_what_was_seen_before_is_written_and_read_beside_the_position() -> None:
    """nexus 5.3, 6.3"""
    assert NEXUS.memory
    start = at({"0,0": "10", "2,0": "01"})
    state = play(start, "0,0>1,0", "1,0>1,-1", "2,0>2,-1", "2,-1>2,-2")
    situations = NEXUS.memory.items(state)
    texts = [NEXUS.memory.format(state, situation) for situation in situations]
    assert texts[0] == NEXUS.format_position(start).rsplit(" ", 1)[0] + " 0"
    bare = NEXUS.parse_position(NEXUS.format_position(state))
    assert NEXUS.memory.items(bare) != situations
    assert NEXUS.memory.items(NEXUS.memory.recall(bare, texts)) == situations


def test_a_capture_on_the_first_step_leaves_every_way_open() -> None:
    """nexus 6.3"""
    after = play(at({"0,0": "11", "1,0": "10", "2,0": "01"}), "1,0>0,0")
    assert NEXUS.format_position(after).split(" ")[6] == "steps:-|"
    assert NEXUS.parse_position(NEXUS.format_position(after)) == after


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected rings"),
        (f"{RINGS} p1 7,7 12 ee oo2 - x", "expected rings"),
        (f"{RINGS} p1 7 12 ee oo2 - 2", "every seat has a reserve"),
        (f"{RINGS} p1 7,7 21 ee oo2 - 2", "listed once each"),
        (f"{RINGS} p1 7,7 2 ee oo2 - 2", "the seat to decide is still in"),
        (f"{RINGS};0,0 {REST}", "listed once each, by q"),
        (f"0,0 {REST}", "19 rings"),
        (f"{RINGS.replace('0,0', '0,0:100')} {REST}", "one digit per seat"),
        (f"{RINGS.replace('0,0', '0,0:32')} {REST}", "at most four"),
        (f"{RINGS} p1 7,15 12 ee oo2 - 2", "not so many marbles"),
        (f"{RINGS} p1 7,7 1 ee oo2 - 2", "has no marbles"),
        (f"{RINGS} p1 7,7 12 en oo2 - 2", "has a previous action"),
        (f"{RINGS} p1 7,7 12 ee oo2 - 1", "do not add up"),
        (f"{RINGS} p1 7,7 12 ee oo3 - 2", "who acted last"),
        (f"{RINGS} p1 7,7 12 ee oo2 - 401", "more than 400"),
        (f"{RINGS} {REST}", "nothing to decide"),
        (f"{RINGS} p1 7,7 12 ee oo2 - 400", "nothing to decide"),
        (f"{RINGS} p1 7,7 12 ee oo2 repetition 9", "nothing to decide"),
        (f"{RINGS} p1 7,7 12 ee oo2 nap 2", "nothing that can be under way"),
        (f"{RINGS} p1 7,7 12 ee oo2 enter:3| 2", "nothing that can be under way"),
        (f"{RINGS} p1 7,7 12 ee oo2 enter:1| 2", "nothing to decide"),
        (f"{RINGS} p1 7,7 12 ee oo2 steps:8,8>9,9| 2", "nothing to decide"),
        (f"{RINGS} p1 7,7 12 ee oo2 remove-o:2*1@0,0;9,9 2", "nothing to decide"),
        (f"{RINGS} p1 7,7 12 ee oo2 rings:9,9+1| 2", "before one is laid"),
        (f"{RINGS} p1 7,7 12 ee oo2 rings:0,0+0| 2", "just lifted"),
    ],
)
def test_a_bad_position_says_what_was_expected(text: str, sentence: str) -> None:
    """nexus 6.2, 6.3"""
    with pytest.raises(UnreadablePosition, match=sentence):
        NEXUS.parse_position(text)
