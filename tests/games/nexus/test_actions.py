"""The three actions."""

import pytest

from ludothek.games import IllegalMove
from ludothek.games.hexgrid import Pos, hexagon, neighbours, triangle
from ludothek.games.nexus import NEXUS
from ludothek.games.nexus.board import board
from ludothek.games.perft import perft
from tests.games.nexus.tables import at, marbles, play, texts, walks

APART: tuple[Pos, ...] = tuple((3 * i, 0) for i in range(19))  # no position touches two of these


def test_perft_from_the_start() -> None:
    start = NEXUS.initial()
    assert [perft(NEXUS, start, depth) for depth in range(1, 5)] == [12, 42, 198, 1974]


def test_the_board_is_a_hexagon_or_a_triangle() -> None:
    """nexus 1.1"""
    assert NEXUS.initial(2).board.rings == hexagon(2)
    assert NEXUS.initial(3).board.rings == triangle(6)
    assert NEXUS.initial(4).board.rings == hexagon(3)
    assert [len(NEXUS.initial(seats).board.rings) for seats in (2, 3, 4)] == [19, 28, 37]
    assert set(neighbours((0, 0))) == {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}


def test_all_marbles_start_in_reserve() -> None:
    """nexus 1.2"""
    assert [NEXUS.initial(seats).reserves for seats in (2, 3, 4)] == [
        (10, 11),
        (10, 10, 10),
        (10, 10, 10, 10),
    ]


def test_a_hole_is_not_outside() -> None:
    """nexus 1.3"""
    rings = tuple(pos for pos in hexagon(2) if pos != (0, 0))
    ring = board(rings)
    assert ring.border.bit_count() == 12
    assert not ring.border >> ring.index[1, 0] & 1


def test_no_marble_leaves_a_mixed_ring() -> None:
    """nexus 1.4"""
    state = at({"0,0": "11", "0,1": "10", "2,0": "01"})
    assert not texts(state, "0,0>")
    with pytest.raises(IllegalMove, match="none can leave it"):
        play(state, "0,0>1,0")


def test_a_mixed_ring_belongs_to_the_chain_of_each() -> None:
    """nexus 1.4, 1.6"""
    state = at({"-1,0": "10", "0,0": "11", "2,-2": "01"})
    assert {"1,0", "1,-1", "0,1"} <= walks(state, "-1,0")


def test_three_of_one_player_or_four_in_all_fill_a_ring() -> None:
    """nexus 1.5"""
    state = at({"0,0": "30", "1,0": "13", "-1,0": "10", "0,1": "03", "0,-1": "12"}, reserves="0,0")
    assert "0,0" not in walks(state, "-1,0")
    assert "1,0" not in walks(state, "-1,0")
    assert {"0,1", "0,-1"} <= walks(state, "-1,0")


def test_only_an_anchored_chain_lets_marbles_in() -> None:
    """nexus 1.6, 3.3"""
    inside = at({"0,0": "10", "-2,0": "10", "2,0": "01"})
    assert texts(inside, "@") == {"@-2,1", "@-1,-1", "@-1,0"}


def test_a_first_turn_enters_three_marbles() -> None:
    """nexus 2.2, 3.4"""
    start = NEXUS.initial()
    border = {f"@{q},{r}" for q, r in hexagon(2) if max(abs(q), abs(r), abs(q + r)) == 2}
    assert texts(start) == border
    after = play(start, "@2,0")
    assert texts(after) == {"@2,-1", "@1,0", "@1,1"}
    assert marbles(play(after, "@1,0", "@0,0")) == {"2,0": "10", "1,0": "10", "0,0": "10"}


def test_a_first_marble_needs_space_for_two_more() -> None:
    """nexus 2.1, 3.4"""
    lonely: Pos = (9, 9)
    rings = tuple(sorted({*hexagon(2), lonely} - {(0, 0)}))
    state = at({}, reserves="10,11", actions="--0", number="0", rings=rings)
    assert "@9,9" not in texts(state)
    assert texts(state)


def test_four_rings_are_lifted_then_laid() -> None:
    """nexus 3.1"""
    state = at({"0,0": "10", "2,0": "01"})
    state = play(state, "--2,0", "--2,1", "--2,2", "-0,2")
    assert {text[0] for text in texts(state)} == {"+"}
    assert "+-2,0" not in texts(state)
    state = play(state, "+2,1", "+3,-1", "+3,0")
    assert "+4,-1" in texts(state)  # it touches two rings that were just laid
    after = play(state, "+4,-1")
    assert len(after.board.rings) == 19
    assert (after.to_move, after.previous, after.last, after.actions) == (2, ("r", "o"), 1, 3)


def test_the_board_may_fall_apart() -> None:
    """nexus 3.1"""
    left = {(q - 5, r) for q, r in hexagon(1)}
    right = {(q + 5, r) for q, r in hexagon(1)}
    bridge = {(q, 0) for q in range(-3, 4)} - {(-3, 0), (3, 0)}
    rings = tuple(sorted(left | right | bridge))
    state = at({"-5,0": "10", "5,0": "01"}, rings=rings)
    apart = play(state, "--2,0", "--1,0", "-0,0", "-1,0")
    assert len(list(apart.board.components(apart.board.all))) == 3


def test_a_ring_that_could_not_be_laid_again_is_not_lifted() -> None:
    """nexus 2.1, 3.1"""
    state = at({"3,0": "10", "9,0": "01"}, rings=APART, options="entry=border")
    assert not texts(state, "-")
    with pytest.raises(IllegalMove, match="could not be completed"):
        play(state, "-0,0")


def test_one_place_is_enough_if_it_opens_others() -> None:
    """nexus 2.1, 3.1"""
    rings: tuple[Pos, ...] = ((0, 0), (2, 0), *((3 * i + 6, 0) for i in range(17)))
    state = at({"12,0": "10", "15,0": "01"}, rings=rings, options="entry=border")
    assert "-6,0" in texts(state)
    assert not {"-0,0", "-2,0"} & texts(state)
    state = play(state, "-9,0", "-18,0", "-21,0", "-24,0")
    assert texts(state) == {"+1,0"}
    assert texts(play(state, "+1,0")) == {"+0,1", "+1,-1", "+1,1", "+2,-1"}


def test_fewer_than_four_empty_rings_cannot_be_changed() -> None:
    """nexus 3.1"""
    full = {f"{q},{r}": "10" if q < 0 else "01" for q, r in hexagon(2)}
    for pos in ("0,0", "1,0", "2,0"):
        del full[pos]
    state = at(full, reserves="0,0")
    assert not {text for text in texts(state, "-") if ">" not in text}


def test_a_ring_change_follows_none() -> None:
    """nexus 3.2"""
    table = {"0,0": "10", "2,0": "01"}
    assert "-1,0" in texts(at(table))
    assert "-1,0" not in texts(at(table, actions="or2"))
    assert "-1,0" not in texts(at(table, actions="ro2"))
    assert "-1,0" in texts(at(table, seat="p2", actions="oo1"))
    three = at(
        {"0,0": "100", "6,0": "010", "0,6": "001"},
        reserves="7,7,7",
        actions="oro3",
        rings=triangle(6),
        number="6",
    )
    assert "-1,1" in texts(three)  # p2's change was not the action just before


def test_three_marbles_enter_next_to_the_chain_which_grows() -> None:
    """nexus 3.3"""
    state = play(at({"2,0": "10", "-2,0": "01"}), "@1,0")
    assert texts(state) == {"@0,0", "@0,1", "@1,-1", "@1,1", "@2,-1"}
    state = play(state, "@0,0", "@-1,0")
    assert (state.reserves, state.to_move, state.previous) == ((4, 7), 2, ("o", "o"))


def test_fewer_than_three_in_reserve_cannot_enter() -> None:
    """nexus 3.3"""
    assert not texts(at({"2,0": "10", "-2,0": "01"}, reserves="2,7"), "@")


def test_marbles_that_would_not_all_fit_do_not_enter() -> None:
    """nexus 2.1, 3.3"""
    lonely: set[Pos] = {(9, 9), (10, 9), (11, 9)}
    rings = tuple(sorted({*hexagon(2)} - {(0, 0), (1, 0), (0, 1)} | lonely))
    state = at({"9,9": "10", "-2,0": "01"}, rings=rings)
    assert not texts(state, "@")


def test_a_step_moves_an_own_marble_twice_or_two_of_them() -> None:
    """nexus 3.5"""
    state = play(at({"0,0": "10", "-2,0": "10", "2,0": "01"}), "0,0>1,0")
    assert {text.partition(">")[0] for text in texts(state)} == {"1,0", "-2,0"}
    assert state.to_move == 1
    assert play(state, "1,0>1,1").to_move == 2


def test_going_back_changes_nothing_and_is_not_offered() -> None:
    """nexus 2.1, 3.5"""
    state = play(at({"0,0": "10", "-2,0": "10", "2,0": "01"}), "0,0>1,0")
    assert "1,0>0,0" not in texts(state)
    swapped = play(at({"0,0": "10", "1,0": "10", "-2,0": "01"}), "0,0>1,0")
    assert "1,0>0,0" not in texts(swapped)


def test_a_first_step_without_a_second_is_not_offered() -> None:
    """nexus 2.1, 3.5"""
    rings: tuple[Pos, ...] = ((0, 0), (1, 0), *((i * 3 + 9, 0) for i in range(17)))
    state = at({"0,0": "10", "9,0": "01"}, rings=rings, options="entry=border")
    assert not texts(state, "0,0>")
    with pytest.raises(IllegalMove, match="could not be completed"):
        play(state, "0,0>1,0")
    two = at({"0,0": "20", "9,0": "01"}, rings=rings, options="entry=border")
    assert texts(two, "0,0>") == {"0,0>1,0"} | {
        text for text in texts(two, "0,0>") if text.endswith("!0,0")
    }


def test_a_walk_leads_over_the_own_chain() -> None:
    """nexus 3.6"""
    state = at({"-1,0": "10", "0,0": "10", "1,0": "10", "-2,2": "01"})
    assert {"2,0", "2,-1", "1,1", "0,1", "0,0", "1,0"} <= walks(state, "-1,0")
    assert "-1,0" not in walks(state, "-1,0")
    assert "0,2" not in walks(state, "-1,0")


def test_the_chain_is_the_one_at_that_moment() -> None:
    """nexus 3.6"""
    state = play(at({"-1,0": "10", "0,0": "10", "2,-2": "01"}), "0,0>1,0")
    assert walks(state, "-1,0") == {"-2,0", "-2,1", "-1,-1", "0,-1", "-1,1", "0,0"}


def test_a_leap_costs_another_marble_and_leads_anywhere() -> None:
    """nexus 3.7"""
    state = at({"-2,0": "10", "0,0": "20", "1,0": "10", "2,0": "01"})
    after = play(state, "-2,0>2,-2!0,0")
    assert marbles(after) == {"0,0": "10", "1,0": "10", "2,-2": "10", "2,0": "01"}
    assert not {text for text in texts(after) if "!" in text}
    with pytest.raises(IllegalMove, match="only one of the two steps"):
        play(after, "0,0>0,2!1,0")


def test_a_leap_may_be_the_second_step() -> None:
    """nexus 3.7"""
    state = play(at({"-2,0": "10", "0,0": "20", "2,0": "01"}), "-2,0>-1,0")
    assert play(state, "-1,0>2,-2!0,0").to_move == 2


def test_a_walk_with_no_second_walk_is_open_where_a_leap_can_follow() -> None:
    """nexus 3.5, 3.7"""
    rings = ((0, 0), (1, 0), *APART[3:], (70, 0))
    state = at({"0,0": "10", "9,0": "10", "12,0": "01"}, rings=rings)
    assert "0,0>1,0" in texts(state)
    assert {text for text in texts(play(state, "0,0>1,0")) if "!" not in text} == set()


def test_the_sacrifice_may_come_from_the_same_ring_or_make_room_in_the_target() -> None:
    """nexus 3.7"""
    state = at({"-2,0": "20", "0,0": "30", "1,0": "10", "2,0": "01"}, reserves="4,7")
    assert marbles(play(state, "-2,0>2,-2!-2,0"))["2,-2"] == "10"
    assert marbles(play(state, "-2,0>0,0!0,0"))["0,0"] == "30"
    assert "-2,0>0,0!1,0" not in texts(state)
    assert "1,0>0,0!1,0" not in texts(state)


def test_a_marble_in_a_mixed_ring_is_no_sacrifice() -> None:
    """nexus 3.7"""
    state = at({"-2,0": "20", "0,0": "11", "2,0": "01"})
    assert not {text for text in texts(state) if text.endswith("!0,0")}


def test_with_jump_line_a_walk_goes_straight_over_own_rings() -> None:
    """nexus 7.3"""
    state = at({"-1,0": "10", "0,0": "10", "-1,1": "10", "2,-2": "01"}, options="jump=line")
    near = {"-2,0", "-2,1", "-1,-1", "0,-1", "-1,1", "0,0"}
    assert walks(state, "-1,0") == near | {"1,0", "-1,2"}


def test_with_jump_line_an_own_line_that_ends_in_nothing_leads_nowhere() -> None:
    """nexus 7.3"""
    table = {"0,0": "10", "1,0": "10", "2,0": "10", "-2,0": "01"}
    assert "3,0" not in walks(at(table, options="jump=line"), "0,0")


def test_with_jump_none_a_walk_goes_next_door() -> None:
    """nexus 7.3"""
    state = at({"-1,0": "10", "0,0": "10", "2,-2": "01"}, options="jump=none")
    assert walks(state, "-1,0") == {"-2,0", "-2,1", "-1,-1", "0,-1", "-1,1", "0,0"}


def test_with_entry_border_marbles_come_in_anywhere_at_the_border() -> None:
    """nexus 7.4"""
    state = at({"0,0": "10", "2,0": "01"}, options="entry=border")
    assert len(texts(state, "@")) == 11
    assert "@1,0" not in texts(state)
    nobody = at({"2,0": "01"}, options="entry=border")
    assert len(texts(nobody, "@")) == 11
