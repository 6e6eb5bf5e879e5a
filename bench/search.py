"""How fast the core searches and steps, beside OpenSpiel: `python -m bench.search`.

Everything is counted per second of processor time, so other work on the machine matters little;
only the gain of a second thread is measured by the clock, and needs two free cores.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time
from typing import Final

from bench import openspiel
from ludothek.engine import Limits, begin, search

RUNS: Final = 5
SECONDS: Final = 1.0  # of a run
HEX, HIVE = "hex(board_size=6)", "hive"
HEADINGS: Final = ("what", "ours", "reference", "ratio", "target")

Run = Callable[[], float]


def main() -> None:
    """Print a table of speeds, ratios and targets."""
    print(_row(*HEADINGS))
    for game in ("repulso", "robotory"):
        ours, theirs = partial(rollouts, game), partial(openspiel.rollouts, HEX, 20_000)
        _compare(f"{game} rollouts", ours, theirs, 4)
    _compare(
        "nexus rollouts", partial(rollouts, "nexus"), partial(openspiel.rollouts, HIVE, 50), 100
    )
    for game in ("repulso", "robotory"):
        ours, theirs = partial(steps, game), partial(openspiel.steps, HEX, SECONDS)
        _compare(f"{game} decisions", ours, theirs, 2)
    for game in ("repulso", "robotory", "nexus"):
        both, alone = (partial(by_the_clock, game, threads) for threads in (2, 1))
        _compare(f"{game} on two threads", both, alone, 1.7)


def rollouts(game: str) -> float:
    """Rollouts a second from the start of a game, on one thread."""
    start = process_time()
    analysis = search(begin(game), Limits(seconds=SECONDS), evaluator="playouts")
    return analysis.nodes / (process_time() - start)


def by_the_clock(game: str, threads: int) -> float:
    """The same on some threads, by the clock."""
    limits = Limits(seconds=SECONDS)
    analysis = search(begin(game), limits, evaluator="playouts", threads=threads)
    return analysis.nodes / analysis.seconds


def steps(game: str) -> float:
    """Random decisions a second, one by one from Python."""
    random, decisions, fresh = Random(1), 0, begin(game)
    start = process_time()
    while (spent := process_time() - start) < SECONDS:
        play = fresh.copy()
        while moves := play.legal():
            play.apply(moves[int(random.random() * len(moves))])
            decisions += 1
    return decisions / spent


def _compare(what: str, ours: Run, theirs: Run, target: float) -> None:
    """The best of some runs each, taken in turns."""
    runs = [(ours(), theirs()) for _ in range(RUNS)]
    mine, other = (max(speeds) for speeds in zip(*runs, strict=True))
    row = _row(what, f"{mine:,.0f}", f"{other:,.0f}", f"{mine / other:.2f}", f"{target}")
    print(row, flush=True)


def _row(what: str, ours: str, theirs: str, ratio: str, target: str) -> str:
    return f"{what:<24}{ours:>14}{theirs:>14}{ratio:>10}{target:>8}"


if __name__ == "__main__":
    main()
