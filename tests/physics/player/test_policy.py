"""The policy as a whole: discrete decisions and poses."""

import pytest

from ludothek.games.errors import LudothekError
from ludothek.games.splash import SPLASH
from ludothek.physics import Table
from ludothek.physics.player import Budget, choose, pose
from tests.games.splash.tables import at, texts
from tests.physics.player.tables import built

GIVING = at("Pr.Lr", "Lg.Sr.So,Lb.Sg.Pg", "give:1")
PLACING = at("Pr.Lr", "Lg.So,Lb.Sg.Pg", "place:1>2:Sr")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_same_seed_decides_the_same(level: int) -> None:
    assert choose(GIVING, built(GIVING), level, 5) == choose(GIVING, built(GIVING), level, 5)
    assert pose(PLACING, built(PLACING), level, 5) == pose(PLACING, built(PLACING), level, 5)


def test_so_does_the_last_level_when_it_is_told_how_often_to_try() -> None:
    budget = Budget(10)
    first, second = (pose(PLACING, built(PLACING), 5, 5, budget) for _ in range(2))
    assert first == second


def test_how_the_hand_will_tremble_is_not_known() -> None:
    """Two tables that look alike are treated alike, whatever their seeds."""
    table = built(PLACING)
    other = built(PLACING)
    other.seed = table.seed + 1
    assert pose(PLACING, table, 4, 5) == pose(PLACING, other, 4, 5)


@pytest.mark.parametrize("level", [1, 5])
def test_only_what_is_allowed_is_decided(level: int) -> None:
    assert choose(GIVING, built(GIVING), level, 5, Budget(4)) in texts(GIVING)


def test_a_placing_is_no_choice_and_a_choice_no_placing() -> None:
    with pytest.raises(LudothekError, match="nothing to choose"):
        choose(PLACING, built(PLACING), 1, 5)
    with pytest.raises(LudothekError, match="nobody has a piece"):
        pose(GIVING, built(GIVING), 1, 5)


def test_before_the_first_piece_lies_everybody_can_decide() -> None:
    start = SPLASH.initial(6)
    for level in range(1, 6):
        assert choose(start, Table(1), level, 5) in texts(start)
