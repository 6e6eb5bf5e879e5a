"""A game of another package, installed: in the terminal, over UGI, in worker processes."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludothek.games import load
from ludothek.server.compute import worker_tasks
from ludothek.server.match.config import Plan
from tests.cli.ugi_manager import Engine, play_game
from tests.plugin_environment import add_package, environment

Ludothek = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("plugged"))


@pytest.fixture
def ludothek(python: Path, tmp_path: Path) -> Ludothek:
    def run(*words: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [python, "-m", "ludothek.cli.main", *words],
            input=lines,
            capture_output=True,
            text=True,
            check=False,
            env={"XDG_STATE_HOME": str(tmp_path), "PATH": ""},
        )

    return run


def test_it_is_not_installed_here() -> None:
    ask = "from ludothek.games import names; print('nim' in names())"
    answer = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert answer.stdout == "False\n"


def test_it_is_played_in_the_terminal_to_the_end(ludothek: Ludothek, tmp_path: Path) -> None:
    record = tmp_path / "nim.txt"
    people = ["--seat", "p1=human", "--seat", "p2=human"]
    moves = "1:3\n2:4\n3:5\n"
    played = ludothek("play", "nim", *people, "--record", str(record), lines=moves)
    assert played.returncode == 0, played.stderr
    assert "p1 wins" in played.stdout
    assert "1:3" in record.read_text()
    assert "p1 wins" in ludothek("replay", str(record)).stdout


def test_its_computers_play_in_the_terminal(ludothek: Ludothek) -> None:
    computers = ["--seat", "p1=level3", "--seat", "p2=level1"]
    played = ludothek("play", "nim", *computers, "--seed", "1")
    assert played.returncode == 0, played.stderr
    assert "p1 wins" in played.stdout
    refused = ludothek("play", "nim", "--seat", "p2=level4")
    assert refused.returncode == 2
    assert "human, level1, level2, level3" in refused.stderr


def test_it_tells_its_rules(ludothek: Ludothek) -> None:
    assert "Whoever takes the last match wins." in ludothek("rules", "nim").stdout


def test_it_is_played_over_ugi(python: Path) -> None:
    """The first player of 3, 4, 5 wins, if every decision is good."""
    command = [str(python), "-m", "ludothek.cli.main", "ugi", "nim"]
    with Engine(command) as one, Engine(command) as other:
        result, moves = play_game(one, other, "movetime 50")
    assert result == "p1win"
    assert len(moves) > 2


def test_it_is_known_in_worker_processes(python: Path) -> None:
    script = """
import json
from ludothek.server.compute.worker_tasks import play_job, work
from ludothek.server.match.config import Plan
from ludothek.workers import Pool
if __name__ == "__main__":
    plan = Plan("nim", 1, 2, (("last", "wins"),))
    pool = Pool(work, 1)
    job = play_job(plan, ("1:1",), 3, 1.0, 7, None)
    print(pool.submit(job, 30).future.result())
    pool.close()
"""
    file = python.parents[2] / "ask.py"
    file.write_text(script)
    answer = subprocess.run([python, file], capture_output=True, text=True, check=False)
    assert answer.stdout == '{"decision": "1:1"}\n', answer.stderr


def test_a_computer_player_that_cheats_is_refused_by_its_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server then takes any legal decision for it."""
    monkeypatch.setattr(worker_tasks, "player_of", lambda _: lambda _question, _stopped: "stands")
    plan = Plan("splash", 2, 2, tuple(load("splash").setup().options))
    job = worker_tasks.play_job(plan, (), 3, 1.0, 7, None)
    answer = json.loads(worker_tasks.work(job, lambda _: None, lambda: False))
    assert "refused" in answer


def test_broken_plug_ins_are_named_and_stop_nobody(tmp_path: Path) -> None:
    python = environment(tmp_path)
    add_package(python, "broken_games", "SPLASH = 1\n", broken="MISSING", splash="SPLASH")
    perft = [str(python), "-m", "ludothek.cli.main", "perft", "nim", "1"]
    answer = subprocess.run(perft, capture_output=True, text=True, check=False)
    assert answer.stdout == "nodes 12\n"
    assert "the game 'broken' of the package broken_games: " in answer.stderr
    assert "the game 'splash' of the package broken_games: Ludothek has" in answer.stderr
    ours = subprocess.run([*perft[:4], "splash", "1"], capture_output=True, text=True, check=False)
    assert (ours.returncode, ours.stderr) == (0, "")
