"""Teach the engine to judge positions: `python -m training GAME --jobs 16`.

Games are kept (`--out`): an interrupted run goes on with the same command. Between two rounds the
core has to be built.

    python -m training repulso --round 1 && make install
    python -m training repulso --round 2 && make install        # and so on
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from ludothek.research.arena.runs import Result, load_results, run_tasks
from training import repulso, robotory
from training.selfplay import one_game
from training.teaching import task, taught, write

PUPILS: Final = {pupil.game.name: pupil for pupil in (repulso.PUPIL, robotory.PUPIL)}


def main() -> None:
    """One round."""
    arguments = _arguments()
    pupil = PUPILS[arguments.game]
    rounds = range(max(1, arguments.round - arguments.memory + 1), arguments.round + 1)
    numbers = range(arguments.games)
    tasks = [task(pupil, arguments.round, number, arguments.nodes) for number in numbers]
    done = [0]

    def tell(_key: str, _result: Result) -> None:
        done[0] += 1
        if done[0] % 100 == 0:
            print(f"{done[0]} games played", file=sys.stderr, flush=True)

    run_tasks(one_game, tasks, arguments.out, arguments.jobs, tell)
    prefixes = tuple(f"{arguments.game} {each} " for each in rounds)
    games = [game for key, game in load_results(arguments.out).items() if key.startswith(prefixes)]
    write(pupil, taught(pupil, games, arguments.epochs))


def _arguments() -> argparse.Namespace:
    found = argparse.ArgumentParser(prog="python -m training")
    found.add_argument("game", choices=PUPILS)
    found.add_argument("--round", type=int, default=1)
    found.add_argument("--games", type=int, default=3000, help="of a round")
    found.add_argument("--nodes", type=int, default=1500, help="for a decision")
    found.add_argument("--memory", type=int, default=4, help="rounds that are learnt from")
    found.add_argument("--epochs", type=float, default=25.0)
    found.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cores to use")
    found.add_argument("--out", type=Path, default=Path("training_games.jsonl"))
    return found.parse_args()


if __name__ == "__main__":
    main()
