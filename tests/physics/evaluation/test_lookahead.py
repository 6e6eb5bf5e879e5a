"""Lookahead: the value of a decision from the positions that follow it."""

import pytest

from ludothek.games.splash import SPLASH
from ludothek.games.splash.state import State
from ludothek.physics.evaluation.lookahead import (
    PlacementValue,
    give_values,
    in_hand,
    values_after_fall,
    values_after_give,
    values_after_stand,
)
from ludothek.physics.evaluation.static_evaluation import Values
from tests.games.splash.tables import at


def never(_: object) -> float:
    return 0.0


def always(_: object) -> float:
    return 1.0


def after_giving(state: State, text: str, chance: float, sight: int = 1) -> Values:
    """What a give leads to, when everything stands with the same chance."""
    move = SPLASH.notation.parse_move(text)
    return values_after_give(state, move, lambda _: chance, lambda _: lambda _: chance, sight)


def test_the_last_piece_wins_when_it_stands() -> None:
    state = at("Pr.Lr", "Sr,Lg.Sg", "give:1")
    assert after_giving(state, "give:Sr", chance=1) == (1, 0)


def test_the_third_drop_wins_when_it_falls() -> None:
    state = at("Pr.Lr", "Sr.So,Lg.Sg", "give:1", drops="2,0")
    assert after_giving(state, "give:Sr", chance=0) == (1, 0)


def test_the_last_piece_can_win_when_it_is_given() -> None:
    state = at("Pr.Lr", "Sr,Lg.Sg", "give:1", options="last-piece=given")
    assert after_giving(state, "give:Sr", chance=0) == (1, 0)


def test_who_gives_away_the_last_piece_of_another_lets_him_win() -> None:
    state = at("Pr.Lr", "Sg.So,Lg,Sp", "give:1")
    assert after_giving(state, "give:Lg<2", chance=1) == (0, 1, 0)


def test_in_a_team_that_is_fine() -> None:
    state = at("Pr.Lr", "Sg.So,Sb,Lg,Sp", "give:1", options="teams=pairs")
    assert after_giving(state, "give:Lg<3", chance=1) == (1, 0, 1, 0)


def test_a_fall_gives_the_giver_a_drop_and_the_placer_pieces() -> None:
    state = at("Pr.Lr.Or", "Sg.So,Lg.Sb", "place:1>2:Sr")
    both = values_after_fall(state)
    assert both[0] > 0.5 > both[1]


def test_whoever_looks_further_sees_the_win_that_comes_back() -> None:
    """If p1's give stands, p2 wins with his last piece; a fall gets p1 a drop instead."""
    state = at("Pr.Lr", "Lo.Sr,Lg", "give:1")
    near, far = (after_giving(state, "give:Lo", 1.0, sight) for sight in (1, 2))
    assert near[0] > 0
    assert far == (0, 1)


def test_no_placer_lets_a_piece_fall_on_purpose() -> None:
    better_fallen = PlacementValue(0.5, stood=(0.2, 0.8), fallen=(0.9, 0.1))
    safe = PlacementValue(0.9, stood=(0.2, 0.8), fallen=(0.9, 0.1))
    assert safe.rank(1) > better_fallen.rank(1)
    assert safe.values == pytest.approx((0.27, 0.73))


def test_the_best_give_is_chosen_for_a_seat_to_come() -> None:
    state = at("Pr.Lr", "Sr,Lg.Sg", "give:1")
    assert give_values(state, always, lambda _: always, 1) == (1, 0)


def test_what_stands_ends_the_game_or_goes_on() -> None:
    last = at("Pr.Lr", "-,Lg.Sg", "place:1>2:Sr")
    assert values_after_stand(last, never, lambda _: never, 1) == (1, 0)
    more = at("Pr.Lr", "So,Lg.Sg", "place:1>2:Sr")
    assert 0 < values_after_stand(more, always, lambda _: always, 0)[0] < 1


def test_without_a_piece_in_hand_there_is_none() -> None:
    with pytest.raises(TypeError, match="nobody is to place"):
        in_hand(at("Pr.Lr", "So,Lg.Sg", "give:1"))
