"""Rounds of teaching: play, learn from what was played, and write what was learnt.

Each round plays games of the search against itself (the first with playouts, the others with what
was learnt before), trains a network on the games of the last rounds, and writes its numbers into
the core, which has to be built again for the next round.
"""

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill
from typing import Final, NamedTuple

import numpy as np

from ludothek.research.arena.runs import Result, Task
from training import network
from training.network import Learner, Shape, Weights
from training.pupil import Floats, Pupil

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


def task(pupil: Pupil, round_: int, number: int, nodes: int) -> Task:
    """One game of a round."""
    job = {
        "game": pupil.game.name,
        "options": dict(pupil.options[number % len(pupil.options)]),
        "seed": round_ * 1_000_000 + number,
        "nodes": nodes,
        "learnt": round_ > 1,
    }
    return Task(f"{pupil.game.name} {round_} {number}", job)


def taught(pupil: Pupil, games: Iterable[Result], epochs: float) -> Weights:
    """What games teach."""
    some = list(games)
    apart = [game for number, game in enumerate(some) if number % APART == 0]
    rest = [game for number, game in enumerate(some) if number % APART]
    return learnt(pupil, lessons(pupil, rest), lessons(pupil, apart), epochs)


def lessons(pupil: Pupil, games: Iterable[Result]) -> Lessons:
    """Half of a position's worth is what the search said, half how the game ended."""
    rows = [
        (pupil.game.parse_position(position, setup), seat, score, proven, visits, game["winners"])
        for game in games
        for setup in [pupil.game.setup(2, game["options"])]
        for position, seat, score, proven, visits in game["rows"]
    ]
    return Lessons(
        np.array([pupil.seen(state) for state, *_ in rows]),
        np.array([worth(*row[1:4], row[5]) for row in rows], np.float32),
        np.array([pupil.legal(state) for state, *_ in rows]),
        np.array([pupil.looked_at(row[0], {} if row[3] else row[4]) for row in rows]),
    )


def worth(seat: int, score: float, proven: bool, winners: list[int]) -> float:
    """What a position is worth to the seat to decide."""
    end = 0.5 if not winners else float(seat in winners)
    return score if proven else (score + end) / 2


def shapes(pupil: Pupil) -> tuple[Shape, ...]:
    """Of the network of a game."""
    return network.shapes(pupil.inputs, pupil.decisions)


def learnt(pupil: Pupil, all_of_it: Lessons, apart: Lessons, epochs: float) -> Weights:
    """The weights after some epochs; how well they do on games apart is told on the way."""
    random = np.random.default_rng(1)
    learner = Learner(network.begin(shapes(pupil), 1))
    number = int(epochs * len(all_of_it.inputs) / BATCH)
    for time in range(number):
        some = random.integers(len(all_of_it.inputs), size=BATCH)
        inputs, decisions = pupil.ways[random.integers(len(pupil.ways))]
        steps = network.steps(
            learner.weights,
            all_of_it.inputs[some][:, inputs],
            all_of_it.worths[some],
            all_of_it.legal[some][:, decisions],
            all_of_it.wanted[some][:, decisions],
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


def write(pupil: Pupil, weights: Weights) -> None:
    """Into the core: a scale for each matrix, and whole numbers."""
    scales = [max(float(np.abs(each).max()), 1e-9) / LARGEST for each in weights]
    numbers = [
        np.rint(each / scale).astype(int).ravel()
        for each, scale in zip(weights, scales, strict=True)
    ]
    name = pupil.game.name
    (CORE / f"{name}_scales.inc").write_text("".join(f"{scale:.9g}F,\n" for scale in scales))
    text = ", ".join(map(str, np.concatenate(numbers)))
    (CORE / f"{name}_numbers.inc").write_text(fill(text, 100, break_long_words=False) + "\n")
