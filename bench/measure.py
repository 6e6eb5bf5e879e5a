"""What the long measurements share: their arguments, progress, and where their tables go.

Results are kept job by job in a file (`--out`); an interrupted run goes on with the same command.
`--report` measures nothing and shows what the file holds; `--write` puts the table into a document.
Nothing here needs a package beyond the standard library.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from ludothek.research.arena.runs import Result, Task, load_results, run_tasks, table, write_between
from ludothek.workers import JobFailed, Work

Rows = Iterable[Sequence[str]]


def parser(name: str, games: Sequence[str], out: str) -> argparse.ArgumentParser:
    """The arguments of a measurement."""
    found = argparse.ArgumentParser(prog=f"python -m bench.{name}")
    found.add_argument("games", nargs="*", metavar="GAME", help=", ".join(games))
    found.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cores to use")
    found.add_argument("--out", type=Path, default=Path(out), help="file of the results")
    found.add_argument("--report", action="store_true", help="measure nothing")
    found.add_argument("--write", type=Path, metavar="FILE", help="put the table in there")
    return found


def chosen(arguments: argparse.Namespace, known: Sequence[str]) -> list[str]:
    """The games that are asked for; all, where none is."""
    if unknown := set(arguments.games) - set(known):
        sys.exit(f"no game here is named {min(unknown)!r}; there are {', '.join(known)}")
    return arguments.games or list(known)


def measured(work: Work, tasks: Sequence[Task], arguments: argparse.Namespace) -> dict[str, Result]:
    """Results by key: from the file, and measured now."""
    wanted = {task.key for task in tasks}
    if arguments.report:
        return {key: result for key, result in load_results(arguments.out).items() if key in wanted}
    done = len(wanted & load_results(arguments.out).keys())

    def tell(key: str, _result: Result) -> None:
        nonlocal done
        done += 1
        print(f"{done}/{len(tasks)} {key}", file=sys.stderr, flush=True)

    try:
        return run_tasks(work, tasks, arguments.out, arguments.jobs, tell)
    except KeyboardInterrupt:
        print(f"{done} of {len(tasks)} are kept in {arguments.out}", file=sys.stderr)
        raise SystemExit(130) from None
    except JobFailed as failure:
        print(failure, file=sys.stderr)
        return {key: result for key, result in load_results(arguments.out).items() if key in wanted}


def show(rows: Rows, mark: str, arguments: argparse.Namespace) -> None:
    """Print a table, and write it where it belongs."""
    text = table(rows)
    print(text)
    if arguments.write:
        write_between(arguments.write, mark, text)
