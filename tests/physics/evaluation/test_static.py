"""Static evaluation: the value of a position from stocks and drops."""

from collections.abc import Sequence

import pytest

from ludothek.games.splash import SPLASH
from ludothek.physics.evaluation.static_evaluation import Values, evaluate, win_chances, won
from tests.games.splash.tables import at


def values(sizes: Sequence[int], drops: Sequence[int], giver: int = 1, **options: str) -> Values:
    return win_chances(SPLASH.setup(len(sizes), options), tuple(sizes), tuple(drops), giver)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_somebody_will_win(seats: int) -> None:
    assert sum(values([5] * seats, [1] * seats)) == pytest.approx(1)


def test_fewer_pieces_are_better() -> None:
    few, many = values([3, 7], [0, 0])
    assert few > many


def test_drops_are_the_other_way_to_win() -> None:
    one, other = values([9, 9], [2, 0])
    assert one > other
    assert values([9, 9], [2, 0])[0] > values([9, 9], [1, 0])[0]


def test_the_drops_of_all_neighbours_count() -> None:
    """The middle seat is worse off, whichever of its neighbours is about to win."""
    calm = values([5, 5, 5], [0, 0, 0], giver=2)[1]
    assert values([5, 5, 5], [2, 0, 0], giver=2)[1] < calm
    assert values([5, 5, 5], [0, 0, 2], giver=2)[1] < calm


def test_partners_win_together() -> None:
    p1, p2, p3, p4 = values([1, 5, 5, 5], [0] * 4, teams="pairs")
    assert p1 == p3 > p2 == p4
    assert p1 + p2 == pytest.approx(1)
    assert won(SPLASH.setup(4, {"teams": "pairs"}), 3) == (1, 0, 1, 0)


def test_stocks_and_drops_are_taken_from_the_position() -> None:
    state = at("Pr.Lr", "Lg.Sg,Sr", "give:1", drops="0,2")
    assert evaluate(state, 1) == values([2, 1], [0, 2])
