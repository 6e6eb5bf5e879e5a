"""`ludothek analyse` and `ludothek ladder`."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludothek.cli.main import run
from ludothek.cli.play import storage
from ludothek.cli.play.computers import Thinkers
from ludothek.engine import Analysis, Limits, Searcher
from ludothek.engine.networks import SHIPPED, read, write
from ludothek.games import Outcome
from ludothek.games.record import Line
from ludothek.research.arena.ladder import Plan, plan_of
from tests.cli.example_games import match_of

WINNING = "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -"

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.rec"
    storage.keep(path, match_of("robotory", "w@d2 b@d1 Rd2").record)
    return path


def test_the_best_lines_of_a_position_are_shown(capsys: Captured) -> None:
    assert run(["analyse", WINNING, "--game", "robotory", "--seconds", "60", "--lines", "2"]) == 0
    output = capsys.readouterr().out
    assert "p1 decides, expected: p1 100% p2 0%" in output
    assert "wins in 1" in output
    assert "+w2b0" in output


def test_as_many_lines_are_shown_as_are_wanted(capsys: Captured) -> None:
    start = ["analyse", "start", "--game", "robotory", "--seconds", "0.1"]
    assert run([*start, "--lines", "2"]) == 0
    output = capsys.readouterr().out
    assert "│ 2 │" in output
    assert "│ 3 │" not in output


def test_a_network_evaluates_a_position_not_a_record(capsys: Captured, game: Path) -> None:
    network = ["--network", str(SHIPPED / "robotory.net")]
    assert run(["analyse", WINNING, "--game", "robotory", *network]) == 0
    assert "wins in 1" in capsys.readouterr().out
    assert run(["analyse", str(game), *network]) != 0
    assert "--game NAME" in capsys.readouterr().err


def test_a_position_may_begin_with_a_minus_sign(capsys: Captured) -> None:
    nexus = ["analyse", "start", "--game", "nexus", "--players", "3", "--seconds", "0.05"]
    assert run([*nexus, "--json"]) == 0
    position = json.loads(capsys.readouterr().out)["position"]
    assert run(["analyse", "--game", "nexus", "--seconds", "0.05", "--ascii", position]) == 0
    assert capsys.readouterr().out.isascii()


def test_an_analysis_can_be_had_as_json(capsys: Captured) -> None:
    assert run(["analyse", WINNING, "--game", "robotory", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["position"] == WINNING
    assert printed["proof"] == ["win", 1]
    assert printed["lines"][0]["moves"] == ["+w2b0"]


def test_the_decisions_of_a_record_are_judged(capsys: Captured, game: Path) -> None:
    assert run(["analyse", str(game), "--seconds", "0.05"]) == 0
    output = capsys.readouterr().out
    assert "│ 1   │ p1   │ w@d2" in output
    assert "│ 3   │ p1   │ Rd2" in output
    assert output.splitlines()[-1] == "No decision threw the game away."


def test_what_threw_the_game_away_is_named(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "lost.rec"
    start = WINNING.replace("p1", "p2").replace("w0b2,w2b2", "w2b2,w0b2")
    record = replace(match_of("robotory").record, start=start, line=Line.of(["+w2b0"]))
    storage.keep(path, replace(record, result=Outcome((1,), "lid-empty")))
    assert run(["analyse", str(path), "--seconds", "60"]) == 0
    output = capsys.readouterr().out
    assert "?? threw a won" in output
    assert output.endswith("The game was thrown away by 1 (+w2b0).\n")
    assert run(["analyse", str(path), "--seconds", "60", "--json"]) == 0
    (decisions,) = json.loads(capsys.readouterr().out)["decisions"]
    assert (decisions["seat"], decisions["move"], decisions["verdict"]) == (
        2,
        "+w2b0",
        "win-thrown",
    )
    assert decisions["after"] == [0, True]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.rec"], "nowhere.rec: No such file or directory"),
        (["start"], "for a position, name its game: --game NAME (repulso,"),
        (["here", "--game", "robotory"], "no position of Robotory"),
        (["4/5/5B/4W/3R p1 w2b2,w2b2 w0b10 -", "--game", "robotory"], "the game is over"),
    ],
)
def test_what_cannot_be_analysed_is_refused(
    capsys: Captured, arguments: list[str], sentence: str
) -> None:
    assert run(["analyse", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_an_interrupted_analysis_shows_what_it_knows(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Searcher.search

    def interrupted(searcher: Searcher, play: Any, limits: Any, **settings: Any) -> Analysis:
        real(searcher, play, replace(limits, seconds=0.05), **settings)
        raise KeyboardInterrupt

    monkeypatch.setattr(Searcher, "search", interrupted)
    assert run(["analyse", "start", "--game", "robotory", "--seconds", "600"]) == 130
    assert "nodes in" in capsys.readouterr().out


def test_a_ladder_is_played_shown_and_written(capsys: Captured, tmp_path: Path) -> None:
    page, out = tmp_path / "page.md", tmp_path / "ladder.jsonl"
    page.write_text("<!-- ladder robotory 2 -->\n<!-- end ladder robotory 2 -->\n")
    command = ["ladder", "robotory", "--levels", "1-2", "--games", "2", "--jobs", "1"]
    command += ["--out", str(out), "--write", str(page)]
    assert run(command) == 0
    assert "policy only" in capsys.readouterr().out
    assert "| policy only |" in page.read_text()
    before = out.read_text()
    assert run(command) == 0
    assert out.read_text() == before


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project's own document, in the folder where the commands are run."""
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "docs" / "strength.md"
    page.parent.mkdir()
    page.write_text("<!-- ladder robotory 2 -->\nolder\n<!-- end ladder robotory 2 -->\n")
    return page


@pytest.mark.parametrize(
    ("plan", "arguments"),
    [
        (plan_of("robotory", levels="1-2"), ["--levels", "1-2"]),
        (plan_of("robotory", games=2), ["--games", "2"]),
        (plan_of("robotory", options={"end": "all"}), ["--option", "end=all"]),
        (plan_of("robotory", opening=2), ["--opening", "2"]),
        (plan_of("robotory", seconds=2), ["--seconds", "2"]),
    ],
)
def test_a_table_of_another_kind_is_not_written_unasked(
    capsys: Captured, page: Path, plan: Plan, arguments: list[str]
) -> None:
    keep_results(plan)
    before = page.read_text()
    assert run(["ladder", "robotory", *arguments]) == 0
    assert "not written into docs/strength.md" in capsys.readouterr().out
    assert page.read_text() == before
    assert run(["ladder", "robotory", *arguments, "--write", str(page)]) == 0
    assert "older" not in page.read_text()


@pytest.mark.parametrize("games", [100, 101])
def test_a_whole_ladder_is_written_unasked(capsys: Captured, page: Path, games: int) -> None:
    keep_results(plan_of("robotory", games=games))
    assert run(["ladder", "robotory", "--games", str(games)]) == 0
    assert "not written" not in capsys.readouterr().out
    assert "older" not in page.read_text()
    assert "| policy only |" in page.read_text()


def keep_results(plan: Plan) -> None:
    """Results of all games, where a ladder looks for them: p1 has won."""
    won = {"winners": [1], "longest": [0.0, 0.0]}
    lines = [{"key": t.key, "players": t.job["players"], **won} for t in plan.tasks()]
    Path("ladder.jsonl").write_text("\n".join(map(json.dumps, lines)))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "no game is named 'chess'"),
        (["robotory", "--levels", "8"], "levels are written like 1-13, not '8'"),
        (["robotory", "--levels", "1-14"], "levels are written like 1-13, the lower one first"),
        (["robotory", "--players", "3"], "Robotory is played with 2 seats, not 3"),
    ],
)
def test_a_ladder_that_cannot_be_is_refused(
    capsys: Captured, arguments: list[str], sentence: str
) -> None:
    assert run(["ladder", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_network_of_ones_own_plays_for_the_strongest(tmp_path: Path) -> None:
    shipped = (SHIPPED / "robotory.net").read_bytes()
    weights = shipped.split(b"\n", 1)[1]
    hidden = read(SHIPPED / "robotory.net", "robotory").header.hidden
    blank = tmp_path / "blank.net"
    write(blank, "robotory", hidden, bytes(len(weights)))
    match = match_of("robotory", "w@d2 b@d1", players=("level13", "level13"))
    usual, own = (
        Thinkers(Limits(nodes=50), 1, network).choose(match, lambda _: None)
        for network in (None, read(blank, "robotory"))
    )
    assert usual != own


@pytest.mark.usefixtures("home")
def test_a_network_of_another_game_does_not_play(capsys: Captured) -> None:
    network = str(SHIPPED / "repulso.net")
    assert run(["play", "robotory", "--seat", "p1=level1", "--network", network]) != 0
    assert "repulso.net is a network of repulso, not robotory" in capsys.readouterr().err
