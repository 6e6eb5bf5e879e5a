"""`ludothek ladder splash`."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench import ladder as bench
from ludothek.cli.main import run
from ludothek.games import BadSetup
from ludothek.physics.player import level_of
from ludothek.research.arena import table_levels
from ludothek.research.arena.ladder import Plan, failures, plan_of, rows, rungs
from ludothek.research.arena.runs import Result, load_results
from ludothek.workers import JobFailed

ROOT = Path(__file__).parents[3]
Captured = pytest.CaptureFixture[str]


def splash(**settings: Any) -> Plan:
    return plan_of("splash", **settings)


def result(*levels: int, winner: int) -> Result:
    return {"levels": list(levels), "winners": [winner], "longest": [0.5] * len(levels)}


def test_each_level_meets_the_one_below_and_the_last_the_first() -> None:
    assert splash().pairs == [(2, 1), (3, 2), (4, 3), (5, 4), (5, 1)]
    assert splash(levels="2-3").pairs == [(3, 2)]


def test_the_upper_level_sits_in_every_seat_equally_often() -> None:
    jobs = [task.job["levels"] for task in splash(seats=3, levels="1-2", games=3).tasks()]
    assert jobs == [[2, 1, 1], [1, 2, 1], [1, 1, 2]]


def test_results_of_other_levels_or_another_time_are_not_mixed() -> None:
    def keys(plan: Plan) -> set[str]:
        return {task.key for task in plan.tasks()}

    one, more = splash(games=1), splash(games=1, seconds=3)
    assert {key for key in keys(one) if " 3-2 " in key} <= keys(more)
    assert not {key for key in keys(one) if " 5-1 " in key} & keys(more)
    assert len(keys(splash(games=4))) == 20


def test_results_of_another_player_or_another_table_are_not_mixed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {task.key for task in splash(games=1).tasks()}
    monkeypatch.setattr(table_levels, "VERSION", "another")
    player = {task.key for task in splash(games=1).tasks()}
    monkeypatch.setattr(table_levels, "VERSIONS", {"table": "another"})
    table = {task.key for task in splash(games=1).tasks()}
    assert len(before | player | table) == 3 * len(before)


def test_rungs_tell_who_wins_how_often() -> None:
    plan = splash(levels="1-2")
    played = [result(2, 1, winner=1), result(1, 2, winner=2), result(2, 1, winner=2)]
    first, second = rungs(plan, played)
    assert first.below is None
    assert second.below is not None
    assert round(second.below.share, 2) == 0.67
    assert second.first == second.below
    assert second.rating.value > first.rating.value == 0
    table = rows(plan, [first, second])
    assert table[0][0] == "level"
    assert table[2][4:6] == ("3", "67% (21% to 94%)")


def test_the_last_level_shows_its_seconds() -> None:
    plan = splash(levels="4-5", seconds=2)
    lower, upper = rows(plan, rungs(plan, [result(5, 4, winner=1)]))[1:]
    assert (lower[1], upper[1]) == (str(level_of(4).budget.simulations), "2 s")


def test_levels_that_win_too_seldom_are_named() -> None:
    lost = [result(5, 1, winner=2)] * 3 + [result(5, 1, winner=1)] * 3
    below = [result(5, 4, winner=2), result(4, 5, winner=2)]
    plan = splash()
    assert failures(plan, rungs(plan, lost)) == ["level 5 gets 50% against 1, not 75%"]
    below_goal = ["level 5 gets 50% against the one below, not 60%"]
    assert failures(plan, rungs(plan, below)) == below_goal


@pytest.mark.parametrize("options", [{"teams": "pairs"}, {"referee": "yes"}])
def test_a_ladder_needs_the_simulated_table_and_no_teams(options: dict[str, str]) -> None:
    with pytest.raises(BadSetup, match="on the simulated table, and without teams"):
        plan_of("splash", 4, options)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--levels", "1-8"], "levels are written like 1-5, the lower one first"),
        (["--opening", "2"], "games of Splash! have no random openings"),
        (["--players", "7"], "not 7"),
    ],
)
def test_a_ladder_that_cannot_be_is_refused(
    capsys: Captured, arguments: list[str], sentence: str
) -> None:
    assert run(["ladder", "splash", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_table_without_a_place_is_refused_before_a_game_is_played(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ludothek.research.arena.ladder.run_tasks", lambda *_: pytest.fail("played")
    )
    page = tmp_path / "page.md"
    page.write_text("<!-- ladder splash 2 -->\n<!-- end ladder splash 2 -->\n")
    assert run(["ladder", "splash", "--players", "3", "--write", str(page)]) == 2
    assert "has no place for this: <!-- ladder splash 3 -->" in capsys.readouterr().err


def test_a_game_that_fails_is_told_in_one_sentence(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise JobFailed("1 of 2 jobs failed: one (the worker died)")

    monkeypatch.setattr("ludothek.research.arena.ladder.run_tasks", broken)
    command = ["ladder", "splash", "--games", "1", "--out", str(tmp_path / "ladder.jsonl")]
    assert run(command) == 2
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "ludothek:" in line]
    assert "1 of 2 jobs failed: one (the worker died)" in line


def test_a_ladder_is_played_shown_written_and_gone_on_with(
    capsys: Captured, tmp_path: Path
) -> None:
    page, out = tmp_path / "page.md", tmp_path / "ladder.jsonl"
    page.write_text("<!-- ladder splash 2 -->\n<!-- end ladder splash 2 -->\n")
    command = ["ladder", "splash", "--levels", "1-2", "--games", "2", "--jobs", "1"]
    command += ["--option", "hand=shaky", "--out", str(out), "--write", str(page)]
    assert run(command) == 0
    assert "against" in capsys.readouterr().out
    assert "| 2 | 0 | 1 |" in page.read_text()
    before = out.read_text()
    assert run(command) == 0
    assert out.read_text() == before
    assert len(load_results(out)) == 2


def test_the_bench_reports_what_is_known_and_writes_it_into_the_page(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page, out = tmp_path / "strength.md", tmp_path / "ladder.jsonl"
    page.write_text((ROOT / "docs" / "strength.md").read_text(encoding="utf-8"), encoding="utf-8")
    tasks = splash(games=2).tasks()
    done = [{"key": task.key, **result(*task.job["levels"], winner=1)} for task in tasks]
    out.write_text("\n".join(map(json.dumps, done)))
    command = f"ladder splash --number 2 --report --out {out} --write {page}"
    monkeypatch.setattr("sys.argv", command.split())
    bench.main()
    output = capsys.readouterr().out
    table = output.partition("2 seats\n")[2]
    assert table.startswith("| level | simulations |")
    assert table.strip() in page.read_text(encoding="utf-8")
