"""Many jobs on the cores of this machine, and on a Ray cluster of which a node is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludothek.cli.main import run
from ludothek.engine.networks import SHIPPED
from ludothek.games import LudothekError
from ludothek.research.arena.matches import play
from ludothek.research.arena.runs import Result, Task, load_results, run_tasks
from ludothek.research.distributed import Machines, answer_on_a_node
from ludothek.workers import JobFailed, Report, Stopped

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


@pytest.mark.full
def test_a_node_that_is_lost_costs_time_and_nothing_else(tmp_path: Path) -> None:
    # Its usage report would leave this machine.
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    with subprocess.Popen(
        [sys.executable, "-c", NODES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=ROOT,
    ) as nodes:
        assert nodes.stdin
        assert nodes.stdout
        address, keys = nodes.stdout.readline().strip(), list[str]()

        def kill_one(key: str, _result: Result) -> None:
            keys.append(key)
            if len(keys) == 5:
                print(file=nodes.stdin, flush=True)
                assert nodes.stdout
                assert nodes.stdout.readline() == "killed\n"

        path = tmp_path / "ray.jsonl"
        tasks = _tasks(24)
        on_ray = run_tasks(play, tasks, path, Machines(ray=address), kill_one)
        report = ["report", "robotory", "--games", "3", "--nodes", "6", "--skill", "0"]
        assert run([*report, "--ray", address, "--out", str(tmp_path / "ray")]) == 0
        export = ["data", "export", "robotory", "--games", "3", "--nodes", "6", "--opening", "30"]
        export += ["--network", str(SHIPPED / "robotory.net")]
        assert run([*export, "--ray", address, "--out", str(tmp_path / "ray")]) == 0
        print(file=nodes.stdin, flush=True)
    assert sorted(keys) == sorted(task.key for task in tasks)
    assert load_results(path) == on_ray
    here = run_tasks(play, tasks, tmp_path / "here.jsonl", Machines(jobs=2))
    assert _untimed(on_ray) == _untimed(here)
    assert run([*report, "--jobs", "1", "--out", str(tmp_path / "here")]) == 0
    assert run([*export, "--jobs", "1", "--out", str(tmp_path / "here")]) == 0
    names = ("robotory.en.html", "robotory.de.html", "robotory.json", "robotory.records.jsonl")
    for name in (*names, "robotory.md"):
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


@pytest.mark.full
def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with pytest.raises(LudothekError, match=r"no Ray cluster at '127\.0\.0\.1:1': .*refused"):
        list(Machines(ray="127.0.0.1:1").answers(halve, JOBS))
