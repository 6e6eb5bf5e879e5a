"""Long measurements: many text jobs on many cores, stored line by line, to be resumed later.

A file holds one JSON object for each job that was done, under the job's key. What is in the file is
not done again, so a run can be interrupted at any time and repeated for more.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ludothek.games.errors import LudothekError
from ludothek.workers import JobFailed, Pool, Work

Result = dict[str, Any]  # plain data
OnResult = Callable[[str, Result], None]  # called when a job is done

_LONGEST: Final = 24 * 3600.0  # seconds for one job


@dataclass(frozen=True, slots=True)
class Task:
    """A job, and the key its result is kept under."""

    key: str
    job: Result


def run_tasks(
    work: Work, tasks: Iterable[Task], path: Path, size: int, on_result: OnResult = lambda *_: None
) -> dict[str, Result]:
    """Do on `size` cores what the file does not hold yet; the results of all these tasks.

    A job that fails does not stop the others; the failures are raised at the end.
    """
    by_key = {task.key: task for task in tasks}
    results = {key: result for key, result in load_results(path).items() if key in by_key}
    todo = [task for key, task in by_key.items() if key not in results]
    if not todo:
        return results
    failed: list[str] = []
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write("\n")  # whatever was cut off there ends here
        for key, result in _done(work, todo, size, failed):
            file.write(json.dumps({"key": key, **result}, separators=(",", ":")) + "\n")
            file.flush()
            results[key] = result
            on_result(key, result)
    if failed:
        raise JobFailed(f"{len(failed)} of {len(todo)} jobs failed: {'; '.join(failed[:5])}")
    return results


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


def _done(
    work: Work, tasks: list[Task], size: int, failed: list[str]
) -> Iterator[tuple[str, Result]]:
    """The results as they come; no more jobs are handed in than there are hands for soon."""
    left = iter(tasks)
    keys: dict[Future[str], str] = {}
    with Pool(work, size) as pool:
        while True:
            for task in islice(left, max(0, 2 * size - len(keys))):
                ticket = pool.submit(json.dumps(task.job), _LONGEST)
                keys[ticket.future] = task.key
            if not keys:
                return
            for future in wait(keys, return_when=FIRST_COMPLETED).done:
                key = keys.pop(future)
                try:
                    yield key, json.loads(future.result())
                except JobFailed as failure:
                    failed.append(f"{key} ({failure})")


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
