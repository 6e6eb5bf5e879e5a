"""Rollouts: simulated placements on the tower as it stands, within a budget."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final

from ludothek.physics.evaluation.resting_poses import Resting
from ludothek.physics.simulation.settle import Stop
from ludothek.physics.table.errors import Interrupted
from ludothek.physics.table.hand import Hand, Tremor
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.release import Spot
from ludothek.physics.table.trial import would_stand

_PRIOR_WEIGHT: Final = 10.0  # rollouts that an estimate is worth
_SURE: Final = 0.99  # an estimate as high as this needs no rollout


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one decision; whichever is reached first ends it."""

    simulations: int | None = 0  # None: any number
    seconds: float | None = None


NO_ROLLOUTS: Final = Budget()


@dataclass
class Candidate:
    """A spot, its estimate, and the results of its rollouts."""

    spot: Spot
    way: Resting
    estimate: float  # the chance to stand
    margin: float = 0.0  # millimetres from tipping
    offset: float = 0.0  # millimetres from the middle
    rollouts: int = 0
    stood: int = 0

    @property
    def sure(self) -> bool:
        """Is the estimate certain enough?"""
        return self.estimate >= _SURE

    @property
    def chance(self) -> float:
        """The chance to stand: the mean of estimate and rollouts."""
        return (self.estimate * _PRIOR_WEIGHT + self.stood) / (_PRIOR_WEIGHT + self.rollouts)


Rank = Callable[[Candidate], tuple[float, ...]]


class Rollouts:
    """The rollouts for one decision: every spot meets the same tremors of the hand."""

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

    def each(self, candidates: Sequence[Candidate], rollouts: int) -> None:
        """Simulate every uncertain spot so many times, within the budget."""
        doubtful = [candidate for candidate in candidates if not candidate.sure]
        for _ in range(rollouts):
            for candidate in doubtful:
                if self.over:
                    return
                if self._left is not None:
                    self._left -= 1
                with suppress(Interrupted):
                    self._try(candidate)

    def best(self, candidates: Sequence[Candidate], rank: Rank) -> Candidate:
        """Sequential halving: the worse half is dropped, the others are simulated more often."""
        left, rollouts = list(candidates), 2
        while len(left) > 1 and not self.over:
            self.each(left, rollouts)
            left = sorted(left, key=rank, reverse=True)[: (len(left) + 1) // 2]
            rollouts *= 2
        return max(left, key=rank)

    def _try(self, candidate: Candidate) -> None:
        """One rollout; it counts if it ends in time."""
        tremor = self._tremor(candidate.rollouts)
        candidate.stood += would_stand(self._layout, candidate.spot, tremor, self._late)
        candidate.rollouts += 1

    def _late(self) -> bool:
        return (self._end is not None and monotonic() >= self._end) or self._stop()

    def _tremor(self, number: int) -> Tremor:
        while len(self._tremors) <= number:
            self._tremors.append(self._hand.tremor(self._random))
        return self._tremors[number]
