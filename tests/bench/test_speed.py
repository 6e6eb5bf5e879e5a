"""The benchmark runs, and says what it should."""

import pytest

from bench import games, research
from ludothek.research import pettingzoo


@pytest.fixture(autouse=True)
def _short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "SECONDS", 0.01)


def test_the_table_shows_speed_target_and_ratio(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "robotory", "splash"])
    games.main()
    headings, robotory, *splash = capsys.readouterr().out.splitlines()
    assert headings.split() == ["game", "seats", "decisions/s", "target", "ratio"]
    assert robotory.split()[:2] == ["robotory", "2"]
    assert robotory.split()[3] == "30,000"
    assert [line.split()[1] for line in splash] == ["2", "3", "4", "5", "6"]
    assert {len(line) for line in (headings, robotory, *splash)} == {len(headings)}


def test_an_unknown_game_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "chess"])
    with pytest.raises(SystemExit) as leaving:
        games.main()
    assert leaving.value.code == 2
    assert "no game is named 'chess'" in capsys.readouterr().err


def test_a_learner_steps_in_every_way_that_is_measured() -> None:
    ways = (
        research.spiel_steps("ludothek_robotory"),
        research.zoo_steps(pettingzoo.env("robotory")),
        research.policy_steps("nexus", 3, "planes"),
        research.random_steps("nexus", 3, "planes and mask"),
        research.numpy_steps("repulso", 2),
        research.uniform_steps("nexus", 2),
    )
    assert [next(way) for way in ways] == [1, 1, 256, 256, 256, 256]
