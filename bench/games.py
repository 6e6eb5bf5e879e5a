"""How many random decisions a second the rules take: `python -m bench.games [GAME …]`.

One decision is: list what is legal, draw one, carry it out. One thread, no engine.
"""

import argparse
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from ludothek.games import AnyGame, load, names

RUNS: Final = 3
SECONDS: Final = 1.0  # of a run
TARGETS: Final = {("repulso", 2): 30_000, ("robotory", 2): 30_000, ("nexus", 2): 1_000}
HEADINGS: Final = ("game", "seats", "decisions/s", "target", "ratio")


def main() -> None:
    """Print a table of all games, or of those named."""
    parser = argparse.ArgumentParser(prog="python -m bench.games")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(names()))
    games = parser.parse_args().games or names()
    if unknown := set(games) - set(names()):
        parser.error(f"no game is named {min(unknown)!r}; there are {', '.join(names())}")
    print(_row(*HEADINGS))
    for name in games:
        for seats in load(name).seat_counts:
            speed = median(measured(load(name), seats))
            target = TARGETS.get((name, seats))
            ratio = (f"{target:,}", f"{speed / target:.1f}") if target else ("-", "-")
            print(_row(name, str(seats), f"{speed:,.0f}", *ratio), flush=True)


def measured(game: AnyGame, seats: int) -> list[float]:
    """Decisions per second, for each run, after a warm-up."""
    random = Random(1)
    _speed(game, seats, random, SECONDS / 4)
    return [_speed(game, seats, random, SECONDS) for _ in range(RUNS)]


def _speed(game: AnyGame, seats: int, random: Random, seconds: float) -> float:
    decisions = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        decisions += _played(game, seats, random, start + seconds)
    return decisions / spent


def _played(game: AnyGame, seats: int, random: Random, until: float) -> int:
    """Play a random game, and count; it is left alone when the time is up."""
    state = game.initial(seats)
    decisions = 0
    while (moves := game.legal_moves(state)) and (decisions % 16 or perf_counter() < until):
        move = moves[int(random.random() * len(moves))]
        if game.is_open(move):
            move = game.concrete(state, move, random)
        state = game.apply(state, move)
        decisions += 1
    return decisions


def _row(game: str, seats: str, speed: str, target: str, ratio: str) -> str:
    return f"{game:<10}{seats:>5}{speed:>14}{target:>10}{ratio:>8}"


if __name__ == "__main__":
    main()
