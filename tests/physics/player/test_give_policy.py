"""The give policy: which piece is given to the next seat."""

import pytest

from ludothek.games.splash.state import State
from ludothek.physics import Table
from ludothek.physics.evaluation.rollouts import Budget
from ludothek.physics.player.give_policy import give
from tests.games.splash.tables import at, texts
from tests.physics.player.tables import AT_ONCE, built, thought


def decision(state: State, level: int, table: Table | None = None, budget: Budget = AT_ONCE) -> str:
    return str(give(thought(state, table, level, budget)))


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_the_neighbour_gets_what_is_least_likely_to_stand(level: int) -> None:
    """A large cube on a standing stick is a gamble, a small one is none."""
    state = at("Pr.Tr", "Lr.Sr.So,Lg.Sg.Pg", "give:1")
    assert decision(state, level, built(state, Tr="standing")) == "give:Lr"


@pytest.mark.parametrize("level", [4, 5])
def test_tries_tell_more_than_a_feeling(level: int) -> None:
    state = at("Pr.Tr", "Lr.Sr.So,Lg.Sg.Pg", "give:1")
    table = built(state, Tr="standing")
    before = table.save()
    assert decision(state, level, table, Budget(40)) == "give:Lr"
    assert table.save() == before


def test_of_equals_the_one_goes_that_leaves_the_stock_balanced() -> None:
    """Lr or Lg on Lb are the same; without Lr, the colours left differ."""
    state = at("Pb.Lb", "Lr.Lg.Sr,Py.Ty.Oy", "give:1")
    assert decision(state, level=2) == "give:Lr"


def test_what_is_hard_to_place_is_not_given_for_nothing() -> None:
    """On a plate everything stands; the large cube is good for more than that."""
    state = at("Lb.Pr", "Lr.Sr.Tr,Lg.Sg.Pg", "give:1")
    assert decision(state, level=5) != "give:Lr"


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_nobody_is_helped_to_get_rid_of_his_last_piece(level: int) -> None:
    """p1 owns no match: p2 would win with his only piece, p3 has more of them."""
    state = at("Pr.Pg", "Lb.So.Tb,Po,Lg.Sp.Tp", "give:1")
    assert set(texts(state)) == {"give:Po<2", "give:Lg<3"}
    assert decision(state, level) == "give:Lg<3"


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_but_a_partner_is(level: int) -> None:
    state = at("Pr.Pg", "Lb.So.Tb,Lg.Sp.Tp,Po,Lo.Sy.Ob", "give:1", options="teams=pairs")
    assert decision(state, level) == "give:Po<3"


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_with_two_drops_the_third_is_played_for(level: int) -> None:
    state = at("Pr.Tr", "Lr.Sr.Tg,Lg.Sg.Pg", "give:1", drops="2,1")
    assert decision(state, level, built(state, Tr="standing")) == "give:Lr"


def test_the_first_level_gives_anything_that_may_be_given() -> None:
    state = at("Pr.Tr", "Lr.Sr.So,Lg.Sg.Pg", "give:1")
    assert decision(state, level=1) in texts(state)
