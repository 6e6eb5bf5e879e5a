"""The stories of the rulebook's pictures, told with positions of our own."""

from ludothek.games.repulso import REPULSO, State
from ludothek.games.repulso.board import groups
from tests.games.repulso import model
from tests.games.repulso.tables import START, after, at, ending, position, texts

# A whole game; it ends as FIVE_AGAINST_SIX.
GAME = (
    "a3 d3 c5 d1 f6 e2 d6 *e3 d3-d2 e2-e1 b6 f2 d3 b1 b2 *f1 f2-e2 e5 a4 *e4 e5-d5 f4 f2 *f5 f4-f3 "
    "f6-e6 a5 c4 a1 f6 f4 *b4 c4-c1 *d4 d3-b3 d5-e5 a2 *a6 b6-c6 a5-b5 *a5 b5-b6 *c4 c5-d5 c5 *b5 "
    "c3 *c2 c3-d3 *c3"
)
FIVE_AGAINST_SIX = "*oooox/**xoo*/x****o/oo*x*x/xo*xxo/oxxxx* p1 p1 0+0,0+0 -"
SIX_AGAINST_FOUR = "xox**o/*o*oxx/***oox/xo*oox/oxxo**/x*xxo* p1 p1 0+0,0+0 -"
ALL_GROUPS_EQUAL = "*o**xo/oxxxox/xooo**/**xx*o/xo***x/*oxxoo p1 p1 0+0,0+0 -"
SECOND_GROUP_LARGER = "*oox*x/xoo**o/xx**ox/*o***o/*oxxxo/*xoxox p1 p1 0+0,0+0 -"

BEFORE_THE_STONE = "o5/3x2/2x2o/1o1x2/2o3/6 p2 p2 8+6,9+6 -"
LAST_PIECE = "xoxo1x/***1*1/xo1xoo/oxo**x/x*x*ox/oxo*xo p1 p1 1+1,0+2 -"
PLUGGED = "xoxox*/***1**/xo1xoo/oxo**x/x*x*ox/oxo*xo p1 p1 1+0,0+1 -"
NO_PROSPECT = "oxo1x*/xx1*o*/***o*x/o1*x*o/ooxo2/1*oxox p1 p1 1+2,3+0 -"


def sizes(state: State, seat: int) -> list[int]:
    return [group.bit_count() for group in groups(state.of(seat))]


def test_a_game_in_which_nobody_gets_stuck_takes_18_turns_each() -> None:
    """repulso 1.3, 2.1"""
    state, turns = at(START), []
    for move in GAME.split():
        if REPULSO.turn_begins(state):
            turns.append(REPULSO.to_move(state))
        state = REPULSO.play(state, move)
    assert turns == [1, 2] * 18
    assert position(state) == FIVE_AGAINST_SIX


def test_orange_wins_with_five_groups_against_six() -> None:
    """repulso 4.4"""
    state = at(FIVE_AGAINST_SIX)
    assert sizes(state, 1) == [6, 3, 1, 1, 1]
    assert sizes(state, 2) == [7, 1, 1, 1, 1, 1]
    assert ending(state) == ("p1win", "fewest-groups")


def test_blue_wins_with_fewer_groups_just_as_well() -> None:
    """repulso 4.4"""
    rows, rest = FIVE_AGAINST_SIX.split(" ", 1)
    swapped = rows.translate(str.maketrans("ox", "xo"))
    assert ending(at(f"{swapped} {rest}")) == ("p2win", "fewest-groups")


def test_orange_wins_six_groups_each_by_a_largest_of_six_against_four() -> None:
    """repulso 4.5"""
    state = at(SIX_AGAINST_FOUR)
    assert sizes(state, 1) == [6, 2, 1, 1, 1, 1]
    assert sizes(state, 2) == [4, 4, 1, 1, 1, 1]
    assert ending(state) == ("p1win", "largest-group")
    assert ending(at(f"{SIX_AGAINST_FOUR} tiebreak=next-groups")) == ("p1win", "largest-group")


def test_equal_numbers_and_equal_largest_groups_are_a_draw() -> None:
    """repulso 4.6"""
    assert ending(at(ALL_GROUPS_EQUAL)) == ("draw", "draw-equal")
    assert ending(at(SECOND_GROUP_LARGER)) == ("draw", "draw-equal")


def test_the_next_groups_decide_where_that_is_agreed() -> None:
    """repulso 5.2"""
    decided = at(f"{SECOND_GROUP_LARGER} tiebreak=next-groups")
    assert sizes(decided, 1) == [4, 2, 2, 1, 1, 1, 1]
    assert sizes(decided, 2) == [4, 3, 1, 1, 1, 1, 1]
    assert ending(decided) == ("p2win", "next-groups")
    assert ending(at(f"{ALL_GROUPS_EQUAL} tiebreak=next-groups")) == ("draw", "draw-equal")


def test_groups_are_counted_as_by_the_slow_model() -> None:
    """repulso 4.4"""
    for text in (FIVE_AGAINST_SIX, SIX_AGAINST_FOUR, ALL_GROUPS_EQUAL, BEFORE_THE_STONE):
        for seat, symbol in ((1, "o"), (2, "x")):
            assert sizes(at(text), seat) == model.group_sizes(text.split(" ")[0], symbol)


def test_blue_slides_right_then_up_to_three_and_orange_twice_down() -> None:
    """repulso 3.1, 3.2, 3.6"""
    state = after(BEFORE_THE_STONE, "*c3", "c4-e4")
    assert position(state) == "o5/3x2/4xo/1o*x2/2o3/6 p2 p2 8+6,9+5 b3,c2,d3"
    state = REPULSO.play(state, "d3-d4")
    assert sizes(state, 2) == [3]
    assert position(state) == "o5/3x2/3xxo/1o*3/2o3/6 p1 p2 8+6,9+5 b3,c2"
    one = after(position(state), "b3-b1", "c2-c1")
    other = after(position(state), "c2-c1", "b3-b1")
    assert one == other
    assert position(one) == "o5/3x2/3xxo/2*3/6/1oo3 p1 p1 8+6,9+5 -"
    assert sizes(one, 1) == [2, 1, 1]


def test_the_other_order_would_not_have_made_three() -> None:
    """repulso 3.4"""
    state = after(BEFORE_THE_STONE, "*c3", "d3-d4")
    assert texts(state) == {"c4-a4", "c4-c6"}


def test_orange_cannot_place_the_last_piece_but_has_a_stone() -> None:
    """repulso 4.2, 4.3"""
    state = at(LAST_PIECE)
    assert texts(state) == {"*e6", "*d5", "*f5", "*c4"}
    assert ending(state) is None


def test_orange_makes_blue_free_a_square() -> None:
    """repulso 3.2, 3.5"""
    state = after(LAST_PIECE, "*f5")
    assert (REPULSO.to_move(state), texts(state)) == (2, {"f6-e6"})
    state = REPULSO.play(state, "f6-e6")
    elsewhere = after(position(state), "*d5", "d4-c4")
    assert texts(elsewhere) == {"f6"}


def test_blue_takes_the_freed_square_and_orange_is_stuck() -> None:
    """repulso 4.1, 4.2"""
    state = after(LAST_PIECE, "*f5", "f6-e6", "*f6")
    assert position(state) == PLUGGED
    assert texts(state) == set()
    assert ending(state) == ("p2win", "stuck")


def test_a_stone_that_can_help_is_a_prospect() -> None:
    """repulso 4.3"""
    assert ending(at(LAST_PIECE)) is None
    assert texts(at(LAST_PIECE)) == texts(at(f"{LAST_PIECE} stuck=no-turn"))


def test_without_a_prospect_stones_do_not_save_a_seat() -> None:
    """repulso 4.2, 4.3"""
    assert ending(at(NO_PROSPECT)) == ("p2win", "stuck")
    assert texts(at(NO_PROSPECT)) == set()


def test_the_same_seat_may_win_where_only_turns_count() -> None:
    """repulso 5.1"""
    assert ending(at(f"{NO_PROSPECT} stuck=no-turn")) is None
    end = after(f"{NO_PROSPECT} stuck=no-turn", "*a1", "e2", "*b3")
    assert ending(end) == ("p1win", "stuck")


def test_without_a_stone_both_readings_agree() -> None:
    """repulso 4.3, 5.1"""
    assert ending(at(f"{PLUGGED} stuck=no-turn")) == ending(at(PLUGGED)) == ("p2win", "stuck")


def test_a_seat_without_pieces_needs_no_prospect() -> None:
    """repulso 4.2"""
    state = at("6/6/xoxoxo/oxoxox/xoxoxo/oxoxox p1 p1 0+6,0+6 -")
    assert len(texts(state)) == 12
