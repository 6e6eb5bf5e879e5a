"""The levels of Splash! against each other: `python -m bench.splash_ladder --jobs 2`.

The same as `ludothek ladder splash`, without a terminal. `--report` shows what is known so far; an
interrupted run goes on with the same command.
"""

import argparse
import sys

from bench.measure import measured, parser, show
from ludothek.physics.player.games import play
from ludothek.research.arena import splash_ladder
from ludothek.research.arena.ladder import read_levels


def main() -> None:
    """Play, rate, and show the table."""
    arguments = _arguments()
    lowest, highest = read_levels(arguments.levels)
    plan = splash_ladder.plan_of(
        arguments.players,
        {},
        lowest=lowest,
        highest=highest,
        games=arguments.number,
        seconds=arguments.seconds,
    )
    found = measured(play, plan.tasks(), arguments)
    rungs = splash_ladder.rungs(plan, found.values())
    show(splash_ladder.rows(plan, rungs), plan.mark, arguments)
    print(*splash_ladder.failures(rungs), sep="\n", file=sys.stderr)


def _arguments() -> argparse.Namespace:
    found = parser("splash_ladder", ["splash"], "splash-ladder.jsonl")
    found.add_argument("--players", type=int, metavar="N", help="how many seats")
    found.add_argument("--number", type=int, default=splash_ladder.GAMES, help="games of each pair")
    found.add_argument("--levels", default="1-5", metavar="A-B")
    found.add_argument(
        "--seconds", type=float, default=splash_ladder.SECONDS, help="for a decision of level 5"
    )
    return found.parse_args()


if __name__ == "__main__":
    main()
