"""Resting poses: how a piece lies on the tower after it is set down."""

import pytest

from ludothek.physics import Layout
from ludothek.physics.evaluation.resting_poses import ALL, HEIGHTS, Resting, lying, top_of, ways
from ludothek.physics.simulation.geometry import Pose, turn
from tests.games.splash.tables import at
from tests.physics.player.tables import built


def test_the_ways_to_set_a_piece_down_begin_with_the_flattest() -> None:
    assert [way.face for way in ways("Tr")] == ["lying", "standing"]
    assert [way.face for way in ways("Po")] == ["flat", "edge"]
    assert [way.face for way in ways("Og")] == ["flat", "side"]
    assert len(ALL) == 8


def test_each_way_has_its_height() -> None:
    assert round(1000 * HEIGHTS[Resting("T", "standing")]) == 25
    assert round(1000 * HEIGHTS[Resting("O", "side")]) == 15


@pytest.mark.parametrize("face", ["lying", "standing"])
def test_the_top_of_a_tower_is_known_by_how_it_lies(face: str) -> None:
    state = at("Pr.Tr", "Lr,Lg", "give:1")
    assert top_of(built(state, Tr=face).layout) == Resting("T", face)


def test_a_piece_that_leans_is_taken_for_what_is_nearest() -> None:
    leaning = Layout(("Tr",), (Pose(0, 0, 0.01, turn("y", 70)),))
    assert lying(leaning, "Tr") == Resting("T", "standing")


def test_no_tower_has_no_top() -> None:
    assert top_of(Layout()) is None
