"""Rollouts: spots are compared by simulated placements."""

from itertools import count
from random import Random

from ludothek.physics import HANDS, Spot
from ludothek.physics.evaluation.resting_poses import Resting
from ludothek.physics.evaluation.rollouts import Budget, Candidate, Rollouts
from ludothek.physics.simulation.settle import Stop
from tests.physics.towers import tower

CUBE = Resting("L", "flat")


def rollouts_with(budget: Budget, stop: Stop = lambda: False) -> Rollouts:
    return Rollouts(tower("PLS").layout, HANDS["normal"], Random(3), budget, stop)


def at(x: float, estimate: float = 0.8) -> Candidate:
    return Candidate(Spot("Lg", "flat", x=x), CUBE, estimate)


def test_every_try_is_counted_and_the_budget_ends_them() -> None:
    spots = [at(0), at(1)]
    rollouts_with(Budget(5)).each(spots, rollouts=10)
    assert [spot.rollouts for spot in spots] == [3, 2]


def test_nothing_is_tried_when_time_is_up_or_nobody_wants_to_know() -> None:
    spots = [at(0)]
    rollouts_with(Budget(None, seconds=0)).each(spots, rollouts=10)
    rollouts_with(Budget(None, seconds=60), stop=lambda: True).each(spots, rollouts=10)
    rollouts_with(Budget(0)).each(spots, rollouts=10)
    assert spots[0].rollouts == 0


def test_a_try_under_way_is_given_up_when_time_is_up() -> None:
    """The budget is kept within a frame, and what was not seen to its end does not count."""
    spots, looked = [at(0)], count()
    rollouts_with(Budget(None, seconds=60), stop=lambda: next(looked) > 3).each(spots, rollouts=1)
    assert next(looked) == 5
    assert (spots[0].rollouts, spots[0].stood) == (0, 0)


def test_what_is_felt_to_be_safe_is_not_tried() -> None:
    spots = [at(0, estimate=1.0), at(0)]
    rollouts_with(Budget(4)).each(spots, rollouts=10)
    assert [spot.rollouts for spot in spots] == [0, 4]


def test_the_same_spot_does_the_same_twice_since_the_tremors_are_the_same() -> None:
    spots = [at(1), at(1)]
    rollouts_with(Budget(16)).each(spots, rollouts=8)
    assert spots[0].stood == spots[1].stood


def test_tries_correct_a_feeling() -> None:
    spots = [at(6, estimate=0.85), at(0, estimate=0.8)]
    best = rollouts_with(Budget(12)).best(spots, lambda candidate: (candidate.chance,))
    assert best.spot.x == 0
    assert spots[0].chance < 0.85


def test_without_tries_a_feeling_has_to_do() -> None:
    spots = [at(6, estimate=0.9), at(0, estimate=0.8)]
    assert rollouts_with(Budget(0)).best(spots, lambda candidate: (candidate.chance,)).spot.x == 6


def test_the_worse_half_is_given_up() -> None:
    spots = [at(0), at(0.5), at(5), at(6)]
    rollouts_with(Budget(100)).best(spots, lambda candidate: (candidate.chance,))
    assert [spot.rollouts for spot in spots] == [6, 6, 2, 2]
