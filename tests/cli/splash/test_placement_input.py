"""Input of placements at the terminal."""

import pytest

from ludothek.cli.play.effects import Place
from ludothek.cli.splash.placement_input import choices, faces, read
from tests.cli.example_games import match_of
from tests.cli.golden_screens import TAKES

STICK = ["lying", "standing"]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("place", Place()),
        ("place standing", Place("standing")),
        ("place st 45", Place("standing", 45)),
        ("lying 0 1.5 -1", Place("lying", 0, 1.5, -1)),
        ("place 90, 1, 2", Place("", 90, 1, 2)),
        ("30", Place("", 30)),
        ("place LYING +.5 0 0", Place("lying", 0.5)),
    ],
)
def test_a_place_is_read(line: str, place: Place) -> None:
    assert read(line, STICK) == place


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("place flat", "FACE is lying or standing"),
        ("stands", "FACE is lying or standing"),
        ("place lying 1 2", "come a turn in degrees, and x and y"),
        ("place lying 1 2 x", "come a turn in degrees, and x and y"),
        ("place lying 0 0 1e3", "come a turn in degrees, and x and y"),
        (f"place lying 0 0 {'9' * 400}", "numbers of a size"),
    ],
)
def test_anything_else_is_answered_with_how_it_is_written(line: str, sentence: str) -> None:
    assert sentence in str(read(line, STICK))


def test_the_faces_of_the_piece_in_hand_are_offered() -> None:
    placing = match_of("splash", f"{TAKES} give:Lr").state
    assert faces(placing) == ["flat"]
    assert choices(placing) == "place flat TURN X Y"
    assert faces(match_of("splash", TAKES).state) == []
