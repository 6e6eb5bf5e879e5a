"""Train a network: `python -m ludothek.research.training GAME --out FOLDER --seconds 600`.

A folder with a `teacher.pt` is gone on with.
"""

import argparse
import os
from pathlib import Path

import torch

from ludothek.engine.networks import GAMES
from ludothek.research.training.selfplay import Settings
from ludothek.research.training.train import Plan, Run


def main() -> None:
    """One run."""
    told = _arguments()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    plan = Plan(
        told.game,
        told.out,
        told.seconds,
        told.distil_seconds,
        told.games,
        told.threads,
        told.seed,
        Settings(visits=told.visits, fast_visits=told.fast_visits),
        told.width,
        told.blocks,
        turn=told.turn,
        students=tuple(told.students),
    )
    Run(plan, device).go()


def _arguments() -> argparse.Namespace:
    found = argparse.ArgumentParser(prog="python -m ludothek.research.training")
    found.add_argument("game", choices=GAMES)
    found.add_argument("--out", type=Path, required=True)
    found.add_argument("--seconds", type=float, default=60, help="of self-play and training")
    found.add_argument("--distil-seconds", type=float, default=20)
    found.add_argument("--games", type=int, default=4096, help="of each of the two groups")
    found.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    found.add_argument("--seed", type=int, default=0)
    found.add_argument("--visits", type=int, default=64, help="of a full search")
    found.add_argument("--fast-visits", type=int, default=16)
    found.add_argument("--width", type=int, default=512, help="of the teacher")
    found.add_argument("--blocks", type=int, default=4)
    found.add_argument("--turn", type=int, default=100_000, help="samples between two trainings")
    found.add_argument("--students", type=int, nargs="*", default=(128, 256), help="hidden signals")
    return found.parse_args()


if __name__ == "__main__":
    main()
