from hypothesis import given

from ludothek.games.perft import divide, perft
from ludothek.games.repulso import REPULSO, Move, PlacePiece, PlaceStone, Slide, State
from ludothek.games.repulso.board import ALL, INDEX, NAMES, NEIGHBOURS, around, bits
from ludothek.games.repulso.rules import left_alone
from tests.games.repulso import model
from tests.games.repulso.tables import (
    START,
    after,
    at,
    ending,
    position,
    some_states,
    texts,
    thrifty_games,
)

EVERY_MOVE: tuple[Move, ...] = (
    *(PlacePiece(square) for square in range(36)),
    *(PlaceStone(square) for square in range(36)),
    *(Slide(start, end) for start in range(36) for end in range(36)),
)
CORNER = "6/6/6/6/o1x3/1o*3 p1 p1 10+6,11+5 -"


def test_perft_from_the_start() -> None:
    start = REPULSO.initial()
    assert [perft(REPULSO, start, depth) for depth in range(4)] == [1, 72, 5040, 326992]


def test_divide_splits_the_count_by_the_first_decision() -> None:
    split = divide(REPULSO, REPULSO.initial(), 2)
    assert set(split.values()) == {70}
    assert sum(split.values()) == 5040


def test_squares_touch_left_right_above_and_below() -> None:
    """repulso 1.1"""
    assert NAMES[0] == "a1"
    assert NAMES[-1] == "f6"
    assert NEIGHBOURS[INDEX["a1"]] == bits("a2 b1")
    assert NEIGHBOURS[INDEX["c4"]] == bits("b4 d4 c3 c5")
    assert NEIGHBOURS[INDEX["f3"]] == bits("f2 f4 e3")
    assert sum(near.bit_count() for near in NEIGHBOURS) == 2 * 60


def test_the_game_starts_with_full_supplies_and_an_empty_board() -> None:
    """repulso 1.2, 6.2"""
    assert position(REPULSO.initial()) == START


def test_the_first_turn_places_a_piece_or_a_stone_anywhere() -> None:
    """repulso 2.1"""
    assert texts(REPULSO.initial()) == set(NAMES) | {f"*{name}" for name in NAMES}


def test_legal_decisions_come_in_one_order() -> None:
    assert REPULSO.legal_texts(at(START))[:3] == ["a1", "b1", "c1"]
    assert REPULSO.legal_texts(at(START))[36:39] == ["*a1", "*b1", "*c1"]
    sliding = "o5/3x2/2x2o/1o*x2/2o3/6 p2 p2 8+6,9+5 b3,c2,c4,d3"
    assert " ".join(REPULSO.legal_texts(at(sliding))) == "d3-f3 d3-d1 d3-d4 c4-a4 c4-e4 c4-c6"


def test_a_piece_leaves_the_supply_and_ends_the_turn() -> None:
    """repulso 2.1, 2.2"""
    assert position(after(START, "c4")) == "6/6/2o3/6/6/6 p2 p2 11+6,12+6 -"
    assert position(after(START, "c4", "d4")) == "6/6/2ox2/6/6/6 p1 p1 11+6,11+6 -"


def test_a_piece_keeps_apart_from_its_colour_but_not_from_anything_else() -> None:
    """repulso 2.2"""
    state = at("5o/6/2o*2/3x2/6/6 p1 p1 10+6,11+5 -")
    pieces = {text for text in texts(state) if "*" not in text}
    assert set(NAMES) - pieces == {"f6", "e6", "f5", "c4", "b4", "c3", "c5", "d4", "d3"}
    assert {"b3", "b5", "d5", "d2", "e3", "e4"} <= pieces


def test_a_stone_goes_on_any_empty_square() -> None:
    """repulso 2.3"""
    state = at("6/6/2o3/3x2/6/6 p1 p1 11+6,11+6 -")
    stones = {text for text in texts(state) if "*" in text}
    assert stones == {f"*{name}" for name in NAMES if name not in ("c4", "d3")}


def test_a_stone_never_moves_again() -> None:
    """repulso 2.3"""
    state = after("6/6/6/2*3/6/6 p2 p2 12+5,12+6 -", "*c4")
    assert position(state) == "6/6/2*3/2*3/6/6 p1 p1 12+5,12+5 -"


def test_a_stone_affects_the_pieces_of_both_colours_next_to_it() -> None:
    """repulso 3.1"""
    state = after("6/6/2o1x1/1x4/2o3/6 p1 p1 10+6,10+6 -", "*c3")
    assert position(state) == "6/6/2o1x1/1x*3/2o3/6 p1 p1 10+5,10+6 b3,c2,c4"


def test_a_piece_that_slides_against_an_older_stone_is_not_affected_by_it() -> None:
    """repulso 3.1"""
    state = after("*3ox/6/6/6/6/o5 p1 p1 10+6,11+5 -", "*b1", "a1-a5")
    assert position(state) == "*3ox/o5/6/6/6/1*4 p2 p2 10+5,11+5 -"


def test_the_one_who_placed_slides_first_and_then_the_other() -> None:
    """repulso 3.2"""
    state = after("5o/6/6/6/o1x3/6 p2 p2 10+6,11+6 -", "*b2")
    assert (REPULSO.to_move(state), state.turn) == (2, 2)
    assert texts(state) == {"c2-c6", "c2-c1", "c2-f2"}
    state = REPULSO.play(state, "c2-c6")
    assert position(state) == "2x2o/6/6/6/o*4/6 p1 p2 10+6,11+5 a2"
    assert texts(state) == {"a2-a6", "a2-a1"}
    assert position(REPULSO.play(state, "a2-a1")) == "2x2o/6/6/6/1*4/o5 p1 p1 10+6,11+5 -"


def test_the_other_slides_alone_when_only_their_pieces_are_affected() -> None:
    """repulso 3.2"""
    state = after("6/6/6/6/o5/6 p2 p2 11+6,12+6 -", "*a3")
    assert (REPULSO.to_move(state), state.turn) == (1, 2)


def test_a_slide_goes_up_to_the_edge_a_piece_or_a_stone() -> None:
    """repulso 3.3"""
    state = after("6/3x2/6/*2o2/6/5o p1 p1 10+6,11+5 -", "*d2")
    assert texts(state) == {"d3-d4", "d3-b3", "d3-f3"}


def test_sliding_is_a_duty_as_long_as_one_can() -> None:
    """repulso 3.4"""
    state = after(CORNER, "*a1", "a2-a6")
    assert REPULSO.to_move(state) == 1
    assert texts(state) == {"b1-b6"}


def test_an_order_may_block_the_own_next_piece() -> None:
    """repulso 3.4, 3.5"""
    assert texts(after(CORNER, "*a1")) == {"a2-a6", "a2-b2", "b1-b6"}
    blocked = after(CORNER, "*a1", "a2-b2")
    assert position(blocked) == "6/6/6/6/1ox3/*o*3 p2 p2 10+5,11+5 -"
    both = after(CORNER, "*a1", "a2-a6", "b1-b6")
    assert position(both) == "oo4/6/6/6/2x3/*1*3 p2 p2 10+5,11+5 -"


def test_a_blocked_piece_is_left_alone() -> None:
    """repulso 3.5"""
    state = after("5x/6/6/o5/6/ox4 p1 p1 10+6,10+6 -", "*a2")
    assert position(state) == "5x/6/6/o5/*5/ox4 p1 p1 10+5,10+6 a1,a3"
    assert texts(state) == {"a3-a6", "a3-f3"}
    assert position(REPULSO.play(state, "a3-f3")) == "5x/6/6/5o/*5/ox4 p2 p2 10+5,10+6 -"


@given(some_states)
def test_a_blocked_piece_stays_blocked_through_the_movement(state: State) -> None:
    """repulso 3.5"""
    assert not state.affected & around(state.affected)
    for move in REPULSO.legal_moves(state):
        later = REPULSO.apply(state, move)
        assert not left_alone(state) & around(ALL & ~later.lying)


def test_slides_may_bring_a_colour_together() -> None:
    """repulso 3.6"""
    state = after("o4x/6/6/6/o5/6 p2 p2 10+6,11+6 -", "*a1", "a2-a5")
    assert position(state) == "o4x/o5/6/6/6/*5 p1 p1 10+6,11+5 -"


def test_a_stone_that_moves_nothing_ends_the_turn_at_once() -> None:
    """repulso 3.7"""
    assert position(after(START, "*c3")) == "6/6/6/2*3/6/6 p2 p2 12+5,12+6 -"
    boxed_in = after("6/6/6/6/6/ox4 p1 p1 11+6,11+6 -", "*a2")
    assert position(boxed_in) == "6/6/6/6/*5/ox4 p2 p2 11+5,11+6 -"


def test_sliding_does_not_use_up_a_turn() -> None:
    """repulso 3.7"""
    state = after("5o/6/6/6/o1x3/6 p2 p2 10+6,11+6 -", "*b2", "c2-c6", "a2-a1")
    assert (REPULSO.to_move(state), state.turn, REPULSO.turn_begins(state)) == (1, 1, True)


def test_turns_begin_outside_movements_only() -> None:
    assert REPULSO.turn_begins(at(START))
    assert not REPULSO.turn_begins(at("5x/6/6/o5/*5/ox4 p1 p1 10+5,10+6 a1,a3"))


def test_a_seat_without_pieces_plays_its_stones() -> None:
    """repulso 4.2"""
    state = at("6/6/xoxoxo/oxoxox/xoxoxo/oxoxox p1 p1 0+6,0+6 -")
    assert texts(state) == {f"*{column}{row}" for column in "abcdef" for row in (5, 6)}


@given(some_states)
def test_where_only_turns_count_a_stone_is_a_turn(state: State) -> None:
    """repulso 5.1"""
    if state.setup["stuck"] == "no-turn" and state.stones_left[state.to_move - 1]:
        assert REPULSO.legal_moves(state)


@given(thrifty_games)
def test_every_game_ends_with_a_stuck_seat_or_a_full_board(game: list[State]) -> None:
    """repulso 1.3, 4.7"""
    assert len(game) - 1 <= 36 + 12 * 4
    beginnings = [state for state in game if REPULSO.turn_begins(state)]
    lying = [state.lying.bit_count() for state in beginnings]
    assert lying == list(range(len(beginnings)))
    end = ending(game[-1])
    assert end
    assert (end[1] == "stuck") != (lying[-1] == 36)


@given(thrifty_games)
def test_nobody_loses_during_a_movement(game: list[State]) -> None:
    """repulso 4.1"""
    assert all(ending(state) is None for state in game if state.affected)


@given(thrifty_games)
def test_legal_decisions_are_those_of_the_slow_model(game: list[State]) -> None:
    """repulso 2.2, 2.3, 3.2, 3.3, 4.3, 5.1"""
    for state in game:
        rules = state.setup["stuck"]
        assert texts(state) == model.legal(REPULSO.notation.format_state(state), rules)


@given(some_states)
def test_legal_is_exactly_what_is_not_refused(state: State) -> None:
    legal = set(REPULSO.legal_moves(state))
    assert {move for move in EVERY_MOVE if REPULSO.refusal(state, move) is None} == legal


@given(some_states)
def test_nothing_is_lost_or_found(state: State) -> None:
    """repulso 1.2, 1.3"""
    assert state.p1 & state.p2 == (state.p1 | state.p2) & state.stones == 0
    assert state.stones.bit_count() + sum(state.stones_left) == 12
    assert all(0 <= state.pieces_left(seat) <= 12 for seat in (1, 2))
