"""What the long measurements share: their arguments, progress, and where their tables go.

Results are stored job by job in a file (`--out`); an interrupted run goes on with the same command.
`--report` measures nothing and shows what the file holds; `--write` puts the table into a document.
Nothing here needs a package beyond the standard library.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from ludothek.research.arena.runs import Result, Task, load_results, run_tasks, table, write_between
from ludothek.research.distributed import Machines
from ludothek.workers import JobFailed, Work

Rows = Iterable[Sequence[str]]


def parser(
    name: str, games: Sequence[str], out: str, *, anywhere: bool = True
) -> argparse.ArgumentParser:
    """The arguments of a measurement."""
    command = argparse.ArgumentParser(prog=f"python -m bench.{name}")
    command.add_argument("games", nargs="*", metavar="GAME", help=", ".join(games))
    add_running(command, out, anywhere=anywhere)
    command.add_argument("--write", type=Path, metavar="FILE", help="put the table in there")
    return command


def add_running(command: argparse.ArgumentParser, out: str, *, anywhere: bool = True) -> None:
    """Where it is measured, and where results are kept.

    What is measured by the clock, or with programs of this machine, is not measured just anywhere.
    """
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cores to use")
    command.set_defaults(ray=None)
    if anywhere:
        command.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster: auto, or where")
    command.add_argument("--out", type=Path, default=Path(out), help="file of the results")
    command.add_argument("--report", action="store_true", help="measure nothing")


def chosen(arguments: argparse.Namespace, games: Sequence[str]) -> list[str]:
    """The games that are asked for; all, where none is."""
    if unknown := set(arguments.games) - set(games):
        sys.exit(f"no game here is named {min(unknown)!r}; there are {', '.join(games)}")
    return arguments.games or list(games)


def measured(work: Work, tasks: Sequence[Task], arguments: argparse.Namespace) -> dict[str, Result]:
    """Results by key: from the file, and measured now."""
    keys = {task.key for task in tasks}
    if arguments.report:
        return {key: result for key, result in load_results(arguments.out).items() if key in keys}
    done = len(keys & load_results(arguments.out).keys())

    def tell(key: str, _result: Result) -> None:
        nonlocal done
        done += 1
        print(f"{done}/{len(tasks)} {key}", file=sys.stderr, flush=True)

    try:
        return run_tasks(work, tasks, arguments.out, Machines(arguments.jobs, arguments.ray), tell)
    except KeyboardInterrupt:
        print(f"{done} of {len(tasks)} are kept in {arguments.out}", file=sys.stderr)
        raise SystemExit(130) from None
    except JobFailed as failure:
        print(failure, file=sys.stderr)
        return {key: result for key, result in load_results(arguments.out).items() if key in keys}


def show(rows: Rows, mark: str, arguments: argparse.Namespace) -> None:
    """Print a table, and write it where it belongs."""
    text = table(rows)
    print(text)
    if arguments.write:
        write_between(arguments.write, mark, text)
