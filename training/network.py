"""A small network with two answers, and how it learns: NumPy is enough for that.

From the inputs to 64 signals, and from these to how much each decision is liked; and to 32 more
signals, and from these to what the position is worth, 0 to 1.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from training.pupil import Floats

WIDE: Final = 64
NARROW: Final = 32
LIKING: Final = 0.3  # how much the second answer counts against the first
FADING: Final = (0.9, 0.999)  # of the mean steps and of their squares (Adam)

Shape = tuple[int, int]
Weights = list[Floats]  # of the shapes below


def shapes(inputs: int, decisions: int) -> tuple[Shape, ...]:
    """Rows and columns of all weights: of each layer, then its biases."""
    return (
        (inputs, WIDE),
        (1, WIDE),
        (WIDE, NARROW),
        (1, NARROW),
        (NARROW, 1),
        (1, 1),
        (WIDE, decisions),
        (1, decisions),
    )


def begin(of: Iterable[Shape], seed: int) -> Weights:
    """Weights that know nothing."""
    random = np.random.default_rng(seed)
    return [
        random.normal(0, 0.1, shape).astype(np.float32) * (shape[0] > 1)  # biases begin at 0
        for shape in of
    ]


def answers(weights: Weights, inputs: Floats) -> tuple[Floats, Floats]:
    """What positions are worth to the seat to decide, and how much decisions are liked."""
    see, see_bias, weigh, weigh_bias, worth, worth_bias, like, like_bias = weights
    wide = np.maximum(inputs @ see + see_bias, 0)
    narrow = np.maximum(wide @ weigh + weigh_bias, 0)
    return _sure(narrow @ worth + worth_bias)[:, 0], wide @ like + like_bias


def steps(
    weights: Weights, inputs: Floats, worths: Floats, legal: Floats, wanted: Floats
) -> Weights:
    """Where to go with each weight, for a batch: the gradient of how wrong the answers are."""
    see, see_bias, weigh, weigh_bias, worth, worth_bias, like, like_bias = weights
    number = len(inputs)
    wide = np.maximum(inputs @ see + see_bias, 0)
    narrow = np.maximum(wide @ weigh + weigh_bias, 0)
    found = _sure(narrow @ worth + worth_bias)
    liked = shared_out(wide @ like + like_bias, legal)
    off = (found - worths[:, None]) / number
    astray = LIKING * (liked - wanted) * wanted.any(1, keepdims=True) / number
    narrow_off = (off @ worth.T) * (narrow > 0)
    wide_off = (narrow_off @ weigh.T + astray @ like.T) * (wide > 0)
    pairs = ((inputs, wide_off), (wide, narrow_off), (narrow, off), (wide, astray))
    return [each for before, after in pairs for each in (before.T @ after, after.sum(0)[None])]


def shared_out(liked: Floats, legal: Floats) -> Floats:
    """Likings as shares of 1 among what is legal."""
    liked = np.where(legal > 0, liked, -1e9)
    powers = np.exp(liked - liked.max(1, keepdims=True)) * legal
    shares: Floats = powers / np.maximum(powers.sum(1, keepdims=True), 1e-9)
    return shares


class Learner:
    """Weights on their way to better ones (Adam)."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._means = [np.zeros_like(each) for each in weights]
        self._squares = [np.zeros_like(each) for each in weights]
        self._time = 0

    def step(self, steps: Weights, pace: float) -> None:
        """Go a little way against the steps."""
        self._time += 1
        first, second = (1 - fading**self._time for fading in FADING)
        for weight, step, mean, square in zip(
            self.weights, steps, self._means, self._squares, strict=True
        ):
            mean[:] += (1 - FADING[0]) * (step - mean)
            square[:] += (1 - FADING[1]) * (step * step - square)
            weight[:] -= pace * (mean / first) / (np.sqrt(square / second) + 1e-8)


def _sure(sums: Floats) -> Floats:
    found: Floats = np.reciprocal(1 + np.exp(-sums))
    return found
