"""Long runs: many text jobs on many cores or machines, saved line by line and resumable.

A file holds one JSON object for each job that was done, under the job's key. What is in the file is
not done again, so a run can be interrupted at any time and repeated for more.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludothek.games.errors import LudothekError
from ludothek.research.distributed import Answer, Machines
from ludothek.workers import JobFailed, Work

Result = dict[str, Any]  # plain data
OnResult = Callable[[str, Result], None]  # called when a job is done


@dataclass(frozen=True, slots=True)
class Task:
    """A job, and the key its result is kept under."""

    key: str
    job: Result


def run_tasks(
    work: Work,
    tasks: Iterable[Task],
    path: Path,
    machines: Machines,
    on_result: OnResult = lambda *_: None,
) -> dict[str, Result]:
    """Do what the file does not hold yet; the results of all these tasks, in their order.

    A job that fails does not stop the others; the failures are raised at the end.
    """
    by_key = {task.key: task for task in tasks}
    results = {key: result for key, result in load_results(path).items() if key in by_key}
    todo = {key: json.dumps(task.job) for key, task in by_key.items() if key not in results}
    if todo:
        failed = _do(machines.answers(work, todo), results, path, on_result)
        if failed:
            raise JobFailed(f"{len(failed)} of {len(todo)} jobs failed: {'; '.join(failed[:5])}")
    return {key: results[key] for key in by_key}


def _do(
    answers: Iterable[tuple[str, Answer]],
    results: dict[str, Result],
    path: Path,
    on_result: OnResult,
) -> list[str]:
    """Keep the answers as they come; what failed, and why."""
    failed: list[str] = []
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write("\n")  # whatever was cut off there ends here
        for key, answer in answers:
            if isinstance(answer, JobFailed):
                failed.append(f"{key} ({answer})")
                continue
            result: Result = json.loads(answer)
            file.write(json.dumps({"key": key, **result}, separators=(",", ":")) + "\n")
            file.flush()
            results[key] = result
            on_result(key, result)
    return failed


def load_results(path: Path) -> dict[str, Result]:
    """The results in a file; a line that was cut off is none."""
    if not path.exists():
        return {}
    results: dict[str, Result] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            result = json.loads(line)
            results[result.pop("key")] = result
        except (ValueError, KeyError, AttributeError, TypeError):
            continue
    return results


def write_between(path: Path, name: str, text: str) -> None:
    """Put a text between the two marks of that name in a Markdown file."""
    before, after = around(path, name)
    path.write_text(f"{before}\n{text.strip()}\n{after}", encoding="utf-8")


def around(path: Path, name: str) -> tuple[str, str]:
    """What a Markdown file holds up to the first mark of that name, and from the second one on."""
    begin, end = f"<!-- {name} -->", f"<!-- end {name} -->"
    before, opened, rest = path.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (opened and closed):
        raise LudothekError("marks", f"{path} has no place for this: {begin} … {end}")
    return before + begin, end + after


def table(rows: Iterable[Iterable[str]]) -> str:
    """Rows as a Markdown table; the first one holds the headings."""
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|---" * (head.count("|") - 1) + "|", *body])
