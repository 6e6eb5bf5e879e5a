"""Candidate poses: where a piece can be set down on a tower."""

from random import Random

import pytest

from ludothek.physics import HANDS, Layout, Spot
from ludothek.physics.evaluation.candidate_poses import (
    middle,
    on_top,
    possible,
    roughly,
    safe_spots,
    spots,
    with_piece,
    yaw_of_top,
)
from ludothek.physics.evaluation.resting_poses import Resting
from ludothek.physics.evaluation.rollouts import Candidate
from ludothek.physics.evaluation.static_stability import Balance
from tests.physics.towers import STILL, lying, tower

NORMAL = HANDS["normal"]


@pytest.mark.parametrize(("turn", "expected"), [(0, 0), (30, 30), (60, -30), (90, 0), (-20, -20)])
def test_the_turn_of_the_top_piece_is_seen(turn: float, expected: float) -> None:
    table = tower("P")
    table.place("Lr", "flat", yaw=turn, tremor=STILL)
    assert yaw_of_top(table.layout) == pytest.approx(expected, abs=0.1)


def test_a_rough_aim_stays_within_its_roughness_and_over_the_top() -> None:
    layout, random = tower("PL").layout, Random(2)
    results = [roughly(layout, middle(layout, "Lg"), 2.0, random) for _ in range(30)]
    assert max(max(abs(spot.x), abs(spot.y)) for spot in results) <= 2
    assert len({spot.x for spot in results}) > 20
    assert all(possible(layout, spot) for spot in results)


def test_the_middle_is_aimed_at_with_the_widest_face() -> None:
    spot = middle(tower("PL").layout, "Tg")
    assert (spot.face, spot.x, spot.y) == ("lying", 0, 0)


def test_a_rough_aim_that_would_miss_the_top_is_not_taken() -> None:
    edge = Spot("Lg", "flat", x=14.9)
    results = {roughly(tower("PL").layout, edge, 3.0, Random(seed)).x for seed in range(9)}
    assert max(results) < 15


def test_there_is_a_safe_spot_for_each_way_along_and_across() -> None:
    results = [(candidate.spot.face, candidate.spot.yaw) for candidate in _safe("Tg")]
    assert sorted(results) == [("lying", 0), ("lying", 90), ("standing", 0)]
    assert len(_safe("Lg")) == 1


def test_spots_all_over_the_top_can_be_looked_at() -> None:
    layout = tower("PL").layout
    for reach, line in ((4.0, (-4, -2, 0, 2, 4)), (8.0, (-6, -4, -2, 0, 2, 4, 6))):
        results = spots(layout, NORMAL, "Lg", reach)
        places = {(candidate.spot.x, candidate.spot.y) for candidate in results}
        assert places == {(x, y) for x in line for y in line}, "7.5 mm out is the cube's edge"


def test_what_lies_far_out_is_felt_to_tip() -> None:
    layout = lying(Lr=(0, 0, 7.5), Lg=(6.5, 0, 22.5))
    heavy = on_top(Balance.of(layout), NORMAL)(Resting("L", "flat"))
    then = with_piece(layout, Balance.of(layout), Spot("Ly", "flat", x=-6))
    assert on_top(then, NORMAL)(Resting("L", "flat")) > heavy


def test_a_spot_beside_the_tower_is_not_possible() -> None:
    assert not possible(tower("PL").layout, Spot("Lg", "flat", x=20))
    assert possible(Layout(), Spot("Lg", "flat"))


def _safe(piece: str) -> list[Candidate]:
    return safe_spots(tower("PL").layout, NORMAL, piece, reach=4.0)
