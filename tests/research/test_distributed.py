"""Many jobs on the cores of a machine, and on a Ray cluster that loses a node."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludothek.cli.main import run
from ludothek.engine.networks import SHIPPED
from ludothek.games import LudothekError
from ludothek.research.arena.matches import play
from ludothek.research.arena.runs import Result, Task, load_results, run_tasks
from ludothek.research.distributed import Machines, answer_on_a_node
from ludothek.research.placement_statistics import simulate
from ludothek.workers import JobFailed, Report, Stopped, Work

ROOT = Path(__file__).parents[2]
JOBS = {f"half {n}": str(n) for n in (4, 5, 6, 8)}
# A cluster of two nodes; the second one is killed as soon as this process is told so.
NODES = """
import sys
from ray.cluster_utils import Cluster
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
print(cluster.address, flush=True)
sys.stdin.readline()
cluster.remove_node(second, allow_graceful=False)
print("killed", flush=True)
sys.stdin.readline()
cluster.shutdown()
"""


def halve(job: str, _report: Report, _stopped: Stopped) -> str:
    """Work for these tests."""
    if int(job) % 2:
        raise ValueError(f"{job} is odd")
    return str(int(job) // 2)


def test_the_pool_of_this_machine_answers_by_key_and_says_what_failed() -> None:
    answers = dict(Machines(jobs=2).answers(halve, JOBS))
    failure = answers.pop("half 5")
    assert isinstance(failure, JobFailed)
    assert str(failure) == "5 is odd"
    assert answers == {"half 4": "2", "half 6": "3", "half 8": "4"}


def test_a_node_finds_the_work_by_its_name_and_refuses_another_version() -> None:
    from ludothek import __version__

    name = f"{halve.__module__}:{halve.__qualname__}"
    assert answer_on_a_node(name, __version__, "6") == (True, "3")
    assert answer_on_a_node(name, __version__, "5") == (False, "5 is odd")
    good, sentence = answer_on_a_node(name, "0.0", "6")
    assert not good
    assert sentence == f"this node has version {__version__} of ludothek, not 0.0"


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LudothekError, match=r'pip install "ludothek\[cluster\]"'):
        list(Machines(ray="auto").answers(play, JOBS))


def test_work_that_nodes_could_not_import_is_refused() -> None:
    """Such as a function of a script that is run: its module is `__main__` there."""
    sentence = f"do work of ludothek only, not {__name__}.halve"
    with pytest.raises(LudothekError, match=re.escape(sentence)):
        list(Machines(ray="auto").answers(halve, JOBS))


def test_a_ladder_without_its_cluster_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    out = tmp_path / "ladder.jsonl"
    command = ["ladder", "robotory", "--levels", "1-2", "--games", "1", "--out", str(out)]
    assert run([*command, "--ray", "auto"]) == 2
    assert "needs the extra" in capsys.readouterr().err
    assert load_results(out) == {}


def _tasks(games: int) -> list[Task]:
    job = {"game": "robotory", "seats": 2, "options": {}, "seconds": [None, None]}
    players = {"players": ["level4", "level5"], "opening": [2, 0]}
    return [Task(f"game {seed}", {**job, **players, "seed": seed}) for seed in range(games)]


def _untimed(results: dict[str, Result]) -> dict[str, Result]:
    return {key: {**result, "longest": None} for key, result in results.items()}


class Nodes:
    """A cluster of two nodes, of which one can be killed."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.address = self._line()

    def kill_one(self) -> None:
        """It is gone when this returns."""
        self._say()
        assert self._line() == "killed"

    def end(self) -> None:
        self._say()

    def _say(self) -> None:
        print(file=self._process.stdin, flush=True)

    def _line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()


# Ray's usage report would leave this machine.
QUIET = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}


@contextmanager
def nodes() -> Iterator[Nodes]:
    with subprocess.Popen(
        [sys.executable, "-c", NODES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=QUIET,
        cwd=ROOT,
    ) as process:
        cluster = Nodes(process)
        yield cluster
        cluster.end()


def on_two_nodes(
    cluster: Nodes, work: Work, tasks: list[Task], path: Path, *, lost_after: int
) -> dict[str, Result]:
    """Do tasks, and lose a node as soon as some of them are done."""
    keys = list[str]()

    def note(key: str, _result: Result) -> None:
        keys.append(key)
        if len(keys) == lost_after:
            cluster.kill_one()

    results = run_tasks(work, tasks, path, Machines(ray=cluster.address), note)
    assert sorted(keys) == sorted(task.key for task in tasks)
    assert load_results(path) == results
    return results


@pytest.mark.full
def test_a_node_that_is_lost_costs_time_and_nothing_else(tmp_path: Path) -> None:
    tasks = _tasks(24)
    report = ["report", "robotory", "--games", "3", "--nodes", "6", "--skill", "0"]
    export = ["data", "export", "robotory", "--games", "3", "--nodes", "6", "--opening", "30"]
    export += ["--network", str(SHIPPED / "robotory.net")]
    with nodes() as cluster:
        on_ray = on_two_nodes(cluster, play, tasks, tmp_path / "ray.jsonl", lost_after=5)
        to_ray = ["--ray", cluster.address, "--out", str(tmp_path / "ray")]
        assert run([*report, *to_ray]) == 0
        assert run([*export, *to_ray]) == 0
    here = run_tasks(play, tasks, tmp_path / "here.jsonl", Machines(jobs=2))
    assert _untimed(on_ray) == _untimed(here)
    assert run([*report, "--jobs", "1", "--out", str(tmp_path / "here")]) == 0
    assert run([*export, "--jobs", "1", "--out", str(tmp_path / "here")]) == 0
    names = ("robotory.en.html", "robotory.de.html", "robotory.json", "robotory.records.jsonl")
    for name in (*names, "robotory.md"):
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


@pytest.mark.full
def test_simulations_of_splash_lose_nothing_with_a_node(tmp_path: Path) -> None:
    games = [{"players": ["level1", "random"], "seed": seed} for seed in range(4)]
    towers = [{"hand": "normal", "seed": seed} for seed in range(2)]
    tasks = [Task(json.dumps(job), job) for job in (*games, *towers)]
    with nodes() as cluster:
        on_ray = on_two_nodes(cluster, simulate, tasks, tmp_path / "ray.jsonl", lost_after=1)
    assert on_ray == run_tasks(simulate, tasks, tmp_path / "here.jsonl", Machines(jobs=2))


@pytest.mark.full
def test_the_balance_is_measured_on_a_cluster_that_loses_a_node(tmp_path: Path) -> None:
    """As people run it: the script is `__main__`."""
    few = ["robotory", "--number", "6", "--changed", "2", "--nodes", "400"]
    command = [sys.executable, "-m", "bench.strength.balance", *few]
    there, here = tmp_path / "ray.jsonl", tmp_path / "here.jsonl"
    with nodes() as cluster:
        to_ray = ["--ray", cluster.address, "--out", str(there)]
        with subprocess.Popen(
            [*command, *to_ray],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=QUIET,
            cwd=ROOT,
        ) as bench:
            assert bench.stderr
            assert any(line.startswith("2/8 ") for line in bench.stderr)
            cluster.kill_one()
            table, _ = bench.communicate()
        assert bench.returncode == 0
    local = [*command, "--jobs", "2", "--out", str(here)]
    # Ray itself writes of the lost node first.
    assert table.endswith(subprocess.check_output(local, text=True, cwd=ROOT))
    assert load_results(there) == load_results(here)
    assert len(load_results(here)) == 8


@pytest.mark.full
def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with pytest.raises(LudothekError, match=r"no Ray cluster at '127\.0\.0\.1:1': .*refused"):
        list(Machines(ray="127.0.0.1:1").answers(play, JOBS))
