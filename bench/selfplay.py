"""How many leaves a second self-play gives to a network: `python -m bench.selfplay [--threads N]`.

With PyTorch the network is the teacher of the training, on the GPU where there is one; without it,
one that answers nothing. `cores` is the share of the time in which the core steps games on all
threads, `GPU` that in which the device evaluates.
"""

import argparse
import os
from time import perf_counter
from typing import Any, Final

from ludothek.engine.networks import GAMES
from ludothek.research.training.selfplay import GROUPS, SelfPlay

SECONDS: Final = 10.0
SIZES: Final = {"repulso": (768, 4), "nexus": (64, 6)}  # of teachers: width and blocks


def main() -> None:
    """Print a line for each game."""
    options = _arguments()
    for game in options.game or GAMES:
        games = SelfPlay(game, games=options.games, threads=options.threads)
        evaluations = _evaluations(game, games)
        begun, stepping = perf_counter(), 0.0
        while perf_counter() - begun < SECONDS:
            for group in GROUPS:
                if evaluations:
                    evaluations[group].wait()
                start = perf_counter()
                games.advance(group)
                stepping += perf_counter() - start
                if evaluations:
                    evaluations[group].launch()
        passed = perf_counter() - begun
        speed = games.counts.evaluations / passed
        device = sum(each.seconds for each in evaluations)
        print(
            f"{game:<10}{speed:>12,.0f} evaluations a second, cores {stepping / passed:.0%}, "
            f"GPU {device / passed:.0%}"
        )


def _evaluations(game: str, games: SelfPlay) -> list[Any]:
    """What evaluates the two groups; nothing without PyTorch."""
    try:
        import torch
    except ImportError:
        return []
    from ludothek.research.training.board_models import teacher_of
    from ludothek.research.training.evaluation import Evaluation

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    teacher = teacher_of(game, games.encoder, *SIZES.get(game, (512, 4)))
    teacher = teacher.to(device, dtype).eval()
    evaluations = [Evaluation(teacher, leaves, device) for leaves in games.leaves]
    for each in evaluations:
        each.launch()
    return evaluations


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.selfplay")
    parser.add_argument("game", nargs="*", choices=(*GAMES, []), help="all, where none is named")
    parser.add_argument("--games", type=int, default=8192, help="of each of the two groups")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
