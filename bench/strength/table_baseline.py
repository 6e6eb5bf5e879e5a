"""Baselines for learners of Splash!: `python -m bench.strength.table_baseline [--write FILE]`.

Every player of the environment against `random`, which chooses and places by lot: the share of the
win, and how often the tower stood after a piece was set down.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bench.harness import add_running, measured, show
from ludothek.research.arena.runs import Result, Task
from ludothek.research.placement_statistics import MIDDLE, simulate
from ludothek.research.report.intervals import Estimate, share

GAMES: Final = 60  # of each player, who sits on both seats in turn
PLAYERS: Final = ("random", MIDDLE, "level1", "level2", "level3", "level4")
OPPONENT: Final = "random"


def main() -> None:
    """Measure and print, or write."""
    command = argparse.ArgumentParser(prog="python -m bench.strength.table_baseline")
    add_running(command, "table_baseline.jsonl")
    command.add_argument("--games", type=int, default=GAMES, help="of each player")
    command.add_argument("--write", type=Path, metavar="FILE", help="put the table in there")
    arguments = command.parse_args()
    tasks = [game(player, number) for number in range(arguments.games) for player in PLAYERS]
    results = measured(simulate, tasks, arguments)
    show(rows(results, arguments.games), "table baseline", arguments)


def game(player: str, number: int) -> Task:
    """One of them."""
    players = [OPPONENT, OPPONENT]
    players[number % 2] = player
    job = {"players": players, "seed": number}
    return Task(f"table {player} {OPPONENT} {number}", job)


def rows(results: Mapping[str, Result], games: int) -> Iterator[Sequence[str]]:
    """A line for each player."""
    yield ["player", "games", f"share of the win against {OPPONENT}", "placements that stand"]
    for player in PLAYERS:
        keys = ((number % 2, game(player, number).key) for number in range(games))
        played = [(seat, results[key]) for seat, key in keys if key in results]
        if played:
            won = share([result["shares"][seat] for seat, result in played])
            placed = sum(result["placed"][seat] for seat, result in played)
            stood = sum(result["stood"][seat] for seat, result in played)
            standing = share([1.0] * stood + [0.0] * (placed - stood))
            yield [player, str(len(played)), _written(won), _written(standing)]


def _written(of: Estimate) -> str:
    return f"{of.value:.0%} ({of.least:.0%} to {of.most:.0%})"


if __name__ == "__main__":
    main()
