"""Who begins: a fair draw, and everybody keeps their neighbours."""

from collections import Counter

import pytest

from ludothek.games.first_player import drawn, turned


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_is_drawn_as_often_as_the_others(seats: int) -> None:
    counts = Counter(drawn(seats, seed) for seed in range(6000))
    assert set(counts) == set(range(1, seats + 1))
    assert all(0.9 < number * seats / 6000 < 1.1 for number in counts.values())


def test_the_same_seed_draws_the_same_seat() -> None:
    assert [drawn(6, seed) for seed in range(40)] == [drawn(6, seed) for seed in range(40)]


def test_who_begins_comes_first_and_the_order_round_the_table_stays() -> None:
    assert turned("abcd", 1) == ("a", "b", "c", "d")
    assert turned("abcd", 3) == ("c", "d", "a", "b")
