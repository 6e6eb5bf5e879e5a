"""Removing, leaving, winning."""

from ludothek.games.hexgrid import hexagon, triangle
from ludothek.games.nexus import NEXUS, State
from tests.games.nexus.tables import at, marbles, play, texts

WALL = {"1,0": "10", "0,1": "10", "-1,1": "10", "-1,0": "10", "0,-1": "10"}  # all but 1,-1
LONG_WALL = {  # around 0,0 and 1,0, all but 2,-1
    "1,-1": "10",
    "0,-1": "10",
    "-1,0": "10",
    "-1,1": "10",
    "0,1": "10",
    "1,1": "10",
    "2,0": "10",
}


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


def test_a_closed_wall_removes_half_of_what_is_inside() -> None:
    """nexus 4.3, 4.5"""
    for inside, left in (("01", None), ("02", "01"), ("03", "01")):
        state = at({**WALL, "0,0": inside, "2,-2": "10", "-2,0": "01"}, reserves="3,4")
        after = play(state, "2,-2>2,-1", "2,-1>1,-1")
        assert marbles(after).get("0,0") == left
        assert after.reserves[0] == 3 + int(inside[1]) - int((left or "00")[1])


def test_an_empty_ring_inside_keeps_everybody_free() -> None:
    """nexus 4.3"""
    table = {**LONG_WALL, "0,0": "02", "0,2": "10", "2,-2": "10", "-2,0": "01"}
    after = play(at(table, reserves="2,4"), "0,2>-1,2", "2,-2>2,-1")
    assert marbles(after)["0,0"] == "02"


def test_lifting_the_empty_ring_closes_the_wall() -> None:
    """nexus 4.3"""
    table = {**LONG_WALL, "2,-1": "10", "0,0": "02", "-2,0": "01"}
    state = play(at(table, reserves="2,4"), "-1,0", "--2,1", "--2,2", "-0,2")
    after = play(state, "+3,-1", "+3,-2", "+2,1", "+1,2")
    assert marbles(after)["0,0"] == "01"
    assert after.reserves == (3, 4)


def test_a_component_at_the_border_is_not_surrounded() -> None:
    """nexus 4.3, 7.1"""
    corner = {"1,-2": "10", "1,-1": "10", "2,-2": "02", "2,0": "10", "0,0": "10", "-2,0": "01"}
    for options, left in (("", "02"), ("edge=wall", "01")):
        after = play(at(corner, options=options), "2,0>2,-1", "0,0>0,1")
        assert marbles(after)["2,-2"] == left


def test_with_edge_wall_a_neighbouring_ring_is_still_needed() -> None:
    """nexus 7.1"""
    island = tuple(sorted({*hexagon(2)} - {(0, 2)} | {(9, 9)}))
    state = at({"0,0": "20", "9,9": "02"}, rings=island, options="edge=wall")
    assert marbles(play(state, "0,0>0,1", "0,0>1,0"))["9,9"] == "02"


def test_what_was_surrounded_before_does_not_pay_again() -> None:
    """nexus 4.4"""
    table = {**WALL, "1,-1": "10", "0,0": "03", "2,-2": "10", "-2,0": "01"}
    state = play(at(table, reserves="2,3"), "2,-2>2,-1", "2,-1>2,0")
    assert marbles(state)["0,0"] == "03"
    assert state.to_move == 2


def test_the_wall_keeps_its_guests() -> None:
    """nexus 4.5"""
    table = {**WALL, "0,1": "11", "0,0": "01", "2,-2": "10", "-2,0": "01"}
    after = play(at(table, reserves="3,3"), "2,-2>2,-1", "2,-1>1,-1")
    assert "0,0" not in marbles(after)
    assert marbles(after)["0,1"] == "11"


def test_the_player_chooses_among_several_rings() -> None:
    """nexus 4.6"""
    table = {**LONG_WALL, "0,0": "01", "1,0": "02", "0,2": "10", "2,-2": "10", "-2,0": "01"}
    state = play(at(table, reserves="2,4"), "0,2>-1,2", "2,-2>2,-1")
    assert texts(state) == {"x2@0,0", "x2@1,0"}
    assert state.to_move == 1
    one_ring_left = play(state, "x2@0,0")
    assert marbles(one_ring_left)["1,0"] == "01"  # the second one went by itself
    assert one_ring_left.to_move == 2
    both_rings_left = play(state, "x2@1,0")
    assert texts(both_rings_left) == {"x2@0,0", "x2@1,0"}
    assert "1,0" not in marbles(play(both_rings_left, "x2@1,0"))


def test_components_come_by_position_and_players_by_turn() -> None:
    """nexus 4.6"""
    left = ["-1,1", "-1,-1", "0,-1", "-2,1", "-3,0", "-2,-1", "-3,1"]
    right = ["1,1", "1,-1", "2,-1", "0,1", "3,0", "2,1", "3,-1"]
    table = dict.fromkeys((*left, *right), "1000") | {
        "0,-1": "2000",
        "0,3": "1000",
        "-2,0": "0110",
        "-1,0": "0110",
        "1,0": "0100",
        "2,0": "0100",
        "-3,3": "0001",
    }
    state = at(table, reserves="0,3,3,3", actions="oooo4", number="4", rings=hexagon(3))
    state = play(state, "0,3>-1,3", "0,-1>0,0")
    assert texts(state) == {"x2@-2,0", "x2@-1,0"}
    state = play(state, "x2@-2,0")
    assert texts(state) == {"x3@-2,0", "x3@-1,0"}
    assert NEXUS.parse_position(NEXUS.format_position(state)) == state
    state = play(state, "x3@-1,0")
    assert texts(state) == {"x2@1,0", "x2@2,0"}
    state = play(state, "x2@2,0")
    assert (state.to_move, state.reserves) == (2, (3, 3, 3, 3))


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
    """nexus 5.3, 7.4"""
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
    """nexus 5.3, 7.4"""
    for options, over in (("", True), ("draw=off", False)):
        state = at({"0,0": "10", "-2,0": "01"}, number="399", options=options)
        state = play(state, "0,0>1,0", "1,0>1,1")
        assert bool(NEXUS.outcome(state)) == over
        assert bool(NEXUS.legal_moves(state)) != over
    limit = at({"0,0": "10", "-2,0": "01"}, number="400")
    assert result(limit) == ("draw", "turn-limit")


def test_with_draw_off_nothing_is_remembered() -> None:
    """nexus 7.4"""
    state = at({"0,0": "10", "-2,0": "01"}, options="draw=off")
    assert NEXUS.outcome(play(state, *FORTH_AND_BACK * 3)) is None
