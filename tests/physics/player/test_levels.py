"""The table of levels of Splash!."""

from itertools import pairwise

import pytest

from ludothek.games.errors import BadSetup
from ludothek.physics.player import FIRST, LAST, LEVELS, level_of


def test_all_levels_but_the_last_are_limited_by_tries_alone() -> None:
    *others, last = LEVELS
    for level in others:
        assert level.budget.seconds is None
        assert level.budget.simulations is not None
    assert last.budget.seconds is not None
    assert last.budget.simulations is None


def test_a_higher_level_never_sees_less() -> None:
    for lower, upper in pairwise(LEVELS):
        assert lower.aim_noise >= upper.aim_noise
        assert lower.selective <= upper.selective
        assert lower.uses_balance <= upper.uses_balance
        assert lower.hoard_weight <= upper.hoard_weight
        assert lower.depth <= upper.depth
        assert lower.reach <= upper.reach
        assert lower.candidates <= upper.candidates
        assert lower.rollouts <= upper.rollouts


@pytest.mark.parametrize("number", [FIRST - 1, LAST + 1])
def test_there_are_five_levels(number: int) -> None:
    with pytest.raises(BadSetup, match="a number from 1 to 5"):
        level_of(number)
