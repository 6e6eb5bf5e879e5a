"""Trying spots out on the tower as it stands, within a budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final, TypeVar

from ludothek.physics.drop import Spot
from ludothek.physics.hand import Hand, Tremor
from ludothek.physics.layout import Layout
from ludothek.physics.player.levels import Budget
from ludothek.physics.player.resting import Resting
from ludothek.physics.trial import would_stand

Stop = Callable[[], bool]  # is it time to answer with what there is?
Rank = TypeVar("Rank", float, tuple[float, float])

_EXPERIENCE: Final = 2.0  # tries that what is known by heart counts for
_ENOUGH: Final = 40  # tries of one spot


@dataclass
class Tried:
    """A spot, and how it did."""

    spot: Spot
    way: Resting
    known: float  # the chance to stand, known by heart
    tried: int = 0
    stood: int = 0

    @property
    def chance(self) -> float:
        """The chance to stand, from all that is known."""
        return (self.known * _EXPERIENCE + self.stood) / (_EXPERIENCE + self.tried)


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
        late = self._end is not None and monotonic() >= self._end
        return self._left <= 0 or late or self._stop()

    def once_each(self, spots: Sequence[Tried]) -> None:
        """Try every spot once more, as far as the budget goes."""
        for spot in spots:
            if self.over:
                return
            self._left -= 1
            spot.stood += would_stand(self._layout, spot.spot, self._tremor(spot.tried))
            spot.tried += 1

    def best(self, spots: Sequence[Tried], rank: Callable[[Tried], Rank]) -> Tried:
        """The best of some spots: those that do badly are given up, the others tried again."""
        left = list(spots)
        rounds = 1
        while len(left) > 1 and not self.over:
            for _ in range(rounds):
                self.once_each(left)
            left = sorted(left, key=rank, reverse=True)
            if len(left) > 2 or left[0].tried >= _ENOUGH:
                left = left[: (len(left) + 1) // 2]
            rounds += 1
        return max(left, key=rank)

    def _tremor(self, number: int) -> Tremor:
        while len(self._tremors) <= number:
            self._tremors.append(self._hand.tremor(self._random))
        return self._tremors[number]
