"""Removing by majority, leaving, winning."""

from ludothek.games.hexgrid import triangle
from ludothek.games.nexus import NEXUS, State
from tests.games.nexus.tables import at, marbles, play, texts


def result(state: State) -> tuple[str, str]:
    outcome = NEXUS.outcome(state)
    assert outcome is not None
    return outcome.text, outcome.reason


def test_a_majority_removes_and_feeds_the_reserve() -> None:
    """nexus 4.1, 4.2"""
    state = at({"0,0": "01", "1,0": "20", "-2,0": "02"})
    state = play(state, "1,0>0,0")
    assert marbles(state)["0,0"] == "11"  # one against one: nothing happens
    state = play(state, "1,0>0,0")
    assert marbles(state)["0,0"] == "20"
    assert state.reserves == (8, 7)


def test_a_blocked_owner_who_adds_a_marble_removes_too() -> None:
    """nexus 4.1"""
    state = play(at({"0,0": "11", "1,0": "20", "-2,0": "02"}), "1,0>0,0")
    assert marbles(state)["0,0"] == "20"


def test_each_player_is_compared_for_itself() -> None:
    """nexus 4.1"""
    table = {"2,2": "111", "2,1": "200", "0,0": "011"}
    state = at(table, reserves="6,7,7", actions="ooo3", number="3", rings=triangle(6))
    after = play(state, "2,1>2,2")
    assert marbles(after)["2,2"] == "200"
    assert after.reserves == (8, 7, 7)
    even = at(
        {**table, "2,2": "120"}, reserves="6,7,7", actions="ooo3", number="3", rings=triangle(6)
    )
    assert marbles(play(even, "2,1>2,2"))["2,2"] == "220"


def test_a_removal_by_majority_is_a_change_even_if_the_marble_goes_back() -> None:
    """nexus 3.5, 4.1"""
    state = play(at({"0,0": "01", "1,0": "20", "0,1": "10", "-2,0": "01"}), "1,0>0,0", "0,1>0,0")
    assert state.to_move == 2
    state = at({"0,0": "11", "1,0": "10", "0,1": "10", "-2,0": "01"})
    assert "0,0>1,0" in texts(play(state, "1,0>0,0"))


def test_entering_removes_nothing_by_majority() -> None:
    """nexus 4.1"""
    state = at({"2,0": "10", "1,1": "01", "-2,0": "01"})
    assert "@1,1" not in texts(state)


def test_who_can_neither_enter_nor_step_is_out() -> None:
    """nexus 5.1, 5.2"""
    after = play(at({"0,0": "01", "1,0": "20"}, reserves="7,2"), "1,0>0,0", "1,0>0,0")
    assert result(after) == ("p1win", "last-seat")
    assert after.reserves == (8, 0)


def test_the_marbles_of_who_is_out_disappear_and_the_next_is_looked_at() -> None:
    """nexus 5.1"""
    three = {"reserves": "7,2,7", "actions": "ooo3", "number": "3"}
    table = {"0,0": "110", "3,3": "100", "6,0": "001"}
    after = play(at(table, rings=triangle(6), **three), "3,3>3,2", "3,2>3,1")
    assert after.seats_in == (1, 3)
    assert after.to_move == 3
    assert marbles(after)["0,0"] == "100"
    assert after.reserves == (7, 0, 7)


def test_several_can_be_out_at_once() -> None:
    """nexus 5.1, 5.2"""
    three = {"reserves": "7,2,2", "actions": "ooo3", "number": "3"}
    after = play(at({"3,3": "100"}, rings=triangle(6), **three), "3,3>3,2", "3,2>3,1")
    assert result(after) == ("p1win", "last-seat")


def test_who_cannot_enter_in_the_first_turn_is_out() -> None:
    """nexus 5.1"""
    rings = ((0, 0), (1, 0), (2, 0), *((3 * i + 9, 0) for i in range(16)))
    state = at({"0,0": "10"}, rings=rings, actions="o-1", number="1", reserves="7,11")
    assert result(play(state, "0,0>1,0", "1,0>2,0")) == ("p1win", "last-seat")


def test_the_last_player_left_wins_even_without_being_able_to_act() -> None:
    """nexus 5.2"""
    after = play(at({"0,0": "01", "2,0": "10"}, reserves="0,0"), "2,0>1,0", "1,0>0,0")
    assert result(after) == ("p1win", "last-seat")
    assert marbles(after) == {"0,0": "10"}


FORTH = ["0,0>1,0", "1,0>1,1", "-2,0>-1,0", "-1,0>-1,1"]
BACK = ["1,1>1,0", "1,0>0,0", "-1,1>-1,0", "-1,0>-2,0"]
FORTH_AND_BACK = FORTH + BACK


def test_the_third_time_is_a_draw() -> None:
    """nexus 5.3, 7.5"""
    state = play(at({"0,0": "10", "-2,0": "01"}), *FORTH_AND_BACK, *FORTH_AND_BACK[:-1])
    assert NEXUS.outcome(state) is None
    state = play(state, FORTH_AND_BACK[-1])
    assert result(state) == ("draw", "repetition")
    assert not NEXUS.legal_moves(state)
    again = NEXUS.parse_position(NEXUS.format_position(state))
    assert result(again) == ("draw", "repetition")


def test_the_same_rings_and_marbles_after_another_kind_of_action_are_not_the_same() -> None:
    """nexus 5.3"""
    state = play(at({"0,0": "10", "-2,0": "01"}, actions="ro2"), *FORTH_AND_BACK * 2)
    assert NEXUS.outcome(state) is None


def test_four_hundred_actions_are_a_draw() -> None:
    """nexus 5.3, 7.5"""
    for options, over in (("", True), ("draw=off", False)):
        state = at({"0,0": "10", "-2,0": "01"}, number="399", options=options)
        state = play(state, "0,0>1,0", "1,0>1,1")
        assert bool(NEXUS.outcome(state)) == over
        assert bool(NEXUS.legal_moves(state)) != over
    limit = at({"0,0": "10", "-2,0": "01"}, number="400")
    assert result(limit) == ("draw", "turn-limit")


def test_with_draw_off_nothing_is_remembered() -> None:
    """nexus 7.5"""
    state = at({"0,0": "10", "-2,0": "01"}, options="draw=off")
    assert NEXUS.outcome(play(state, *FORTH_AND_BACK * 3)) is None
