"""Input of placements at the terminal."""

import pytest

from ludothek.cli.inputs.placement_input import choices, read
from ludothek.cli.play.effects import Place
from ludothek.games.backends import Spot
from tests.cli.example_games import match_of
from tests.cli.golden_screens import TAKES

STICK = ["lying", "standing"]


@pytest.mark.parametrize(
    ("line", "spot"),
    [
        ("place", Spot("lying", 0, 0, 0)),
        ("place standing", Spot("standing", 0, 0, 0)),
        ("place st 45", Spot("standing", 45, 0, 0)),
        ("lying 0 1.5 -1", Spot("lying", 0, 1.5, -1)),
        ("place 90, 1, 2", Spot("lying", 90, 1, 2)),
        ("30", Spot("lying", 30, 0, 0)),
        ("place LYING +.5 0 0", Spot("lying", 0.5, 0, 0)),
    ],
)
def test_a_place_is_read(line: str, spot: Spot) -> None:
    assert read(line, STICK) == Place(spot)


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
    placing = match_of("splash", f"{TAKES} give:Lr")
    assert placing.faces == ("flat",)
    assert choices(placing.faces) == "place flat TURN X Y"
    assert match_of("splash", TAKES).faces == ()


def test_a_face_is_named_by_its_beginning_or_in_full() -> None:
    assert read("place side", ["side", "side-up"]) == Place(Spot("side", 0, 0, 0))
    assert "FACE is side or side-up" in str(read("place si", ["side", "side-up"]))
