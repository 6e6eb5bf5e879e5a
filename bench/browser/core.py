"""How fast the core is as wasm, beside its native build: `python -m bench.browser.core`.

Both answer the same jobs of the same number of nodes in turns, and the best time of each counts;
so this is also how long a level takes. Node stands for the browser: both have the same V8. It wants
`make browser-python`, and a baseline build of the core (`bench/README.md` says how).
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from time import perf_counter, process_time
from typing import Any, Final

from ludothek.engine.players.levels import FORMER_SCALE, level_of
from ludothek.games import load
from ludothek.server.compute import worker_tasks
from ludothek.server.match.config import Plan

ROOT: Final = Path(__file__).parents[2]
PACK: Final = ROOT / "build/browser-python"
RUNS: Final = 5
LEVEL: Final = 7  # of scale 1, the highest with a limit of nodes
TARGET: Final = 0.5  # of the native speed
ENDLESS: Final = 600.0  # seconds: nodes are the limit

Answer = Callable[
    [str], dict[str, Any]
]  # the answer to a job, and the seconds it took, of processors, too


def main() -> None:
    """Print a table of nodes a second."""
    os.environ.setdefault("LUDOTHEK_CPU", "baseline")  # the core is loaded with the first job
    print(_row("what", "native", "wasm", "ratio", "target"))
    with node() as wasm:
        for game in ("repulso", "robotory", "nexus"):
            plan = Plan(game, load(game).version, 2, ())
            _compare(
                f"{game}, network", worker_tasks.evaluate_job(plan, (), LEVEL, ENDLESS), wasm, game
            )
            _compare(
                f"{game}, playouts",
                worker_tasks.choose_job(plan, (), LEVEL, ENDLESS, 1),
                wasm,
                game,
            )


@contextmanager
def node(pack: Path = PACK) -> Iterator[Answer]:
    """Node with the page's modules, for one job after the other."""
    command = ["scripts/npm", "run", "--silent", "compute", str(pack)]
    with Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("Node has no pipes")
        jobs, answers = process.stdin, process.stdout

        def answer(job: str) -> dict[str, Any]:
            jobs.write(f"{job}\n")
            jobs.flush()
            result: dict[str, Any] = json.loads(answers.readline())
            if "failed" in result:
                raise RuntimeError(result["failed"])
            return result

        yield answer
        jobs.close()


def native(job: str) -> dict[str, Any]:
    """The same in this process."""
    start, processor = perf_counter(), process_time()
    answer = worker_tasks.work(job, lambda _: None, lambda: False)
    return {
        "answer": answer,
        "seconds": perf_counter() - start,
        "processor": process_time() - processor,
    }


def _compare(what: str, job: str, wasm: Answer, game: str) -> None:
    nodes = level_of(game, 2, LEVEL, FORMER_SCALE).nodes or 0
    for answer in (native, wasm):
        answer(job)  # what is loaded or compiled at first does not count
    runs = [(native(job)["seconds"], wasm(job)["seconds"]) for _ in range(RUNS)]
    ours, other = (nodes / min(times) for times in zip(*runs, strict=True))
    print(_row(what, f"{ours:,.0f}", f"{other:,.0f}", f"{other / ours:.2f}", f"{TARGET}"))


def _row(what: str, native: str, wasm: str, ratio: str, target: str) -> str:
    return f"{what:<24}{native:>14}{wasm:>14}{ratio:>10}{target:>8}"


if __name__ == "__main__":
    main()
