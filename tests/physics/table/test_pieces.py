"""The pieces as bodies."""

import json
from importlib.resources import files
from math import isclose
from typing import Any

import pytest

from ludothek.games.splash.pieces import NAMES
from ludothek.physics import BadPlacement
from ludothek.physics.simulation.geometry import Pose, turn
from ludothek.physics.simulation.scene import model
from ludothek.physics.table.pieces import (
    BODIES,
    DENSITY,
    VERSION,
    body_of,
    corners,
    lower_side,
    plain,
    upper_side,
)


def height_on(piece: str, face: str) -> float:
    """How tall a piece is on a face, in millimetres."""
    pose = Pose(0, 0, 0, body_of(piece).resting_on(face))
    heights = [corner[2] for corner in corners(piece, pose)]
    return round(1000 * (max(heights) - min(heights)), 6)


def test_one_file_says_all_about_the_pieces() -> None:
    """Shape, size, faces, wood and colour; nothing else in the package says any of it again."""
    folder = files("ludothek.games.splash")
    data = json.loads(folder.joinpath("pieces.json").read_text(encoding="utf-8"))
    assert set(data["wood"]) == {"density", "friction"}
    for shape in data["shapes"]:
        assert {"form", "width", "depth", "height", "faces"} < set(shape)
    assert all(colour["paint"].startswith("#") for colour in data["colours"])
    others = [file.name for file in files("ludothek.physics").iterdir() if file.is_file()]
    assert not [name for name in others if not name.endswith(".py")]


def test_every_piece_of_the_game_has_a_body() -> None:
    assert len({piece: body_of(piece) for piece in NAMES}) == 30


@pytest.mark.parametrize(
    ("piece", "heights"),
    [
        ("Lr", {"flat": 15}),
        ("Sr", {"flat": 7}),
        ("Pr", {"flat": 5, "edge": 20}),
        ("Tr", {"lying": 5, "standing": 25}),
        ("Or", {"flat": 10, "side": 15}),
    ],
)
def test_each_face_has_its_name_and_its_height(piece: str, heights: dict[str, float]) -> None:
    faces = [face for face, _ in body_of(piece).faces]
    assert {face: height_on(piece, face) for face in faces} == heights


def test_an_octagon_has_eight_equal_sides_across_15_mm() -> None:
    around = [(x, y) for x, y, z in BODIES["O"].vertices if z > 0]
    lengths = [
        ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        for (x, y), (u, v) in zip(around, around[1:] + around[:1], strict=True)
    ]
    assert len(around) == 8
    assert all(isclose(length, lengths[0]) for length in lengths)
    assert isclose(max(x for x, _ in around), 0.0075)


@pytest.mark.parametrize("shape", BODIES)
def test_our_weight_of_a_piece_is_the_engine_s(shape: str) -> None:
    assert isclose(model(shape).body_mass[1], DENSITY * BODIES[shape].volume, rel_tol=1e-6)


def test_the_upper_side_is_above_the_lower_one_however_a_piece_is_turned() -> None:
    pose = Pose(0, 0, 0, turn("y", 85))
    assert round(min(z for *_, z in upper_side("Tr", pose)), 3) == 0.012
    assert round(max(z for *_, z in lower_side("Tr", pose)), 3) == -0.012


@pytest.mark.parametrize("text", ["", "L", "Lx", "lr", "Lrr", "falls"])
def test_an_unknown_piece_is_refused(text: str) -> None:
    with pytest.raises(BadPlacement) as refused:
        body_of(text)
    assert refused.value.code == "piece-unknown"


def test_the_front_end_is_told_sizes_faces_and_paint() -> None:
    bodies: dict[str, Any] = plain()
    assert bodies["version"] == VERSION
    assert bodies["shapes"]["T"]["size"] == [25, 5, 5]
    assert set(bodies["paint"]) == set("rygbop")
