"""A game of another package with all optional parts, in the terminal, in workers, in a ladder."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.plugin_environment import COINS, environment

Ludothek = Callable[..., "subprocess.CompletedProcess[str]"]
PEOPLE = ("--seat", "p1=human", "--seat", "p2=human")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("plugged"), COINS)


@pytest.fixture
def ludothek(python: Path, tmp_path: Path) -> Ludothek:
    def run(*words: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [python, "-m", "ludothek.cli.main", *words],
            input=lines,
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env={"XDG_STATE_HOME": str(tmp_path), "PATH": ""},
        )

    return run


def test_a_dealt_start_is_dealt_and_not_taken_back(ludothek: Ludothek) -> None:
    played = ludothek("play", "coins", *PEOPLE, "--seed", "4", lines="undo\n")
    assert played.returncode == 0, played.stderr
    assert "p1 human begins" in played.stdout
    assert "there is no decision of yours to take back" in played.stdout
    chosen = ludothek("play", "coins", *PEOPLE, "--option", "start=chosen", lines="take:3\nundo\n")
    assert "taken back: take:3" in chosen.stdout


def test_a_person_sets_a_piece_down_and_the_simulation_tells_what_became_of_it(
    ludothek: Ludothek, tmp_path: Path
) -> None:
    record = tmp_path / "coins.rec"
    options = [*PEOPLE, "--option", "start=chosen", "--seed", "4", "--record", str(record)]
    takes = "".join(f"take:{coin}\n" for coin in range(1, 7))
    lines = "take:5\nmoves\nlies:middle\nplace heads 0 99 0\nplace ta 15 1.5 -1\n"
    played = ludothek("play", "coins", *options, lines=takes + lines)
    assert "place heads|tails TURN X Y" in played.stdout
    assert "FACE is heads or tails" in played.stdout  # a report cannot be claimed
    assert "a coin is set down on the board" in played.stdout
    kept = record.read_text()
    assert "simulated table: seed 4, board 1" in kept
    assert "lies:middle {placed tails 15.0 1.5 -1.0}" in kept
    assert ludothek("replay", str(record)).returncode == 0


def test_a_kept_game_goes_on_with_the_same_table(ludothek: Ludothek, tmp_path: Path) -> None:
    record = tmp_path / "coins.rec"
    options = [*PEOPLE, "--option", "start=chosen", "--record", str(record)]
    takes = "".join(f"take:{coin}\n" for coin in range(1, 7))
    ludothek("play", "coins", *options, lines=f"{takes}take:5\nplace 0 25 0\n")
    more = ludothek("play", "--resume", str(record), lines="take:6\nplace\n")
    assert more.returncode == 0, more.stderr
    assert "lies:ring" in record.read_text()
    spoiled = record.read_text().replace("placed heads 0.0 25.0", "placed heads 0.0 1.0")
    record.write_text(spoiled)
    answer = ludothek("play", "--resume", str(record), lines="take:3\nplace\n")
    assert "the table cannot be built again, decision 8" in answer.stdout


def test_another_version_of_the_table_is_reported(ludothek: Ludothek, tmp_path: Path) -> None:
    record = tmp_path / "coins.rec"
    ludothek("play", "coins", *PEOPLE, "--record", str(record))
    record.write_text(record.read_text().replace(", board 1", ", board 0"))
    assert "simulated with board 0, but here is 1" in ludothek("replay", str(record)).stderr


def test_its_own_computers_take_and_aim(ludothek: Ludothek, tmp_path: Path) -> None:
    record = tmp_path / "coins.rec"
    computers = ["--seat", "p1=level2", "--seat", "p2=level1", "--seed", "1"]
    played = ludothek("play", "coins", *computers, "--record", str(record))
    assert played.returncode == 0, played.stderr
    assert "p1 wins" in played.stdout
    assert len(re.findall(r"placed (?:heads|tails)", record.read_text())) == 6


def test_its_levels_are_the_ones_that_can_be_chosen(ludothek: Ludothek) -> None:
    """The usual opponent is level 3, which it does not have."""
    played = ludothek("play", "coins", "--starter", "me", lines="help\nhint\n")
    assert played.returncode == 0, played.stderr
    assert "level2" in played.stdout
    assert "level3" not in played.stdout
    assert "place FACE TURN X Y" in played.stdout
    assert "try take:" in played.stdout


def test_a_hint_can_be_typed(ludothek: Ludothek, tmp_path: Path) -> None:
    options = [*PEOPLE, "--option", "start=chosen", "--record", str(tmp_path / "coins.rec")]
    takes = "".join(f"take:{coin}\n" for coin in (1, 2, 3, 4, 5, 6, 5))
    played = ludothek("play", "coins", *options, lines=f"{takes}hint\n")
    hint = re.search(r"try (place (?:heads|tails) .*)", played.stdout)
    assert hint
    again = ludothek("play", "--resume", str(tmp_path / "coins.rec"), lines=f"{hint[1]}\n")
    assert "lies:middle" in (tmp_path / "coins.rec").read_text(), again.stdout


def test_on_a_real_board_people_report(ludothek: Ludothek) -> None:
    real = ["--option", "start=chosen", "--option", "board=real"]
    takes = "".join(f"take:{coin}\n" for coin in (1, 2, 3, 4, 5, 6, 5))
    played = ludothek("play", "coins", *real, lines=f"{takes}hint\nplace\nlies:ring\n")
    assert "look at the table and report what happened" in played.stdout
    assert "'place' is no decision of Coins" in played.stdout
    assert "p2 human" in played.stdout
    assert "lies:ring" in played.stdout


def test_placements_and_its_computers_are_known_in_worker_processes(python: Path) -> None:
    script = """
import json
from ludothek.server.compute.worker_tasks import place_job, play_job, show_job, work
from ludothek.server.match.config import Plan
from ludothek.workers import Pool
if __name__ == "__main__":
    plan = Plan("coins", 1, 2, (("start", "chosen"), ("board", "simulated")))
    taken = tuple(f"take:{coin}" for coin in (1, 2, 3, 4, 5, 6, 5))
    pool = Pool(work, 1)
    def ask(job):
        return json.loads(pool.submit(job, 30).future.result())
    spot = ask(play_job(plan, taken, 2, 1.0, 7, None))["spot"]
    placed = ask(place_job(plan, taken, spot, None, 7, anyhow=False))
    beside = ask(place_job(plan, taken, {**spot, "x": 99.0}, None, 7, anyhow=False))
    shown = ask(show_job(plan, (*taken, placed["decision"]), placed["saved"]))
    print(json.dumps([placed["decision"], beside["refused"]["code"], shown["tower"]]))
    pool.close()
"""
    file = python.parents[2] / "ask.py"
    file.write_text(script)
    answer = subprocess.run([python, file], capture_output=True, text=True, check=False)
    assert json.loads(answer.stdout) == ["lies:middle", "beside-board", ["5"]], answer.stderr


def results(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().split("\n") if line]


def test_its_levels_play_a_ladder(ludothek: Ludothek, tmp_path: Path) -> None:
    ladder = ["ladder", "coins", "--games", "6", "--jobs", "1", "--out", "ladder.jsonl"]
    played = ludothek(*ladder)
    assert played.returncode == 0, played.stderr
    games = results(tmp_path / "ladder.jsonl")
    assert [sorted(game["levels"]) for game in games] == [[1, 2]] * 6
    assert all(game["moves"].count("lies:") == 6 for game in games)
    stronger = sum(game["levels"][seat - 1] == 2 for game in games for seat in game["winners"])
    assert stronger >= 4
    again = ludothek(*ladder)
    assert again.returncode == 0, again.stderr
    assert results(tmp_path / "ladder.jsonl") == games  # nothing is played twice


def test_a_ladder_needs_the_simulated_table(ludothek: Ludothek) -> None:
    refused = ludothek("ladder", "coins", "--option", "board=real")
    assert refused.returncode == 2
    assert "the computers of Coins cannot play it so alone" in refused.stderr
    refused = ludothek("ladder", "coins", "--opening", "2")
    assert "games of Coins have no random openings" in refused.stderr


def test_computers_of_a_game_without_a_table_play_a_ladder_too(
    ludothek: Ludothek, tmp_path: Path
) -> None:
    command = ["--games", "4", "--levels", "1-3", "--jobs", "1", "--out", "ladder.jsonl"]
    played = ludothek("ladder", "nim", *command)
    assert played.returncode == 0, played.stderr
    assert len(results(tmp_path / "ladder.jsonl")) == 8
