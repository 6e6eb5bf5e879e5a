"""A progress bar for long measurements, which are saved task by task."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from ludothek.research.arena.runs import OnResult, Task

T = TypeVar("T")


def watched(name: str, tasks: "Sequence[Task]", path: Path, run: "Callable[[OnResult], T]") -> T:
    """What `run` gives, with a bar that counts the tasks of which the file holds results."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from ludothek.games import LudothekError
    from ludothek.research.arena.runs import load_results
    from ludothek.workers import JobFailed

    keys = {task.key for task in tasks}
    done = len(keys & load_results(path).keys())
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task(name, total=len(keys), completed=done)
        try:
            return run(lambda *_: progress.advance(bar))
        except JobFailed as failure:
            sentence = f"the {name} is not whole, the same command goes on with it: {failure}"
            raise LudothekError(name, sentence) from failure
