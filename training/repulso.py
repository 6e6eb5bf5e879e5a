"""Teach the engine to judge positions of Repulso: `python -m training.repulso --jobs 16`.

Each round plays games of the search against itself (the first with playouts, the others with what
was learnt before), trains a network on the games of the last rounds, and writes its numbers into
the core, which has to be built again for the next round. Games are kept (`--out`): an interrupted
run goes on with the same command.

    python -m training.repulso --round 1 && make install
    python -m training.repulso --round 2 && make install        # and so on
"""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill
from typing import Final, NamedTuple

import numpy as np

from ludothek.engine.runs import Result, Task, carry_out, kept
from ludothek.games import load
from training import network
from training.network import Learner, Weights
from training.selfplay import one_game
from training.sight import (
    Floats,
    looked_at,
    placements,
    seen,
    turned,
    turned_inputs,
    turned_placements,
)

GAME: Final = load("repulso")
CORE: Final = Path(__file__).parents[1] / "core" / "include" / "ludothek" / "games"
LARGEST: Final = 32_000  # of a whole number that is kept
BATCH: Final = 512
PACE: Final = 0.003  # of learning, at the beginning
APART: Final = 20  # every so many games one is not learnt from but asked about


class Lessons(NamedTuple):
    """Positions with what is to be answered."""

    inputs: Floats
    worths: Floats
    legal: Floats
    wanted: Floats


def main() -> None:
    """One round."""
    arguments = _arguments()
    rounds = range(max(1, arguments.round - arguments.memory + 1), arguments.round + 1)
    tasks = [task(arguments.round, number, arguments.nodes) for number in range(arguments.games)]
    done = [0]

    def tell(_key: str, _result: Result) -> None:
        done[0] += 1
        if done[0] % 100 == 0:
            print(f"{done[0]} games played", file=sys.stderr, flush=True)

    carry_out(one_game, tasks, arguments.out, arguments.jobs, tell)
    games = [
        result
        for key, result in kept(arguments.out).items()
        if any(key.startswith(f"repulso {each} ") for each in rounds)
    ]
    apart = [game for number, game in enumerate(games) if number % APART == 0]
    rest = [game for number, game in enumerate(games) if number % APART]
    weights = learnt(lessons(rest), lessons(apart), arguments.epochs)
    write(weights)


def task(round_: int, number: int, nodes: int) -> Task:
    """One game of a round."""
    seed = round_ * 1_000_000 + number
    return Task(f"repulso {round_} {number}", {"seed": seed, "nodes": nodes, "learnt": round_ > 1})


def lessons(games: Iterable[Result]) -> Lessons:
    """What games teach: half of a position's worth is what the search said, half how it ended."""
    rows = [
        (GAME.parse_position(position), seat, score, proven, visits, game["winners"])
        for game in games
        for position, seat, score, proven, visits in game["rows"]
    ]
    return Lessons(
        np.array([seen(state) for state, *_ in rows]),
        np.array([worth(*row[1:4], row[5]) for row in rows], np.float32),
        np.array([placements(state) for state, *_ in rows]),
        np.array([looked_at({} if row[3] else row[4]) for row in rows]),
    )


def worth(seat: int, score: float, proven: bool, winners: list[int]) -> float:
    """What a position is worth to the seat to decide."""
    end = 0.5 if not winners else float(seat in winners)
    return score if proven else (score + end) / 2


def learnt(all_of_it: Lessons, apart: Lessons, epochs: float) -> Weights:
    """The weights after some epochs; how well they do on games apart is told on the way."""
    random = np.random.default_rng(1)
    learner = Learner(network.begin(1))
    ways = [(turned_inputs(way), turned_placements(way)) for way in turned()]
    number = int(epochs * len(all_of_it.inputs) / BATCH)
    for time in range(number):
        some = random.integers(len(all_of_it.inputs), size=BATCH)
        inputs, spots = ways[random.integers(len(ways))]
        steps = network.steps(
            learner.weights,
            all_of_it.inputs[some][:, inputs],
            all_of_it.worths[some],
            all_of_it.legal[some][:, spots],
            all_of_it.wanted[some][:, spots],
        )
        learner.step(steps, PACE * (1 - time / number))
        if time % (number // 8 + 1) == 0 or time == number - 1:
            print(f"{time:>7} of {number}: {tested(learner.weights, apart)}", flush=True)
    return learner.weights


def tested(weights: Weights, apart: Lessons) -> str:
    """How far the answers are off: worths by their mean square, likings in bits."""
    worths, liked = network.answers(weights, apart.inputs)
    shares = network.shared_out(liked, apart.legal)
    surprise = -(apart.wanted * np.log2(shares + 1e-9)).sum(1)[apart.wanted.any(1)].mean()
    return f"worths {np.mean((worths - apart.worths) ** 2):.4f}, likings {surprise:.3f}"


def write(weights: Weights) -> None:
    """Into the core: a scale for each matrix, and whole numbers."""
    scales = [float(np.abs(each).max()) / LARGEST for each in weights]
    numbers = [
        np.rint(each / scale).astype(int).ravel()
        for each, scale in zip(weights, scales, strict=True)
    ]
    (CORE / "repulso_scales.inc").write_text("".join(f"{scale:.9g}F,\n" for scale in scales))
    text = ", ".join(map(str, np.concatenate(numbers)))
    (CORE / "repulso_numbers.inc").write_text(fill(text, 100, break_long_words=False) + "\n")


def _arguments() -> argparse.Namespace:
    found = argparse.ArgumentParser(prog="python -m training.repulso")
    found.add_argument("--round", type=int, default=1)
    found.add_argument("--games", type=int, default=3000, help="of a round")
    found.add_argument("--nodes", type=int, default=1500, help="for a decision")
    found.add_argument("--memory", type=int, default=4, help="rounds that are learnt from")
    found.add_argument("--epochs", type=float, default=25.0)
    found.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cores to use")
    found.add_argument("--out", type=Path, default=Path("repulso_games.jsonl"))
    return found.parse_args()


if __name__ == "__main__":
    main()
