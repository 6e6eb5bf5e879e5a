"""Long measurements with real worker processes: stored, resumed and reported."""

import json
from pathlib import Path

import pytest

from ludothek.games import LudothekError
from ludothek.research.arena.runs import Task, load_results, run_tasks, table, write_between
from ludothek.research.distributed import Machines
from ludothek.workers import JobFailed, Report, Stopped

TASKS = [Task(f"square {n}", {"number": n}) for n in range(5)]


def square(job: str, _report: Report, _stopped: Stopped) -> str:
    """Work for these tests."""
    number = json.loads(job)["number"]
    if number < 0:
        raise ValueError("no square")
    return json.dumps({"square": number**2})


def test_all_results_are_kept_and_returned(tmp_path: Path) -> None:
    path, keys = tmp_path / "new" / "results.jsonl", list[str]()
    results = run_tasks(square, TASKS, path, Machines(2), lambda key, _: keys.append(key))
    assert results == load_results(path) == {f"square {n}": {"square": n**2} for n in range(5)}
    assert sorted(keys) == sorted(results)


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    path, keys = tmp_path / "results.jsonl", list[str]()
    path.write_text('{"key":"square 3","square":-1}\n{"key":"other","square":7}\n{"key":"squa')
    results = run_tasks(square, TASKS, path, Machines(1), lambda key, _: keys.append(key))
    assert results["square 3"] == {"square": -1}
    assert results["square 4"] == {"square": 16}
    assert "other" not in results
    assert "square 3" not in keys
    assert len(load_results(path)) == 6


def test_a_finished_run_starts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"key":"square 1","square":1}\n')
    assert run_tasks(square, TASKS[1:2], path, Machines(1)) == {"square 1": {"square": 1}}


def test_a_job_that_fails_is_told_after_the_others_are_done(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with pytest.raises(JobFailed, match=r"1 of 6 jobs failed: bad \(no square\)"):
        run_tasks(square, [Task("bad", {"number": -1}), *TASKS], path, Machines(1))
    assert load_results(path).keys() == {task.key for task in TASKS}


def test_what_is_no_result_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('[]\n3\n{"square":4}\n\nnonsense\n{"key":"a","b":1}\n')
    assert load_results(path) == {"a": {"b": 1}}
    assert load_results(tmp_path / "none") == {}


def test_a_table_is_put_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- ladder x 2 -->\nold\n<!-- end ladder x 2 -->\nafter\n")
    write_between(page, "ladder x 2", table([("a", "b"), ("1", "2")]))
    expected = "| a | b |\n|---|---|\n| 1 | 2 |"
    marked = f"<!-- ladder x 2 -->\n{expected}\n<!-- end ladder x 2 -->"
    assert page.read_text() == f"before\n{marked}\nafter\n"


def test_a_page_without_the_marks_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing here")
    with pytest.raises(LudothekError, match="has no place for this"):
        write_between(page, "x", "table")
    assert page.read_text() == "nothing here"
