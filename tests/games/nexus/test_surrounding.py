"""Removing by surrounding: what closes a circle, what does not, and what it is worth."""

import pytest

from ludothek.games.hexgrid import Pos, hexagon
from ludothek.games.nexus import NEXUS, State
from tests.games.nexus.tables import HEXAGON, at, marbles, play, texts

CIRCLE = dict.fromkeys(["1,0", "0,1", "-1,1", "-1,0", "0,-1"], "10")  # around 0,0, all but 1,-1
LONG_CIRCLE = dict.fromkeys(  # around 0,0 and 1,0, all but 2,-1
    ["1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,1", "2,0"], "10"
)
LONGER_CIRCLE = dict.fromkeys(  # around 0,0, 1,0 and 2,0, all but 2,-1
    ["1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,1", "2,1", "3,0", "3,-1"], "1000"
)


def closed(inside: dict[str, str], options: str = "") -> State:
    """The table after p1 has closed the circle around 0,0."""
    table = {**CIRCLE, **inside, "2,-2": "10", "-2,0": "01"}
    return play(at(table, reserves="3,4", options=options), "2,-2>2,-1", "2,-1>1,-1")


def closed_long(inside: dict[str, str], hole: Pos | None = None, options: str = "") -> State:
    """The table after p1 has closed the circle around 0,0 and 1,0; a ring may be missing."""
    rings = tuple(sorted({*HEXAGON} - {hole} | {(0, 3)})) if hole else HEXAGON
    table = {**LONG_CIRCLE, **inside, "0,2": "10", "2,-2": "10", "-2,0": "01"}
    state = at(table, rings=rings, reserves="2,2", options=options)
    return play(state, "0,2>-1,2", "2,-2>2,-1")


def closed_around_a_hole(inside: dict[str, str]) -> State:
    """The table after p1 has closed the circle around 0,0, a hole at 1,0, and 2,0."""
    rings = tuple(sorted({*hexagon(3)} - {(1, 0)} | {(0, 4)}))
    table = {**LONGER_CIRCLE, **inside, "0,-3": "2000", "-3,3": "0200"}
    state = at(table, rings=rings, reserves="3,3,3,3", actions="oooo4", number="4")
    return play(state, "0,-3>1,-3", "0,-3>2,-1!1,-3")


@pytest.mark.parametrize(("inside", "left"), [("01", None), ("02", "01"), ("03", "01")])
def test_a_closed_circle_removes_half_of_what_is_inside(inside: str, left: str | None) -> None:
    """nexus 4.3, 4.6"""
    after = closed({"0,0": inside})
    assert marbles(after).get("0,0") == left
    assert after.reserves[0] == 3 + int(inside[1]) - int((left or "00")[1])


@pytest.mark.parametrize(("inside", "left"), [("01", "01"), ("02", "01"), ("03", "02")])
def test_with_half_left_half_of_what_is_inside_stays(inside: str, left: str) -> None:
    """nexus 7.2"""
    after = closed({"0,0": inside}, options="half=left")
    assert marbles(after)["0,0"] == left
    assert after.reserves[0] == 3 + int(inside[1]) - int(left[1])
    assert after.to_move == 2


def test_an_empty_ring_inside_keeps_everybody_free() -> None:
    """nexus 4.3"""
    assert marbles(closed_long({"0,0": "02"}))["0,0"] == "02"


def test_lifting_the_empty_ring_closes_the_circle() -> None:
    """nexus 4.3"""
    table = {**LONG_CIRCLE, "2,-1": "10", "0,0": "02", "-2,0": "01"}
    state = play(at(table, reserves="2,4"), "-1,0", "--2,1", "--2,2", "-0,2")
    after = play(state, "+3,-1", "+3,-2", "+2,1", "+1,2")
    assert marbles(after)["0,0"] == "01"
    assert after.reserves == (3, 4)


@pytest.mark.parametrize(("inside", "left"), [("01", None), ("02", "01"), ("03", "01")])
def test_a_hole_inside_a_closed_circle_changes_nothing(inside: str, left: str | None) -> None:
    """nexus 4.3"""
    after = closed_long({"0,0": inside}, hole=(1, 0))
    assert marbles(after).get("0,0") == left


def test_a_hole_in_the_circle_leaves_it_open() -> None:
    """nexus 4.3: through the hole at 1,1 marbles reach the empty rings around it."""
    holes = {(1, 1), (-2, 2)}
    rings = tuple(sorted({*HEXAGON} - holes | {(2, 1), (1, 2)}))
    circle = {pos: ring for pos, ring in LONG_CIRCLE.items() if pos != "1,1"}
    table = {**circle, "0,0": "01", "1,0": "02", "0,2": "10", "2,-2": "10", "-2,0": "01"}
    for options, free in (("", True), ("edge=wall", False)):
        state = at(table, rings=rings, reserves="3,4", options=options)
        after = play(state, "0,2>-1,2", "2,-2>2,-1")
        assert (after.to_move == 2) == free
        assert (texts(after) == {"x2@0,0", "x2@1,0"}) != free


def test_a_marble_that_touches_two_enemy_rings_and_four_holes_is_not_surrounded() -> None:
    """nexus 4.3, 7.1: where holes close, it is."""
    holes = {(0, 1), (-1, 1), (0, -1), (1, -1)}
    rings = tuple(sorted({*HEXAGON} - holes | {(3, r) for r in range(-3, 1)}))
    table = {"0,0": "03", "-1,0": "10", "2,0": "20", "-2,2": "01"}
    for options, left in (("", "03"), ("edge=wall", "01")):
        after = play(at(table, rings=rings, options=options), "2,0>1,0", "2,0>3,0")
        assert marbles(after)["0,0"] == left


def test_who_meets_through_a_hole_is_counted_together() -> None:
    """nexus 4.3, 4.5"""
    state = closed_around_a_hole({"0,0": "0100", "2,0": "0200"})
    assert texts(state) == {"x2@0,0", "x2@2,0"}
    after = play(state, "x2@0,0")
    assert marbles(after)["2,0"] == "0100"


def test_an_empty_ring_behind_a_hole_keeps_everybody_free() -> None:
    """nexus 4.3, 4.4"""
    for inside in ("0300", "1300"):
        after = closed_around_a_hole({"0,0": inside})
        assert marbles(after)["0,0"] == inside


def test_who_reaches_the_border_is_not_surrounded() -> None:
    """nexus 4.3, 7.1"""
    corner = {"1,-2": "10", "1,-1": "10", "2,-2": "02", "2,0": "10", "0,0": "10", "-2,0": "01"}
    for options, left in (("", "02"), ("edge=wall", "01")):
        after = play(at(corner, options=options), "2,0>2,-1", "0,0>0,1")
        assert marbles(after)["2,-2"] == left


def test_a_ring_of_three_with_a_blocker_pays_two_when_the_circle_closes() -> None:
    """nexus 4.4, 4.6"""
    after = closed({"0,0": "13"})
    assert marbles(after)["0,0"] == "11"
    assert after.reserves[0] == 5


def test_mixed_rings_in_the_circle_itself_are_not_surrounded() -> None:
    """nexus 4.4"""
    after = closed({"0,1": "11", "0,0": "01"})
    assert "0,0" not in marbles(after)
    assert marbles(after)["0,1"] == "11"


def test_a_mixed_ring_and_the_part_beside_it_are_one_area() -> None:
    """nexus 4.5, 4.6"""
    state = closed_long({"0,0": "12", "1,0": "01"})
    assert texts(state) == {"x2@0,0", "x2@1,0"}
    state = play(state, "x2@1,0")
    assert marbles(state)["0,0"] == "11"
    assert state.reserves == (4, 2)


def test_mixed_rings_side_by_side_are_one_area() -> None:
    """nexus 4.4, 4.5"""
    state = closed_long({"0,0": "11", "1,0": "11"})
    assert texts(state) == {"x2@0,0", "x2@1,0"}
    after = play(state, "x2@1,0")
    assert (marbles(after)["0,0"], marbles(after)["1,0"]) == ("11", "10")


def test_mixed_rings_on_both_sides_of_a_hole_are_one_area() -> None:
    """nexus 4.4, 4.5"""
    state = closed_around_a_hole({"0,0": "1100", "2,0": "1100"})
    assert texts(state) == {"x2@0,0", "x2@2,0"}
    after = play(state, "x2@0,0")
    assert (marbles(after)["0,0"], marbles(after)["2,0"]) == ("1000", "1100")


def test_an_area_without_a_ring_is_none() -> None:
    """nexus 4.5"""
    after = closed_long({"0,0": "10"}, hole=(1, 0))
    assert after.to_move == 2
    assert NEXUS.format_position(play(after, "-2,0>-2,1")).split(" ")[6] == "steps:-2,1>-2,0|"


def test_with_edge_wall_mixed_rings_at_the_border_are_surrounded_too() -> None:
    """nexus 7.1"""
    corner = {"1,-2": "10", "1,-1": "10", "2,-2": "13", "2,0": "10", "0,0": "10", "-2,0": "01"}
    for options, left in (("", "13"), ("edge=wall", "11")):
        after = play(at(corner, reserves="6,6", options=options), "2,0>2,-1", "0,0>0,1")
        assert marbles(after)["2,-2"] == left


def test_with_edge_wall_a_neighbouring_ring_is_still_needed() -> None:
    """nexus 7.1"""
    island = tuple(sorted({*HEXAGON} - {(0, 2)} | {(9, 9)}))
    for inside in ("02", "12"):
        state = at({"0,0": "20", "9,9": inside, "2,0": "01"}, rings=island, options="edge=wall")
        assert marbles(play(state, "0,0>0,1", "0,0>1,0"))["9,9"] == inside


def test_with_edge_wall_a_mixed_ring_and_what_it_alone_touches_are_surrounded() -> None:
    """nexus 7.1"""
    island = tuple(sorted({*HEXAGON} - {(0, 2), (1, 1)} | {(9, 8), (9, 9)}))
    table = {"0,0": "20", "9,8": "02", "9,9": "01", "2,0": "01"}
    state = play(at(table, rings=island, options="edge=wall"), "0,0>0,1", "0,0>9,9!0,1")
    assert texts(state) == {"x2@9,8", "x2@9,9"}


@pytest.mark.parametrize("inside", ["03", "13"])
def test_what_was_surrounded_before_does_not_pay_again(inside: str) -> None:
    """nexus 4.5"""
    table = {**CIRCLE, "1,-1": "10", "0,0": inside, "2,-2": "10", "-2,0": "01"}
    state = play(at(table, reserves="2,3"), "2,-2>2,-1", "2,-1>2,0")
    assert marbles(state)["0,0"] == inside
    assert state.to_move == 2


def test_blocking_what_was_surrounded_before_does_not_make_it_pay() -> None:
    """nexus 4.5"""
    table = {**CIRCLE, "1,-1": "10", "0,0": "03", "2,-2": "10", "-2,0": "01"}
    state = play(at(table, reserves="2,3"), "2,-2>2,-1", "2,-1>0,0")
    assert marbles(state)["0,0"] == "13"
    assert state.to_move == 2


def test_an_area_that_grows_pays_as_a_whole() -> None:
    """nexus 4.5: 1,0 was surrounded, 0,0 was not, for -1,0 was empty."""
    circle = {pos: ring for pos, ring in LONG_CIRCLE.items() if pos != "-1,0"}
    table = {**circle, "2,-1": "10", "0,0": "12", "1,0": "02", "-2,0": "10", "-2,2": "01"}
    state = play(at(table, reserves="2,2"), "-2,0>-2,1")
    assert NEXUS.format_position(state).split(" ")[6] == "steps:-2,1>-2,0|1,0"
    state = play(state, "-2,1>-1,0")
    assert texts(state) == {"x2@0,0", "x2@1,0"}
    after = play(state, "x2@1,0", "x2@0,0")
    assert (marbles(after)["0,0"], marbles(after)["1,0"]) == ("11", "01")
    assert after.reserves == (4, 2)


def test_the_player_chooses_among_several_rings() -> None:
    """nexus 4.7"""
    state = closed_long({"0,0": "01", "1,0": "02"})
    assert texts(state) == {"x2@0,0", "x2@1,0"}
    assert state.to_move == 1
    one_ring_left = play(state, "x2@0,0")
    assert marbles(one_ring_left)["1,0"] == "01"  # the second one went by itself
    assert one_ring_left.to_move == 2
    both_rings_left = play(state, "x2@1,0")
    assert texts(both_rings_left) == {"x2@0,0", "x2@1,0"}
    assert "1,0" not in marbles(play(both_rings_left, "x2@1,0"))


def test_with_half_left_fewer_are_chosen() -> None:
    """nexus 4.7, 7.2"""
    state = closed_long({"0,0": "01", "1,0": "02"}, options="half=left")
    assert texts(state) == {"x2@0,0", "x2@1,0"}
    after = play(state, "x2@0,0")
    assert (marbles(after)["1,0"], after.to_move) == ("02", 2)


def test_areas_come_by_their_smallest_ring_and_players_by_turn() -> None:
    """nexus 4.7"""
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
