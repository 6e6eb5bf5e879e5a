from ludothek.games.repulso.rules import REASONS
from tests.games.repulso.tables import START, refused

SLIDING = "o5/3x2/2x2o/1o*x2/2o3/6 p2 p2 8+6,9+5 b3,c2,c4,d3"
BLOCKED = "5x/6/6/o5/*5/ox4 p1 p1 10+5,10+6 a1,a3"
FULL = "*oooox/**xoo*/x****o/oo*x*x/xo*xxo/oxxxx* p1 p1 0+0,0+0 -"
STUCK = "xoxox*/***1**/xo1xoo/oxo**x/x***ox/oxo*xo p1 p1 1+0,1+0 -"
NO_PIECES = "6/6/xoxoxo/oxoxox/xoxoxo/oxoxox p1 p1 0+6,0+6 -"
NO_STONES = "******/6/x1x1x1/1x1x1x/6/6 p1 p1 12+0,6+6 -"
TWO_APART = "6/6/2o3/3x2/6/6 p1 p1 11+6,11+6 -"


def test_nothing_is_legal_when_the_game_is_over() -> None:
    """repulso 4.1"""
    sentence = "the game is over"
    assert refused(FULL, "a1") == ("over", {}, sentence)
    assert refused(STUCK, "d5") == ("over", {}, sentence)
    assert refused(STUCK, "d4-d5") == ("over", {}, sentence)


def test_nothing_is_placed_during_a_movement() -> None:
    """repulso 3.4"""
    sentence = "a movement is under way: it goes on with a slide from d3, c4"
    assert refused(SLIDING, "a1") == ("movement", {"pieces": "d3, c4"}, sentence)
    assert refused(SLIDING, "*a1") == ("movement", {"pieces": "d3, c4"}, sentence)
    assert refused(BLOCKED, "f1")[1] == {"pieces": "a3"}


def test_nothing_slides_outside_a_movement() -> None:
    """repulso 3.1"""
    assert refused(START, "a1-a2") == ("no-movement", {}, "no movement is under way")


def test_nobody_places_what_is_not_left() -> None:
    """repulso 2.1"""
    assert refused(NO_PIECES, "a6") == ("no-piece", {}, "you have no piece left")
    assert refused(NO_STONES, "*a1") == ("no-stone", {}, "you have no action stone left")


def test_nothing_is_placed_on_something() -> None:
    """repulso 2.2, 2.3"""
    assert refused(TWO_APART, "d3") == ("occupied", {"square": "d3"}, "d3 is not empty")
    assert refused(TWO_APART, "*c4") == ("occupied", {"square": "c4"}, "c4 is not empty")


def test_no_piece_is_placed_next_to_its_colour() -> None:
    """repulso 2.2"""
    code, params, sentence = refused(TWO_APART, "c5")
    assert (code, params) == ("own-next", {"neighbour": "c4", "square": "c5"})
    assert sentence == "a piece of your colour lies on c4, next to c5"


def test_only_own_affected_pieces_slide() -> None:
    """repulso 3.1, 3.2"""
    assert refused(SLIDING, "e1-e6")[:2] == ("nothing-there", {"square": "e1"})
    assert refused(SLIDING, "c3-c6")[:2] == ("nothing-there", {"square": "c3"})
    assert refused(SLIDING, "b3-b1")[:2] == ("not-yours", {"square": "b3"})
    assert refused(SLIDING, "d5-d6")[:2] == ("not-affected", {"square": "d5"})


def test_a_piece_slides_once() -> None:
    """repulso 3.2"""
    slid = "o5/3x2/4xo/1o*x2/2o3/6 p2 p2 8+6,9+5 b3,c2,d3"
    code, _, sentence = refused(slid, "e4-e6")
    assert code == "not-affected"
    assert sentence == "the piece on e4 is not affected by the stone, or has slid already"


def test_a_blocked_piece_does_not_slide() -> None:
    """repulso 3.5"""
    code, params, sentence = refused(BLOCKED, "a1-b1")
    assert (code, params) == ("blocked", {"square": "a1"})
    assert sentence == "the piece on a1 is blocked and is left alone"


def test_a_slide_is_straight_and_at_least_one_square_long() -> None:
    """repulso 3.3"""
    for end in ("e5", "c4"):
        code, params, sentence = refused(SLIDING, f"c4-{end}")
        assert (code, params) == ("not-straight", {"start": "c4", "end": end})
        assert sentence == f"a slide runs along a row or a column, not from c4 to {end}"


def test_a_slide_does_not_jump() -> None:
    """repulso 3.3"""
    code, params, sentence = refused(SLIDING, "d3-d6")
    assert (code, params) == ("in-the-way", {"obstacle": "d5", "start": "d3", "end": "d6"})
    assert sentence == "d5 is not empty and in the way from d3 to d6"
    assert refused(SLIDING, "c4-f4")[1]["obstacle"] == "f4"
    assert refused(SLIDING, "c4-c1")[1]["obstacle"] == "c3"


def test_a_slide_does_not_stop_short() -> None:
    """repulso 3.3"""
    code, params, sentence = refused(SLIDING, "c4-b4")
    assert (code, params) == ("stops-short", {"stop": "a4", "start": "c4", "end": "b4"})
    assert sentence == "a slide from c4 towards b4 goes on to a4"
    assert refused(SLIDING, "d3-d2")[1]["stop"] == "d1"


def test_every_reason_is_given_above() -> None:
    codes = {
        refused(position, move)[0]
        for position, moves in {
            FULL: "a1",
            SLIDING: "a1 e1-e6 b3-b1 d5-d6 c4-e5 c4-f4 c4-b4",
            BLOCKED: "a1-b1",
            START: "a1-a2",
            NO_PIECES: "a6",
            NO_STONES: "*a1",
            TWO_APART: "d3 c5",
        }.items()
        for move in moves.split()
    }
    assert codes == set(REASONS)
