from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.games import LudothekError, UnreadableMove, UnreadablePosition
from ludothek.games.repulso import REPULSO, PlacePiece, PlaceStone, Slide, State
from ludothek.games.repulso.board import INDEX
from tests.games.repulso.tables import START, at, some_states

parse_move = REPULSO.notation.parse_move


def test_decisions_have_one_text_each() -> None:
    """repulso 6.1"""
    assert parse_move("c4") == PlacePiece(INDEX["c4"])
    assert parse_move("*c4") == PlaceStone(INDEX["c4"])
    assert parse_move("c3-c6") == Slide(INDEX["c3"], INDEX["c6"])
    for text in ("a1", "f6", "*a6", "*f1", "a1-a6", "f3-b3"):
        assert str(parse_move(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "g1", "a7", "a0", "C4", " c4", "c4 ", "c4\n", "c4*", "**c4", "c3c6", "c3-", "c3-g3"],
)
def test_other_texts_are_no_decisions(text: str) -> None:
    """repulso 6.1"""
    with pytest.raises(UnreadableMove) as error:
        parse_move(text)
    assert (error.value.code, error.value.params) == ("move", {"text": text})
    assert str(error.value).endswith("is no decision of Repulso; written are c4, *c4 or c3-c6")


@pytest.mark.parametrize(
    "text",
    [
        START,
        "6/6/2o3/6/6/6 p2 p2 11+6,12+6 -",
        "o5/3x2/2x2o/1o*x2/2o3/6 p2 p2 8+6,9+5 b3,c2,c4,d3",
        "2x2o/6/6/6/o*4/6 p1 p2 10+6,11+5 a2",
        "*oooox/**xoo*/x****o/oo*x*x/xo*xxo/oxxxx* p1 p1 0+0,0+0 -",
        "6/6/6/6/6/6 p1 p1 12+6,12+6 - stuck=no-turn,tiebreak=next-groups",
    ],
)
def test_positions_read_back_as_written(text: str) -> None:
    """repulso 6.2"""
    assert REPULSO.format_position(at(text)) == text


def test_affected_pieces_are_named_in_the_order_of_the_alphabet() -> None:
    """repulso 6.2"""
    state = REPULSO.play(at("6/6/2o1x1/1x4/2o3/6 p1 p1 10+6,10+6 -"), "*c3")
    assert REPULSO.format_position(state).endswith(" b3,c2,c4")
    assert wrong("6/6/2o1x1/1x*3/2o3/6 p1 p1 10+5,10+6 c2,b3,c4").startswith("the position is")
    assert wrong("6/6/2o1x1/1x*3/2o3/6 p1 p1 10+5,10+6 b3,b3,c2,c4").startswith("the position is")


def wrong(text: str) -> str:
    with pytest.raises(UnreadablePosition) as error:
        at(text)
    return str(error.value).removeprefix("no position of Repulso: ")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6/6/6/6/6/6",
        "6/6/6/6/6/6 p1 p1 12+6,12+6",
        "6/6/6/6/6/6 p3 p1 12+6,12+6 -",
        "6/6/6/6/6/6 p1 p1 13+6,12+6 -",
        "6/6/6/6/6/6 p1 p1 012+6,12+6 -",
        "6/6/6/6/6/6 p1 p1 12+7,12+6 -",
        "6/6/6/6/6/6 p1 p1 12+6,12+6 g1",
        "6/6/6/6/6/6 p1 p1 12+6,12+6 -\n",
        "7/6/6/6/6/6 p1 p1 12+6,12+6 -",
        "6/6/6/6/6/6  p1 p1 12+6,12+6 -",
        "6/6/6/6/6/٦ p1 p1 12+6,12+6 -",
    ],
)
def test_a_position_has_five_fields(text: str) -> None:
    """repulso 6.2"""
    expected = "expected rows, seat to decide, seat at turn, supplies and affected pieces"
    assert wrong(text) == expected


@pytest.mark.parametrize("rows", ["6/6/6/6/6", "6/6/6/6/6/6/6", "6/6/6/6/6/5", "6/6/6/6/6/6o"])
def test_a_position_has_six_rows_of_six_squares(rows: str) -> None:
    """repulso 6.2"""
    assert wrong(f"{rows} p1 p1 12+6,12+6 -") == "there are six rows of six squares"


def test_runs_of_empty_squares_are_written_as_one_number() -> None:
    """repulso 6.2"""
    assert wrong("33/6/6/6/6/6 p1 p1 12+6,12+6 -").startswith("the position is written otherwise")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "6/6/6/6/6/o5 p2 p2 12+6,12+6 -",
            "p1 has 12 pieces on the board and in supply",
        ),
        (
            "6/6/6/6/6/ox4 p1 p1 11+6,10+6 -",
            "p2 has 12 pieces on the board and in supply",
        ),
        (
            "6/6/6/6/6/*5 p2 p2 12+6,12+6 -",
            "there are 12 action stones on the board and in both supplies",
        ),
        (
            "6/6/6/6/6/oo1x1x p1 p1 10+6,10+6 -",
            "two pieces of one colour touch, and no stone has moved them",
        ),
        (
            "6/6/6/6/x5/x1o1o1 p1 p1 10+6,10+6 -",
            "two pieces of one colour touch, and no stone has moved them",
        ),
        (
            "6/6/6/6/6/6 p2 p2 12+6,12+6 -",
            "with these supplies it is not the turn of p2",
        ),
        (
            "6/6/6/6/6/o5 p1 p1 11+6,12+6 -",
            "with these supplies it is not the turn of p1",
        ),
        (
            "5x/6/6/o5/*5/ox4 p2 p2 10+5,10+6 a1,a3",
            "with these supplies it is not the turn of p2",
        ),
        (
            "6/6/6/6/6/6 p2 p1 12+6,12+6 -",
            "it is p1 who decides",
        ),
    ],
)
def test_a_position_must_be_able_to_come_about(text: str, sentence: str) -> None:
    """repulso 6.3"""
    assert wrong(text) == sentence


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        (
            "p1 p1 10+5,10+6 a3",
            "affected are exactly the pieces next to a stone of the seat at turn",
        ),
        (
            "p1 p1 10+5,10+6 a1,a3,f6",
            "affected are exactly the pieces next to a stone of the seat at turn",
        ),
        (
            "p1 p1 10+5,10+6 a1,a2",
            "affected are exactly the pieces next to a stone of the seat at turn",
        ),
        (
            "p1 p1 10+5,10+6 c3",
            "affected are exactly the pieces next to a stone of the seat at turn",
        ),
        (
            "p2 p1 10+5,10+6 a1,a3",
            "it is p1 who decides",
        ),
    ],
)
def test_a_movement_must_be_able_to_be_under_way(rest: str, sentence: str) -> None:
    """repulso 6.3"""
    assert wrong(f"5x/6/6/o5/*5/ox4 {rest}") == sentence


def test_the_stone_of_a_movement_comes_from_the_seat_at_turn() -> None:
    """repulso 6.3"""
    never_placed = "o1o2x/6/6/o5/*5/ox4 p1 p1 8+6,10+5 a1,a3"
    assert wrong(never_placed) == (
        "affected are exactly the pieces next to a stone of the seat at turn"
    )


def test_a_movement_without_a_slide_is_over() -> None:
    """repulso 6.3"""
    boxed_in = "6/6/6/6/*5/ox4 p1 p1 11+5,11+6 a1"
    assert wrong(boxed_in) == "no affected piece can slide, so the movement is over"


def test_the_one_who_placed_slides_before_the_other_decides() -> None:
    """repulso 6.3, 3.2"""
    assert wrong("5o/6/6/6/o*x3/6 p1 p2 10+6,11+5 a2,c2") == "it is p2 who decides"


@given(some_states, st.integers(0, 60), st.sampled_from("ox*16/ p+,-"))
def test_a_text_with_a_slip_is_a_position_or_an_error(state: State, where: int, slip: str) -> None:
    """repulso 6.2"""
    written = REPULSO.format_position(state)
    text = written[:where] + slip + written[where + 1 :]
    with suppress(LudothekError):
        assert REPULSO.format_position(at(text)) == text


@given(st.text(st.sampled_from("*-abcdefg01234567 "), max_size=6))
def test_any_text_is_a_decision_or_an_error(text: str) -> None:
    """repulso 6.1"""
    with suppress(UnreadableMove):
        assert str(parse_move(text)) == text
