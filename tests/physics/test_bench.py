"""The measurements run, and say what they should."""

from random import Random

import pytest

from bench import physics, physics_chances
from ludothek.physics import HANDS


def test_the_speed_of_the_table_is_shown_by_height(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"HEIGHTS": (1, 2), "TIMES": 2, "TRIALS": 2, "UNTUNED": 1}.items():
        monkeypatch.setattr(physics, name, value)
    physics.main()
    headings, one, two, *rest = capsys.readouterr().out.splitlines()
    assert headings.split() == ["height", "mean", "ms", "worst", "ms", "stood"]
    assert [one.split()[0], two.split()[0]] == ["1", "2"]
    assert len(rest) == 4


def test_towers_fall_over_with_the_default_settings_of_the_engine() -> None:
    assert physics.fallen(4) >= 3


def test_the_chances_name_every_shape_and_face() -> None:
    headings, *rows = physics_chances.shape_on_shape(tries=1)
    assert headings[1:] == [row[0] for row in rows]
    assert len(rows) == 8


def test_towers_are_counted_by_height() -> None:
    falls = {"steady": [20, 31, 31, 31], "normal": [3, 6, 9, 12]}
    headings, *rows, asked, typical = physics_chances.by_height(falls)
    assert headings == ["after piece", "steady", "normal"]
    assert rows[2] == ["6", "100 %", "50 %"]
    assert asked[1:] == ["0 %", "75 %"]
    assert typical[1:] == ["never to never, median never", "6 to 12, median 9"]
    assert physics_chances.picture(falls).count("<polyline") == 2


def test_a_tower_falls_with_some_piece() -> None:
    assert 1 < physics_chances.fall(HANDS["shaky"], Random(1)) <= 31
