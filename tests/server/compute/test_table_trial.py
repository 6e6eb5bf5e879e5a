"""Trial placements on a tower that the request describes."""

from typing import Any

from tests.content.content import tasks
from tests.server.conftest import Welcome

PLATE = next(task for task in tasks("splash") if task["id"] == "plate")
TRIAL = {"game": "splash", "position": PLATE["position"], "tower": PLATE["table"]}
MIDDLE = {"face": "flat", "yaw": 0.0, "x": 0.0, "y": 0.0}


def test_a_placement_is_tried_on_a_tower_built_for_it(plain: Welcome) -> None:
    tried = plain().post("/api/table/try", {**TRIAL, "spot": MIDDLE})
    assert list(tried["poses"]) == ["Lr"]
    assert tried["motion"]["decision"] == "stands"
    assert set(tried["motion"]["poses"]) == {"Lr", "Pr"}


def test_every_lesson_about_placing_is_solved_by_its_solution(plain: Welcome) -> None:
    ada = plain()
    for task in tasks("splash"):
        if "table" in task:
            wish = {"game": "splash", "position": task["position"], "tower": task["table"]}
            tried = ada.post("/api/table/try", {**wish, "spot": task["solution"][0]["place"]})
            assert tried["motion"]["stands"], task["id"]


def test_a_tower_can_be_looked_at_first(plain: Welcome) -> None:
    tried = plain().post("/api/table/try", TRIAL)
    assert tried["motion"] is None
    x, y, z, *_ = tried["poses"]["Lr"]
    assert (round(x), round(y), round(z, 1)) == (0, 0, 7.5)


def test_a_piece_over_the_edge_falls(plain: Welcome) -> None:
    overhang = next(task for task in tasks("splash") if task["id"] == "overhang")
    wish = {"game": "splash", "position": overhang["position"], "tower": overhang["table"]}
    spot = {**MIDDLE, "x": 9.0}
    tried = plain().post("/api/table/try", {**wish, "spot": spot})
    assert tried["motion"]["decision"] == "falls:Lg|Lb"


def test_the_table_says_what_it_does_not_take(plain: Welcome) -> None:
    ada = plain()
    wrong: Any = {**TRIAL, "spot": {**MIDDLE, "face": "corner"}}
    assert ada.post("/api/table/try", wrong, 422)["code"] == "table.face-unknown"
    other = {**TRIAL, "tower": []}
    assert ada.post("/api/table/try", other, 409)["code"] == "nothing-to-place"
    tableless = {**TRIAL, "game": "repulso"}
    assert ada.post("/api/table/try", tableless, 409)["code"] == "nothing-to-place"
    assert ada.post("/api/table/try", {**TRIAL, "position": "?"}, 422)["code"] == "position"
