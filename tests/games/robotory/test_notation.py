import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.games import UnreadableMove, UnreadablePosition
from ludothek.games.robotory import ROBOTORY, Place, Refill, Step, Stop
from ludothek.games.robotory.board import INDEX


def test_every_kind_of_decision_has_one_text() -> None:
    """robotory 5.1"""
    c3 = INDEX["c3"]
    for text, move in {
        "w@c3": Place("w", c3),
        "b@c3": Place("b", c3),
        "Rc3": Step("R", c3),
        "stop": Stop(),
        "+w2b1": Refill(2, 1),
    }.items():
        assert ROBOTORY.notation.parse_move(text) == move
        assert str(move) == text


@pytest.mark.parametrize(
    "text", ["", "c3", "w@a5", "w@c7", "W@c3", "Gc3", "+w0b0", "+w4b1", "+b1w2"]
)
def test_anything_else_is_no_decision(text: str) -> None:
    """robotory 5.1"""
    with pytest.raises(UnreadableMove, match="no decision of Robotory"):
        ROBOTORY.notation.parse_move(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected columns"),
        ("4/2W2/3B2/2R2/4 p3 w2b2,w2b2 w10b10 -", "expected columns"),
        ("4/2W2/3B2/2R2 p1 w2b2,w2b2 w10b10 -", "4, 5, 6, 5 and 4"),
        ("4/2W2/3W2/2R2/4 p1 w2b2,w2b2 w10b10 -", "each of the robots"),
        ("4/2W2/3B2/2R2/4 p1 w3b2,w2b2 w10b10 -", "at most four"),
        ("w3/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b10 -", "14 discs of each colour"),
        ("4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b10 R", "nothing to eat"),
        ("22/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b10 -", "written otherwise: 4/2W2"),
        ("4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b10 - end=colour", "written otherwise: none"),
    ],
)
def test_a_bad_position_says_what_was_expected(text: str, sentence: str) -> None:
    """robotory 5.2"""
    with pytest.raises(UnreadablePosition, match=sentence):
        ROBOTORY.parse_position(text)


@given(st.text("wbWBR123456/ p,-+@stop0=endal", max_size=50))
def test_a_text_is_refused_or_means_itself(text: str) -> None:
    """robotory 5.2"""
    try:
        state = ROBOTORY.parse_position(text)
    except ValueError:
        return
    assert ROBOTORY.format_position(state) == text
