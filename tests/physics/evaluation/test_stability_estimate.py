"""The stability estimate of a spot, before any simulation."""

from random import Random

import pytest

from ludothek.physics import HANDS, Layout, Spot, chance
from ludothek.physics.evaluation.resting_poses import Resting
from ludothek.physics.evaluation.stability_estimate import aims, safest, single_piece_chance
from ludothek.physics.evaluation.static_stability import Balance
from tests.physics.towers import STILL, lying, tower

NORMAL = HANDS["normal"]
CUBE = Resting("L", "flat")


def test_a_base_always_stands() -> None:
    assert single_piece_chance("shaky", None, Resting("T", "standing")) == 1


@pytest.mark.parametrize(
    ("below", "above"),
    [
        (CUBE, Resting("P", "flat")),
        (Resting("S", "flat"), Resting("T", "standing")),
        (Resting("T", "standing"), CUBE),
        (Resting("T", "lying"), Resting("P", "edge")),
    ],
)
def test_what_is_felt_is_near_what_happens(below: Resting, above: Resting) -> None:
    layout = tower("PL").layout if below == CUBE else _topped(below)
    spot = Spot(f"{above.shape}g", above.face)
    there = chance(layout, spot, NORMAL, Random(3), 30)
    assert single_piece_chance("normal", below, above) == pytest.approx(there, abs=0.25)


def test_a_steadier_hand_feels_safer() -> None:
    chances = [
        single_piece_chance(hand, CUBE, Resting("T", "standing")) for hand in ("shaky", "normal")
    ]
    small = [
        single_piece_chance(hand, Resting("S", "flat"), CUBE)
        for hand in ("shaky", "normal", "steady")
    ]
    assert chances == sorted(chances)
    assert small == sorted(small)


def test_the_safest_aim_is_towards_the_weight() -> None:
    """The tower leans to the right, so the next piece goes to the left."""
    leaning = lying(Lr=(0, 0, 7.5), Lg=(4, 0, 22.5), Lb=(8, 0, 37.5))
    aim = safest(Balance.of(leaning), NORMAL, CUBE, reach=4, step=1)
    assert aim.x < 0
    assert aim.y == 0


def test_where_nothing_leans_the_middle_is_aimed_at() -> None:
    aim = safest(Balance.of(tower("PL").layout), NORMAL, CUBE, reach=4, step=1)
    assert (aim.x, aim.y) == (0, 0)


def test_aims_lie_over_the_top_piece() -> None:
    points = aims(Balance.of(tower("PS").layout), NORMAL, CUBE, reach=4, step=1)
    assert len(points) == 49
    assert max(max(abs(aim.x), abs(aim.y)) for aim in points) == 3


def _topped(below: Resting) -> Layout:
    table = tower("PL")
    table.place(f"{below.shape}y", below.face, tremor=STILL)
    return table.layout
