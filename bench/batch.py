"""How many random decisions a second batches take, beside OpenSpiel: `python -m bench.batch`.

A step is choosing an action for each game, carrying it out, and writing observations and masks.
OpenSpiel steps one game from Python and writes nothing. Counted per second of processor time.
"""

from time import perf_counter, process_time
from typing import Final

from bench import openspiel
from ludothek.engine.batch import Batch
from ludothek.engine.core import GAMES

RUNS: Final = 5
SECONDS: Final = 1.0  # of a run
STEPS: Final = 10  # between two readings of the clock
SIZES: Final = (64, 256, 1024)
HEX: Final = "hex(board_size=6)"
TARGET: Final = 20


def main() -> None:
    """Print a table: games, sizes, speeds and ratios."""
    print(f"decisions a second, against OpenSpiel's hex 6x6 one by one; target {TARGET} x")
    for game in GAMES:
        for size in SIZES:
            runs = [(speed(game, size), openspiel.steps(HEX, SECONDS)) for _ in range(RUNS)]
            ours, theirs = (max(speeds) for speeds in zip(*runs, strict=True))
            ratio = f"{ours:>14,.0f} /{theirs:>10,.0f} ={ours / theirs:>6.1f} x"
            print(f"{game:<10}{size:>6} games{ratio}", flush=True)
    for threads in (1, 2):
        steps = max(speed_by_the_clock("repulso", 1024, threads) for _ in range(RUNS))
        print(f"repulso, 1024 games, {threads} threads, by the clock: {steps:,.0f}")


def started(game: str, size: int, threads: int = 1) -> Batch:
    """Games whose observations and masks are written, as they are once somebody has read them."""
    batch = Batch(game, size, seed=1, threads=threads)
    assert len(batch.observations) == len(batch.mask)
    return batch


def speed(game: str, size: int) -> float:
    """Decisions per second of processor time."""
    batch, decisions = started(game, size), 0
    start = process_time()
    while (spent := process_time() - start) < SECONDS:
        for _ in range(STEPS):
            batch.step(batch.sample())
        decisions += STEPS * size
    return decisions / spent


def speed_by_the_clock(game: str, size: int, threads: int) -> float:
    """Decisions per second on some threads; needs as many free cores."""
    batch, decisions = started(game, size, threads), 0
    start = perf_counter()
    while (spent := perf_counter() - start) < SECONDS:
        for _ in range(STEPS):
            batch.step(batch.sample())
        decisions += STEPS * size
    return decisions / spent


if __name__ == "__main__":
    main()
