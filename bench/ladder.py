"""Levels against each other: `python -m bench.ladder [GAME …] --jobs 16`.

The same as `ludothek ladder`, for all games and seats at once, and without any package.
"""

import argparse
import sys

from bench.measure import chosen, measured, parser, show
from ludothek.engine.core import GAMES
from ludothek.games import load
from ludothek.research.arena import ladder
from ludothek.research.arena.matches import play


def main() -> None:
    """Play, rate, and show a table for each game and number of seats."""
    arguments = _arguments()
    plans = [
        plan
        for game in chosen(arguments, GAMES)
        for seats in load(game).seat_counts
        if arguments.players in {None, seats}
        for plan in [_plan(game, seats, arguments)]
    ]
    found = measured(play, [task for plan in plans for task in plan.tasks()], arguments)
    for plan in plans:
        results = [found[task.key] for task in plan.tasks() if task.key in found]
        if results:
            rungs = ladder.rungs(plan, results)
            print(f"\n{plan.game}, {plan.seats} seats")
            show(
                [ladder.HEADINGS, *(ladder.cells(r, plan.seconds) for r in rungs)],
                plan.mark,
                arguments,
            )
            print(*ladder.failures(rungs), sep="\n", file=sys.stderr)


def _plan(game: str, seats: int, arguments: argparse.Namespace) -> ladder.Plan:
    lowest, highest = ladder.read_levels(arguments.levels)
    return ladder.plan_of(
        game,
        seats,
        {},
        lowest=lowest,
        highest=highest,
        games=arguments.number,
        opening=arguments.opening,
        seconds=arguments.seconds,
    )


def _arguments() -> argparse.Namespace:
    found = parser("ladder", GAMES, "ladder.jsonl")
    found.add_argument("--players", type=int, metavar="N", help="this number of seats only")
    found.add_argument("--number", type=int, default=ladder.GAMES, help="games of each two levels")
    found.add_argument("--levels", default="1-8", metavar="A-B")
    found.add_argument("--opening", type=int, default=0, help="first decisions taken by lot")
    found.add_argument("--seconds", type=float, default=1.0, help="for a decision of level 8")
    return found.parse_args()


if __name__ == "__main__":
    main()
