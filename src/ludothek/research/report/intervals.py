"""Estimates with 95 % confidence intervals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Final, TypeVar

from ludothek.research.arena.ratings import score

T = TypeVar("T")

_RESAMPLES: Final = 1000
_TAIL: Final = 0.025  # on either side


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and between what the true one lies."""

    value: float
    least: float
    most: float

    def apart(self, other: "Estimate") -> bool:
        """Do the two ranges have nothing in common?"""
        return self.most < other.least or other.most < self.least


def share(shares: Sequence[float]) -> Estimate:
    """A mean of shares from 0 to 1, with Wilson's interval."""
    scored = score(shares)
    return Estimate(scored.share, scored.least, scored.most)


def bootstrap(games: Sequence[T], measure: Callable[[Sequence[T]], float]) -> Estimate:
    """What a measure says about games, with the percentile bootstrap; the same every time.

    >>> bootstrap([2.0, 2.0, 2.0], fmean)
    Estimate(value=2.0, least=2.0, most=2.0)
    """
    random = Random(0)
    again = sorted(measure(random.choices(games, k=len(games))) for _ in range(_RESAMPLES))
    low = round(_TAIL * (_RESAMPLES - 1))
    return Estimate(measure(games), again[low], again[-1 - low])


def mean(values: Sequence[float]) -> Estimate:
    """A mean with its bootstrap range."""
    return bootstrap(values, fmean)
