"""Prospects: whether stones can give a seat a square for a piece."""

from dataclasses import replace
from random import Random

import pytest

from ludothek.games.repulso import REPULSO, State
from ludothek.games.repulso.stuck import has_prospect
from tests.games.repulso import model
from tests.games.repulso.tables import at, crowded, ending, texts

TWO_STONES = "o**x1o/x*1o*x/xo1xo*/*x1oxo/1o*1*x/o1**o1 p1 p1 2+2,4+0 -"
THREE_STONES = "x*1xo1/oxoo1x/x*x1*o/*1*o*x/oxox**/1x1*xo p2 p2 3+0,1+3 -"
LOST = "xox1ox/oxox*o/*o*ox*/o****x/xo1x**/o1xo*x p2 p2 1+0,1+1 -"


def with_stones(state: State, left: int) -> bool:
    """Would the seat at turn have a prospect with so many stones?"""
    return has_prospect(state.of(state.turn), state.of(3 - state.turn), state.stones, left)


def laid(text: str, *moves: str) -> set[str]:
    """Where pieces fit after stones of one seat, without any turn of the other."""
    state = at(text)
    seat = state.turn
    for move in moves:
        state = REPULSO.play(state, move)
        if REPULSO.turn_begins(state):
            state = replace(state, turn=seat, to_move=seat)
    return {each for each in texts(state) if "*" not in each}


def test_two_stones_open_a_square_where_one_does_not() -> None:
    """repulso 4.3"""
    assert ending(at(TWO_STONES)) is None
    assert laid(TWO_STONES, "*d2", "d3-c3", "*d3", "c3-c5", "d4-c4") == {"c3"}
    assert not with_stones(at(TWO_STONES), 1)


def test_three_stones_open_a_square_where_two_do_not() -> None:
    """repulso 4.3"""
    assert ending(at(THREE_STONES)) is None
    assert laid(THREE_STONES, "*d4", "d5-e5", "*d5", "d6-c6", "*d6", "e6-f6") == {"e6"}
    assert not with_stones(at(THREE_STONES), 2)


def test_a_stone_that_opens_nothing_is_no_prospect() -> None:
    """repulso 4.2, 4.3, 5.1"""
    assert ending(at(LOST)) == ("p1win", "stuck")
    assert texts(at(LOST)) == set()
    assert ending(at(f"{LOST} stuck=no-turn")) is None
    assert texts(at(f"{LOST} stuck=no-turn")) == {"*b1", "*c2", "*d6"}


def test_without_a_stone_there_is_no_prospect() -> None:
    """repulso 4.3"""
    assert not with_stones(at(TWO_STONES), 0)


@pytest.mark.parametrize(("stones", "boards"), [(1, 300), (2, 150), (3, 40)])
def test_prospects_are_those_found_by_trying_everything(stones: int, boards: int) -> None:
    """repulso 4.3"""
    random, answers = Random(stones), set()
    for _ in range(boards):
        state = crowded(random, stones)
        rows, seat, *_ = REPULSO.notation.format_state(state).split(" ")
        expected = model.has_prospect(model.read(rows), model.SYMBOLS[seat], stones)
        assert with_stones(state, stones) == expected, REPULSO.format_position(state)
        answers.add(expected)
    assert answers == {False, True}
