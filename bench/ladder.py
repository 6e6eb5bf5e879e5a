"""Levels against each other: `python -m bench.ladder [GAME …] --jobs 16`.

The same as `ludothek ladder`, for all games and seats at once, and without any package.
"""

import argparse
import sys
from itertools import chain

from bench.harness import chosen, measured, parser, show
from ludothek.games import load
from ludothek.research.arena import ladder
from ludothek.research.arena.runs import Result

GAMES = ("repulso", "robotory", "nexus", "splash")


def main() -> None:
    """Play, rate, and show a table for each game and number of seats."""
    arguments = _arguments()
    for game in chosen(arguments, GAMES):
        plans = [_plan(game, seats, arguments) for seats in _seat_counts(game, arguments)]
        tasks = list(chain.from_iterable(plan.tasks() for plan in plans))
        results = measured(plans[0].contestants.work, tasks, arguments)
        for plan in plans:
            _show(plan, results, arguments)


def _seat_counts(game: str, arguments: argparse.Namespace) -> tuple[int, ...]:
    """Splash! has a table for two seats only, for it takes hours."""
    if arguments.players:
        return (arguments.players,)
    seat_counts = load(game).seat_counts
    return seat_counts[:1] if game == "splash" else seat_counts


def _show(plan: ladder.Plan, results: dict[str, Result], arguments: argparse.Namespace) -> None:
    done = [results[task.key] for task in plan.tasks() if task.key in results]
    if done:
        rungs = ladder.rungs(plan, done)
        print(f"\n{plan.game}, {plan.seats} seats")
        show(ladder.rows(plan, rungs), plan.mark, arguments)
        print(*ladder.failures(plan, rungs), sep="\n", file=sys.stderr)


def _plan(game: str, seats: int, arguments: argparse.Namespace) -> ladder.Plan:
    return ladder.plan_of(
        game,
        seats,
        levels=arguments.levels,
        games=arguments.number,
        opening=arguments.opening,
        seconds=arguments.seconds,
        nodes=arguments.nodes,
    )


def _arguments() -> argparse.Namespace:
    arguments = parser("ladder", GAMES, "ladder.jsonl")
    arguments.add_argument("--players", type=int, metavar="N", help="this number of seats only")
    arguments.add_argument("--number", type=int, default=ladder.GAMES, help="games of each pair")
    arguments.add_argument("--levels", metavar="A-B", help="all, where not given")
    arguments.add_argument("--opening", type=int, default=0, help="random first decisions")
    arguments.add_argument("--seconds", type=float, default=1.0, help="for the last level")
    arguments.add_argument("--nodes", type=int, help="for the last level, instead of seconds")
    return arguments.parse_args()


if __name__ == "__main__":
    main()
