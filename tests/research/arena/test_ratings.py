"""Ratings estimated from results, with their standard errors."""

from math import log10
from random import Random

import pytest

from ludothek.research.arena.ratings import Played, ratings, score


def won(first: int, second: int, times: int = 1) -> list[Played]:
    return [Played((first, second), (1.0, 0.0))] * times


def test_equal_results_give_equal_ratings() -> None:
    result = ratings(won(1, 2, 10) + won(2, 1, 10))
    assert result[1].value == 0
    assert result[2].value == pytest.approx(0)


def test_three_to_one_is_worth_what_elo_says() -> None:
    result = ratings(won(2, 1, 7500) + won(1, 2, 2500))
    assert result[2].value == pytest.approx(400 * log10(3), abs=1)


def test_distances_add_up() -> None:
    result = ratings(won(2, 1, 60) + won(1, 2, 40) + won(3, 2, 60) + won(2, 3, 40))
    assert result[3].value == pytest.approx(2 * result[2].value, rel=1e-6)
    assert result[3].error > result[2].error > result[1].error == 0


def test_a_draw_is_half_a_win() -> None:
    drawn = [Played((1, 2), (0.5, 0.5))] * 20
    assert ratings(drawn)[2].value == pytest.approx(0)


def test_a_clean_sweep_stays_finite() -> None:
    result = ratings(won(2, 1, 100))
    assert 500 < result[2].value < 2000


def test_more_games_leave_less_in_doubt() -> None:
    few, many = (ratings(won(2, 1, 6 * n) + won(1, 2, 4 * n))[2] for n in (10, 40))
    assert few.error == pytest.approx(2 * many.error, rel=0.05)


def test_the_error_holds_as_often_as_it_says() -> None:
    random, true = Random(1), 400 * log10(0.6 / 0.4)
    held = 0
    for _ in range(200):
        wins = sum(random.random() < 0.6 for _ in range(100))
        result = ratings(won(2, 1, wins) + won(1, 2, 100 - wins))[2]
        held += abs(result.value - true) < result.error
    assert 182 <= held <= 199


def test_with_three_seats_a_win_counts_against_both() -> None:
    games = [Played((2, 1, 1), (1.0, 0.0, 0.0))] * 600
    games += [Played((2, 1, 1), (0.0, 1.0, 0.0))] * 400
    assert ratings(games)[2].value == pytest.approx(400 * log10(3), abs=3)


def test_a_score_has_an_interval_around_it() -> None:
    result = score([1.0] * 60 + [0.0] * 40)
    assert (result.games, result.share) == (100, 0.6)
    assert result.least == pytest.approx(0.502, abs=0.001)
    assert result.most == pytest.approx(0.691, abs=0.001)


def test_no_game_says_nothing() -> None:
    result = score([])
    assert (result.games, result.least, result.most) == (0, 0.0, 1.0)
    assert ratings([]) == {}


@pytest.mark.parametrize(
    ("seats", "share", "worth"),
    [(2, 0.6, 0.6), (3, 1 / 3, 0.5), (4, 1 / 4, 0.5), (3, 3 / 7, 0.6), (4, 1 / 3, 0.6), (4, 1, 1)],
)
def test_a_share_among_many_is_worth_more_with_two(seats: int, share: float, worth: float) -> None:
    assert score([share]).against_one(seats).share == pytest.approx(worth)
