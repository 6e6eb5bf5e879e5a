"""Static stability: balance of a tower, calculated from its geometry."""

from itertools import pairwise

import numpy as np
import pytest

from ludothek.physics.evaluation.static_stability import Array, Balance, common, outline
from ludothek.physics.evaluation.tipping import landings
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import BODIES
from tests.physics.towers import lying, stands_at, tower


def margins(layout: Layout, shape: str, points: Array, shock: float = 0.0) -> list[float]:
    """How far from tipping with a piece over each point, in millimetres."""
    tower, exactly = Balance.of(layout).lines, np.array([0.0])
    rows = landings(tower, points / 1000, exactly, BODIES[shape].volume, shock, spread=1.0)
    return [1000 * margin for _, margin in rows]


def margin(layout: Layout, shape: str, x: float, y: float = 0.0) -> float:
    """The same over a single point."""
    return margins(layout, shape, np.array([[x, y]]))[0]


def test_a_piece_in_the_middle_is_half_a_width_from_tipping() -> None:
    assert margin(tower("L").layout, "L", 0) == pytest.approx(7.5, abs=0.1)


@pytest.mark.parametrize("shape", ["L", "S", "P"])
@pytest.mark.parametrize("overhang", [0.45, 0.55])
def test_the_sign_of_the_margin_is_what_the_simulation_says(shape: str, overhang: float) -> None:
    layout = tower(shape).layout
    width = {"L": 15, "S": 7, "P": 20}[shape]
    assert (margin(layout, shape, overhang * width) > 0) == stands_at(shape, overhang)


def test_a_joint_far_below_can_be_the_one_that_tips() -> None:
    """Two cubes jut out by 6 mm each; a third one straight above tips the lower joint."""
    one = lying(Lr=(0, 0, 7.5), Lg=(6, 0, 22.5))
    two = lying(Lr=(0, 0, 7.5), Lg=(4, 0, 22.5), Lb=(8, 0, 37.5))
    assert margin(one, "L", 6) > 0
    assert margin(two, "L", 14) < 0 < margin(two, "L", 8)


def test_the_nearest_line_is_found_for_every_one_of_many_points() -> None:
    """Lines that are behind others at all points are left out."""
    layout = lying(Lr=(0, 0, 7.5), Lg=(4, 1, 22.5), Sb=(7, 2, 33.5), Pb=(5, -2, 39), Or=(8, 0, 46))
    points = np.array([(x, y) for x in range(-4, 19) for y in range(-9, 10)])
    alone = [margins(layout, "T", point[None], shock=0.0004)[0] for point in points]
    assert margins(layout, "T", points, shock=0.0004) == alone


def test_weight_on_the_other_side_makes_it_safer() -> None:
    layout = lying(Lr=(0, 0, 7.5), Lg=(6, 0, 22.5))
    assert margin(layout, "S", 3) > margin(layout, "S", 9)


def test_outlines_run_counter_clockwise_whatever_the_side() -> None:
    square = [(0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 1.0), (0.0, 1.0, 1.0)]
    for side in (square, square[::-1]):
        shape = outline(side)
        assert sum(a * d - b * c for (a, b), (c, d) in pairwise([*shape, shape[0]])) == 2


def test_two_outlines_share_what_lies_in_both() -> None:
    one = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    other = [(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)]
    assert set(common(one, other)) == {(1, 1), (2, 1), (2, 2), (1, 2)}


def test_outlines_apart_share_a_single_point() -> None:
    one = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    away = [(x + 5, y) for x, y in one]
    assert len(common(one, away)) == 1
