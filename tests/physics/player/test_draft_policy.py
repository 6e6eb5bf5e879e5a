"""The draft policy: which pieces are taken, in the draft and after a fall."""

import pytest

from ludothek.games.splash import SPLASH
from ludothek.games.splash.pieces import INDEX, MATCHING
from ludothek.physics import Layout, Table
from ludothek.physics.player.draft_policy import base, draft, keep
from ludothek.physics.simulation.geometry import Pose
from ludothek.physics.table.pieces import body_of
from tests.games.splash.tables import after, at, texts
from tests.physics.player.tables import thought
from tests.physics.towers import lying, tower


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_different_pieces_are_drafted(level: int) -> None:
    state = after(SPLASH.initial(2), "take:Lr", "take:Sg", "take:Pb", "take:To")
    take = draft(thought(state, Table(1), level))
    name = str(take)
    assert name[5] not in "LP"
    assert name[6] not in "rb"


@pytest.mark.parametrize("level", [4, 5])
def test_of_pieces_that_differ_alike_the_two_last_levels_take_a_hard_one(level: int) -> None:
    """Small cubes, sticks and octagons of other colours differ alike; octagons are hard."""
    state = after(SPLASH.initial(2), "take:Lr", "take:Sg", "take:Pb", "take:To")
    take = str(draft(thought(state, Table(1), level)))
    assert take[5] == "O"


def test_the_last_level_takes_what_is_hard_to_place_before_others_do() -> None:
    """Small cubes are left, though it has none yet."""
    state = after(
        SPLASH.initial(2), "take:Lr", "take:Sg", "take:Pg", "take:Sb", "take:Ob", "take:Sy"
    )
    names = [str(draft(thought(state, Table(1), level))) for level in (4, 5)]
    assert names[0][5] in "ST"
    assert names[1][5] in "LPO"


def test_the_first_level_drafts_anything() -> None:
    state = SPLASH.initial(3)
    assert str(draft(thought(state, Table(1), 1))) in texts(state)


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_something_is_kept_that_can_be_given_at_once(level: int) -> None:
    """p2 has nothing for the new tower; one of the five loose pieces fits."""
    state = at("Pr.Lr", "So.Sp,Tg.To", "keep:2:Lg.Sb.Pb.Tb.Op,give:2", drops="1,0")
    chosen = keep(thought(state, tower("PL"), level))
    assert any(MATCHING[INDEX["Lr"]] >> piece & 1 for piece in chosen.pieces)
    assert len(chosen.pieces) == 3


def test_the_last_level_keeps_what_is_hard_to_place() -> None:
    """None of the five fits a red cube, so they differ in nothing else."""
    state = at("Pr.Lr", "So.Sp,Tg.To", "keep:2:Sg.Py.Pb.Tb.Og,give:2", drops="1,0")
    chosen = str(keep(thought(state, level=5)))
    assert chosen == "keep:Py.Pb.Og"


def test_the_first_level_keeps_anything() -> None:
    state = at("Pr.Lr", "So.Sp,Tg.To", "keep:2:Lg.Sb.Pb.Tb.Op,give:2", drops="1,0")
    chosen = keep(thought(state, tower("PL"), 1))
    assert str(chosen) in texts(state)


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_the_new_tower_is_the_one_on_which_the_next_piece_is_hard(level: int) -> None:
    """A large cube is easy to put on a plate, and hard to put on a stick that stands."""
    state = at("-", "So.Sp,Lr.Lo", "base:2:Pr|Tr,give:2", drops="1,0")
    assert str(base(thought(state, _scattered(), level))) == "base:Tr"


def _scattered() -> Table:
    """A plate, and a stick that stands beside it."""
    flat = lying(Pr=(0, 0, 2.5))
    upright = Pose(0.04, 0, 0.0125, body_of("Tr").resting_on("standing"))
    table = Table(1)
    table.layout = Layout(("Pr", "Tr"), (*flat.poses, upright))
    table.fallen = (("Pr",), ("Tr",))
    return table
