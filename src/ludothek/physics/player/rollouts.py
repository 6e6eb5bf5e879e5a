"""Trying spots out on the tower as it stands, within a budget."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final

from ludothek.physics.player.levels import Budget
from ludothek.physics.player.resting_poses import Resting
from ludothek.physics.simulation.settle import Stop
from ludothek.physics.table.drop import Spot
from ludothek.physics.table.errors import Interrupted
from ludothek.physics.table.hand import Hand, Tremor
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.trial import would_stand

_FEELING: Final = 10.0  # tries that a feeling counts for
_SURE: Final = 0.99  # a chance that is felt to be as good as this is not worth a try


@dataclass
class Tried:
    """A spot, what is felt about it, and how it did."""

    spot: Spot
    way: Resting
    felt: float  # the chance to stand
    room: float = 0.0  # millimetres from tipping
    off: float = 0.0  # millimetres from the middle
    tried: int = 0
    stood: int = 0

    @property
    def sure(self) -> bool:
        """Is a try not worth the time?"""
        return self.felt >= _SURE

    @property
    def chance(self) -> float:
        """The chance to stand, from all that is known."""
        return (self.felt * _FEELING + self.stood) / (_FEELING + self.tried)


Rank = Callable[[Tried], tuple[float, ...]]


class Tries:
    """The tries for one decision: every spot meets the same tremors of the hand."""

    def __init__(
        self, layout: Layout, hand: Hand, random: Random, budget: Budget, stop: Stop
    ) -> None:
        self._layout = layout
        self._hand = hand
        self._random = random
        self._left = budget.simulations
        self._end = None if budget.seconds is None else monotonic() + budget.seconds
        self._stop = stop
        self._tremors: list[Tremor] = []

    @property
    def over(self) -> bool:
        """Whether it is time to decide."""
        return self._left == 0 or self._late()

    def each(self, spots: Sequence[Tried], times: int) -> None:
        """Try every doubtful spot so many times, as far as the budget goes."""
        doubtful = [spot for spot in spots if not spot.sure]
        for _ in range(times):
            for spot in doubtful:
                if self.over:
                    return
                if self._left is not None:
                    self._left -= 1
                with suppress(Interrupted):
                    self._try(spot)

    def best(self, spots: Sequence[Tried], rank: Rank) -> Tried:
        """The best of some spots: the worse half is given up, the others are tried more often."""
        left, times = list(spots), 2
        while len(left) > 1 and not self.over:
            self.each(left, times)
            left = sorted(left, key=rank, reverse=True)[: (len(left) + 1) // 2]
            times *= 2
        return max(left, key=rank)

    def _try(self, spot: Tried) -> None:
        """One try; it counts if there is time to see how it ends."""
        tremor = self._tremor(spot.tried)
        spot.stood += would_stand(self._layout, spot.spot, tremor, self._late)
        spot.tried += 1

    def _late(self) -> bool:
        return (self._end is not None and monotonic() >= self._end) or self._stop()

    def _tremor(self, number: int) -> Tremor:
        while len(self._tremors) <= number:
            self._tremors.append(self._hand.tremor(self._random))
        return self._tremors[number]
