"""The placement policy: at which pose a piece is set down."""

from collections.abc import Sequence
from random import Random

import pytest

from ludothek.games.splash import SPLASH
from ludothek.games.splash.state import State
from ludothek.physics import HANDS, Spot, Table, chance, check
from ludothek.physics.evaluation.rollouts import Budget, Candidate, Rank, Rollouts
from ludothek.physics.player.levels import level_of
from ludothek.physics.player.placement_policy import spot_for
from tests.games.splash.tables import OPENING, at
from tests.physics.player.tables import AT_ONCE, built, thought
from tests.physics.towers import STILL


def spot(state: State, table: Table, level: int, budget: Budget = AT_ONCE) -> Spot:
    return spot_for(thought(state, table, level, budget))


def leaning() -> Table:
    """Three cubes, each a bit more to the right than the one below."""
    table = Table(seed=1)
    for piece, x in (("Lr", 0), ("Lg", 4), ("Lb", 4)):
        assert table.place(piece, "flat", x=x, tremor=STILL).stands
    return table


LEANING = at("Lr.Lg.Lb", "So.Sp,Py.Ty", "place:1>2:Ly")


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_every_level_finds_a_spot_that_can_be_tried(level: int) -> None:
    for piece in ("Ly", "Tb", "Ob"):
        state = at("Lr.Lg.Lb", "So.Sp,Py.Ty", f"place:1>2:{piece}")
        check(leaning().layout, spot(state, leaning(), level))


@pytest.mark.parametrize("level", [3, 4, 5])
def test_those_who_feel_the_tower_lean_against_it(level: int) -> None:
    assert spot(LEANING, leaning(), level).x < 0


def test_and_are_right() -> None:
    layout = leaning().layout
    both = (Spot("Ly", "flat"), spot(LEANING, leaning(), level=5))
    middle, against = (chance(layout, each, HANDS["normal"], Random(1), 12) for each in both)
    assert against > middle


def test_the_last_level_sets_a_light_piece_where_the_tower_all_but_falls() -> None:
    """A small cube on the far side of a leaning tower stands; what comes on it hardly will."""
    state = at("Lr.Lg.Lb", "So.Sp,Pg.Ty", "place:1>2:Sy")
    far = spot(state, leaning(), level=5)
    assert 4 < far.x <= level_of(5).reach
    assert spot(state, leaning(), level=4).x < 4.5, "half a millimetre beside 4 mm"
    assert chance(leaning().layout, far, HANDS["normal"], Random(1), 12) > 0.8


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_first_levels_miss_the_middle(level: int) -> None:
    state = at("Pr.Pg", "So.Sp,Py.Ty", "place:1>2:Lg")
    chosen = spot(state, built(state), level)
    assert 0 < max(abs(chosen.x), abs(chosen.y)) <= 2


@pytest.mark.parametrize("level", [4, 5])
def test_a_safe_piece_is_set_down_so_that_the_next_one_is_hard(level: int) -> None:
    """On a plate a stick stands safely; a large cube on it will not."""
    state = at("Pr.Pg", "Sb.Sp,Lg.Lo.Lp", "place:1>2:Tg")
    assert spot(state, built(state), level).face == "standing"
    assert spot(state, built(state), level=2).face == "lying"


def test_tries_are_made_within_the_budget_and_leave_the_table_alone() -> None:
    state = at("Pr.Lr.Sr", "Sb.Sp,Lg.Lo.Lp", "place:1>2:Tr")
    table = built(state)
    before = table.save()
    check(table.layout, spot(state, table, level=5, budget=Budget(20)))
    assert table.save() == before


def test_no_spot_is_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The safest spot for a face is found among all others once more."""
    seen: list[Spot] = []

    def first(_rollouts: Rollouts, chosen: Sequence[Candidate], _rank: Rank) -> Candidate:
        seen.extend(candidate.spot for candidate in chosen)
        return chosen[0]

    monkeypatch.setattr(Rollouts, "best", first)
    state = at("Pr.Lr.Sr", "Sb.Sp,Lg.Lo.Lp", "place:1>2:Tr")
    assert spot(state, built(state), level=5) == seen[0]
    assert len(seen) == len(set(seen)) > 1


def test_when_time_is_up_there_is_an_answer() -> None:
    state = at("Pr.Lr.Sr", "Sb.Sp,Lg.Lo.Lp", "place:1>2:Tr")
    check(built(state).layout, spot(state, built(state), level=5, budget=Budget(None, 0.0)))


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_base_is_laid_on_the_table(level: int) -> None:
    state = SPLASH.play(SPLASH.parse_position(OPENING), "give:Tr")
    chosen = spot(state, Table(1), level)
    assert chosen.piece == "Tr"
    assert Table(1).place(chosen.piece, chosen.face, chosen.yaw, chosen.x, chosen.y).stands
