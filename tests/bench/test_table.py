"""The measurements run, and say what they should."""

import json
from random import Random

import pytest

from bench import physics
from bench.strength import placement_success, table_baseline
from ludothek.physics import HANDS
from ludothek.physics.simulation.stepping import FRAMES
from ludothek.research.placement_statistics import fall, simulate


def test_the_speed_of_the_table_is_shown_by_height(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = {"HEIGHTS": (1, 2), "TIMES": 2, "TRIALS": 2, "MINUTE": 1, "CREEPING": 1, "UNTUNED": 1}
    for name, value in small.items():
        monkeypatch.setattr(physics, name, value)
    assert physics.main() == 0
    headings, one, two, *rest = capsys.readouterr().out.splitlines()
    assert headings.split() == ["height", "mean", "ms", "worst", "ms", "stood"]
    assert [one.split()[0], two.split()[0]] == ["1", "2"]
    assert [line.split(",")[0] for line in rest[:2]] == ["1 thread(s)", "2 thread(s)"]
    assert all("trials/s" in line for line in rest[:2])
    assert "creep 0.0" in rest[2]
    assert rest[2].endswith("mm; asked for: 0.5, kept")
    assert "with our settings" in rest[3]
    assert "with MuJoCo's default settings" in rest[4]


def test_a_limit_that_is_missed_is_told_and_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = {"HEIGHTS": (2,), "TEN": 2, "TRIALS": 1, "MINUTE": 1, "CREEPING": 1, "UNTUNED": 1}
    for name, value in small.items():
        monkeypatch.setattr(physics, name, value)
    slow = [(10.0, True, 9), (500.0, True, 9)] + 30 * [(10.0, True, 9)]
    monkeypatch.setattr(physics, "placements", lambda _height, _times: slow)
    assert physics.main() == 1
    assert "asked for: 40 and 400, MISSED" in capsys.readouterr().out


def test_a_placement_on_a_tower_of_ten_takes_few_frames() -> None:
    """What a placement costs is how long it is simulated; the bench says how long that takes."""
    frame_counts = [frames for *_, frames in physics.placements(10, 30)]
    assert sum(frame_counts) / 30 < FRAMES / 3
    assert max(frame_counts) < 3 * FRAMES


def test_towers_fall_over_with_the_default_settings_of_the_engine_only() -> None:
    assert physics.left_alone(4, "untuned")[0] >= 3
    assert physics.left_alone(4, "awake")[0] == 0


def test_the_chances_name_every_shape_and_face() -> None:
    stood = {task.key: {"stood": 0.5} for task in placement_success.pairs(trials=1)}
    headings, *rows = placement_success.shape_on_shape(stood, trials=1)
    assert headings[1:] == [row[0] for row in rows]
    assert len(rows) == 8


def test_towers_are_counted_by_height() -> None:
    falls = {"steady": [20, 31, 31, 31], "normal": [3, 6, 9, 12]}
    headings, *rows, table, typical = placement_success.by_height(falls)
    assert headings == ["after piece", "steady", "normal"]
    assert rows[2] == ["6", "100 %", "50 %"]
    assert table[1:] == ["0 %", "75 %"]
    assert typical[1:] == ["never to never, median never", "6 to 12, median 9"]
    assert placement_success.picture(falls).count("<polyline") == 2


def test_a_tower_falls_with_some_piece() -> None:
    (task,) = [task for task in placement_success.towers(2) if task.key == "tower shaky 1"]
    result = json.loads(simulate(json.dumps(task.job), lambda _: None, lambda: False))
    assert 1 < result["piece"] <= 31
    assert result["piece"] == fall(HANDS["shaky"], Random(1))


def test_a_cube_stands_on_a_plate_and_a_stick_on_a_stick_less_often() -> None:
    def stood(new: tuple[str, str], on: tuple[str, str]) -> float:
        job = placement_success.pair(new, on, "P", 8).job
        result = json.loads(simulate(json.dumps(job), lambda _: None, lambda: False))
        return float(result["stood"])

    assert stood(("L", "flat"), ("P", "flat")) == 1
    assert stood(("T", "standing"), ("T", "standing")) < 1


def test_a_game_of_a_baseline_is_the_same_for_its_seed_and_counts_placements() -> None:
    job = json.dumps({"players": ["middle", "random"], "seed": 3})
    text = simulate(job, lambda _: None, lambda: False)
    assert text == simulate(job, lambda _: None, lambda: False)
    result = json.loads(text)
    assert sum(result["shares"]) == pytest.approx(1)
    for placed, stood in zip(result["placed"], result["stood"], strict=True):
        assert 0 <= stood <= placed
    assert sum(result["stood"]) < sum(result["placed"])  # a tower that never fell would be odd


def test_baselines_are_told_by_player_whatever_seat_it_had() -> None:
    won = {"shares": [1.0, 0.0], "placed": [3, 2], "stood": [3, 0]}
    lost = {"shares": [1.0, 0.0], "placed": [2, 1], "stood": [0, 1]}
    keys = [table_baseline.game("level1", number).key for number in range(2)]
    head, row = table_baseline.rows(dict(zip(keys, (won, lost), strict=True)), games=2)
    assert head[0] == "player"
    assert row[:2] == ["level1", "2"]
    assert row[2].startswith("50% (")
    assert row[3].startswith("100% (")
