import pytest

from ludothek.games import IllegalMove
from ludothek.games.perft import divide, perft
from ludothek.games.robotory import ROBOTORY, State, Step
from ludothek.games.robotory.board import ALL, CAMPS, INDEX, NAMES, NEIGHBOURS, bits
from ludothek.games.robotory.symmetry import turned
from ludothek.testing import random_choices, setups, walk

START = "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b10 -"


def at(text: str) -> State:
    return ROBOTORY.parse_position(text)


def after(text: str, *moves: str) -> State:
    state = at(text)
    for move in moves:
        state = ROBOTORY.play(state, move)
    return state


def texts(state: State) -> set[str]:
    return set(ROBOTORY.legal_texts(state))


def refusal(text: str, move: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refused:
        ROBOTORY.play(at(text), move)
    return refused.value.code, str(refused.value)


def test_perft_from_the_start() -> None:
    start = ROBOTORY.initial()
    assert [perft(ROBOTORY, start, depth) for depth in range(4)] == [1, 42, 1699, 69556]


def test_divide_splits_the_count_by_the_first_decision() -> None:
    split = divide(ROBOTORY, ROBOTORY.initial(), 2)
    assert len(split) == 42
    assert sum(split.values()) == 1699


def test_hexes_touch_as_in_a_honeycomb() -> None:
    """robotory 1.1"""
    assert len(NAMES) == 24
    assert NEIGHBOURS[INDEX["a1"]] == bits("a2 b1 b2")
    assert NEIGHBOURS[INDEX["c4"]] == bits("c3 c5 b3 b4 d3 d4")
    assert NEIGHBOURS[INDEX["e4"]] == bits("e3 d4 d5")
    assert sum(near.bit_count() for near in NEIGHBOURS) == 2 * 55


def test_camps_are_halves_that_a_half_turn_swaps() -> None:
    """robotory 1.2"""
    assert CAMPS[1] == bits("a1 b1 b2 c1 c2 c3 d1 d2 d3 e1 e2 e3")
    assert CAMPS[1] ^ CAMPS[2] == ALL
    assert all((CAMPS[1] >> hex ^ CAMPS[1] >> turned(hex)) & 1 for hex in range(24))


def test_the_game_starts_with_robots_stocks_and_a_lid() -> None:
    """robotory 1.3, 1.4, 5.2"""
    assert ROBOTORY.format_position(ROBOTORY.initial()) == START


def test_the_first_turn_places_or_nothing_else_as_stocks_are_full() -> None:
    """robotory 2.1, 2.6"""
    assert {text[1] for text in texts(ROBOTORY.initial())} == {"@"}


def test_a_disc_goes_to_any_free_hex_of_either_camp() -> None:
    """robotory 2.2"""
    free = {name for name in NAMES if name not in ("b3", "c4", "d3")}
    assert texts(ROBOTORY.initial()) == {f"{disc}@{name}" for disc in "wb" for name in free}


def test_a_placed_disc_comes_from_the_own_stock() -> None:
    """robotory 2.2"""
    state = after(START, "w@c3")
    assert ROBOTORY.format_position(state) == "4/2W2/2wB2/2R2/4 p2 w1b2,w2b2 w10b10 -"


def test_a_disc_can_lie_on_no_robot_and_on_no_disc() -> None:
    """robotory 2.2"""
    assert refusal(START, "w@b3") == ("robot-there", "a robot stands on b3")
    assert refusal("4/2W2/2wB2/2R2/4 p2 w1b2,w2b2 w10b10 -", "b@c3")[0] == "disc-there"


def test_a_disc_that_is_not_in_stock_cannot_be_placed() -> None:
    """robotory 2.2"""
    state = "4/2W2/3B2/2R2/4 p1 w0b2,w2b2 w10b10 -"
    assert refusal(state, "w@c3") == ("no-disc", "you have no white disc in stock")
    assert not any(text.startswith("w@") for text in texts(at(state)))


def test_a_robot_steps_to_a_neighbouring_disc_and_eats_it() -> None:
    """robotory 2.3"""
    state = after("4/2W2/3B2/1wR2/4 p2 w1b2,w2b2 w10b10 -", "Rd2")
    assert ROBOTORY.format_position(state) == "4/2W2/3B2/1R3/4 p1 w1b2,w2b2 w10b10 -"


def test_a_robot_steps_neither_far_nor_to_an_empty_hex() -> None:
    """robotory 2.3"""
    assert refusal(START, "Ra1") == ("not-next", "robot R does not stand next to a1")
    assert refusal(START, "Rd2") == ("nothing-to-eat", "no disc lies on d2")


def test_white_eats_white_black_eats_black_red_eats_both() -> None:
    """robotory 2.4"""
    state = "4/2Ww1/3Bb1/2Rbw/4 p1 w1b1,w1b1 w10b10 -"
    steps = {text for text in texts(at(state)) if text[0] in "WBR"}
    assert steps == {"Wb4", "Bc5", "Bd4", "Rd4"}
    assert refusal(state, "Bb4")[0] == "wrong-colour"


def test_a_robot_goes_on_as_long_as_it_eats_and_may_stop() -> None:
    """robotory 2.5"""
    state = after("4/2W2/3B2/wwR2/4 p1 w1b1,w1b1 w8b8 -", "Rd2")
    assert ROBOTORY.format_position(state) == "4/2W2/3B2/wR3/4 p1 w1b1,w1b1 w8b8 R"
    assert texts(state) == {"Rd1", "stop"}
    assert not ROBOTORY.turn_begins(state)
    stopped = ROBOTORY.play(state, "stop")
    assert (stopped.to_move, stopped.moving) == (2, None)


def test_the_turn_ends_by_itself_when_nothing_is_left_to_eat() -> None:
    """robotory 2.5"""
    state = after("4/2W2/3B2/wwR2/4 p1 w1b1,w1b1 w8b8 -", "Rd2", "Rd1")
    assert (state.to_move, state.moving) == (2, None)


def test_in_a_movement_only_that_robot_goes_on() -> None:
    """robotory 2.5"""
    moving = "4/2Ww1/3B2/wR3/4 p1 w1b1,w1b1 w8b8 R"
    assert refusal(moving, "Wb4") == ("other-robot", "robot R is moving, and only it may go on")
    assert refusal(moving, "w@a1") == ("moving", "robot R is moving: it goes on or stops")
    assert refusal(START, "stop") == ("not-moving", "no robot is moving")


def test_a_refill_brings_the_stock_to_four_in_any_colours() -> None:
    """robotory 2.6"""
    state = at("4/2W2/3B2/2R2/4 p2 w2b2,w1b1 w10b10 -")
    assert {text for text in texts(state) if text[0] == "+"} == {"+w0b2", "+w1b1", "+w2b0"}
    filled = ROBOTORY.play(state, "+w0b2")
    assert (filled.stocks, filled.lid) == (((2, 2), (1, 3)), (10, 8))


def test_a_refill_must_fit_stock_and_lid() -> None:
    """robotory 2.6"""
    state = "4/2W2/3B2/2R2/4 p2 w2b2,w1b1 w1b10 -"
    assert refusal(state, "+w2b0") == ("lid-short", "the lid has only 1 white left")
    assert refusal(state, "+w1b0") == ("refill-size", "a refill takes exactly 2 now")
    assert refusal(START, "+w1b0") == ("stock-full", "your stock is full")


def test_a_lid_with_too_few_discs_is_taken_whole() -> None:
    """robotory 2.7"""
    state = at("4/2W2/3B2/2R2/4 p2 w2b2,w1b0 w1b1 -")
    assert {text for text in texts(state) if text[0] == "+"} == {"+w1b1"}


def test_the_last_disc_of_a_colour_ends_the_game_at_once() -> None:
    """robotory 3.1, 4.1"""
    state = after("4/2W2/3B2/2R2/4 p2 w2b2,w1b1 w2b8 -", "+w2b0")
    outcome = ROBOTORY.outcome(state)
    assert outcome is not None
    assert (outcome.text, outcome.reason) == ("p2win", "lid-empty")
    assert texts(state) == set()
    with pytest.raises(IllegalMove, match="the game is over"):
        ROBOTORY.play(state, "w@a1")


def test_with_end_all_the_whole_lid_must_be_empty() -> None:
    """robotory 3.2, 4.1"""
    state = after("4/2W2/3B2/2R2/4 p2 w2b2,w1b1 w2b2 - end=all", "+w2b0")
    assert ROBOTORY.outcome(state) is None
    state = ROBOTORY.play(ROBOTORY.play(state, "w@a1"), "w@a2")
    state = ROBOTORY.play(state, "+w0b1")
    assert ROBOTORY.outcome(state) is None
    ended = ROBOTORY.play(state, "+w0b1")
    assert ROBOTORY.outcome(ended) is not None


def test_two_or_three_robots_at_home_win() -> None:
    """robotory 3.3"""
    for columns, winner in (("WBR1/5/6/5/4", "p2win"), ("W3/R4/B5/5/4", "p1win")):
        outcome = ROBOTORY.outcome(at(f"{columns} p1 w2b2,w2b2 w0b3 -"))
        assert outcome is not None
        assert outcome.text == winner


def test_discs_only_leave_by_being_eaten() -> None:
    """robotory 3.4"""
    for setup in setups(ROBOTORY):
        way = walk(ROBOTORY, ROBOTORY.start(setup), random_choices(5, 104))
        eaten = 0
        for state, move in zip(way.states, (*way.moves, None), strict=True):
            lying = (state.white | state.black).bit_count()
            assert lying + sum(map(sum, state.stocks)) + sum(state.lid) + eaten == 28
            eaten += isinstance(move, Step)
        assert ROBOTORY.outcome(way.states[-1]) is not None
