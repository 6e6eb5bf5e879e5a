"""Train a network: `python -m ludothek.research.training GAME --out FOLDER --seconds 600`.

A folder with a `teacher.pt` is gone on with.
"""

import argparse
import os
from pathlib import Path

import torch

from ludothek.engine.networks import GAMES
from ludothek.research.training.board_models import ARCHITECTURES
from ludothek.research.training.selfplay import Settings
from ludothek.research.training.train import Plan, Run


def main() -> None:
    """One run."""
    arguments = _arguments()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    plan = Plan(
        arguments.game,
        arguments.out,
        arguments.seconds,
        arguments.distil_seconds,
        arguments.games,
        arguments.threads,
        arguments.seed,
        Settings(
            visits=arguments.visits,
            fast_visits=arguments.fast_visits,
            longest=arguments.longest,
            segment=arguments.segment,
        ),
        arguments.width,
        arguments.blocks,
        arguments.architecture,
        arguments.surprise,
        turn=arguments.turn,
        reuse=arguments.reuse,
        batch=arguments.batch,
        capacity=arguments.capacity,
        rates=tuple(arguments.rates),
        students=tuple(arguments.students),
        rated=arguments.rating,
    )
    Run(plan, device).go()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ludothek.research.training")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60, help="of self-play and training")
    parser.add_argument("--distil-seconds", type=float, default=20)
    parser.add_argument("--games", type=int, default=4096, help="of each of the two groups")
    parser.add_argument(
        "--threads",
        type=int,
        default=max(1, (os.cpu_count() or 1) - 1),
        help="of self-play; all cores but one, which rates",
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--visits", type=int, default=64, help="of a full search")
    parser.add_argument("--fast-visits", type=int, default=16)
    parser.add_argument("--longest", type=int, default=1000, help="decisions of a game")
    parser.add_argument(
        "--segment", type=int, default=0, help="decisions after which an expectation is an outcome"
    )
    parser.add_argument("--batch", type=int, default=4096, help="samples of a training step")
    parser.add_argument("--capacity", type=int, default=3_000_000, help="samples kept")
    parser.add_argument("--rates", type=float, nargs=2, default=(1e-3, 5e-5), help="of learning")
    parser.add_argument("--width", type=int, default=512, help="of the teacher")
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--architecture", choices=ARCHITECTURES, help="of the teacher")
    parser.add_argument(
        "--surprise", type=float, default=0, help="weight of samples the policy did not expect"
    )
    parser.add_argument("--turn", type=int, default=100_000, help="samples of a line of the curve")
    parser.add_argument("--reuse", type=float, default=4, help="how often a sample is learnt from")
    parser.add_argument(
        "--students", type=int, nargs="*", default=(128, 256), help="hidden signals"
    )
    parser.add_argument(
        "--rating",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="another process rates the last of these against fixed opponents on the way",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
