"""Setting pieces down: what stands, what falls, and what is refused."""

from collections.abc import Callable, Iterator
from itertools import count
from math import inf, nan
from random import Random
from typing import Any

import pytest

from ludothek.games.registry import load
from ludothek.physics import (
    HANDS,
    BadPlacement,
    BadTable,
    Interrupted,
    Layout,
    Spot,
    Table,
    Tremor,
    check,
)
from ludothek.physics.simulation.geometry import Pose, turn
from ludothek.physics.simulation.settle import settle
from ludothek.physics.simulation.stepping import Running
from ludothek.physics.table.release import held
from tests.physics.towers import STILL, stands_at, tower


def test_a_tower_of_ten_large_cubes_stands() -> None:
    """The box has only six of them; the simulation does not mind."""
    layout = Layout()
    for colour in "rygboprygb":
        motion = settle(held(layout, Spot(f"L{colour}", "flat")))
        assert motion.stands
        layout = motion.end
    assert len(layout.pieces) == 10


def test_a_mixed_tower_of_ten_stands() -> None:
    assert len(tower("PLOLPSPOLT").layout.pieces) == 10


@pytest.mark.parametrize("shape", ["L", "S", "P"])
def test_a_piece_falls_from_an_overhang_of_55_percent_and_stands_at_45(shape: str) -> None:
    assert stands_at(shape, 0.45)
    assert not stands_at(shape, 0.55)


@pytest.mark.parametrize("shape", ["L", "P"])
def test_a_steady_hand_does_not_change_that(shape: str) -> None:
    random = Random(4)
    tremors = [HANDS["steady"].tremor(random) for _ in range(20)]
    assert all(stands_at(shape, 0.45, tremor) for tremor in tremors)
    assert not any(stands_at(shape, 0.55, tremor) for tremor in tremors)


def test_a_plate_that_tips_onto_the_table_has_fallen() -> None:
    """It still lies on the base plate, but touches the table, too."""
    table = tower("P")
    result = table.place("Py", "flat", x=11, tremor=STILL)
    assert result.decision == "falls:Pr|Py"


def test_the_first_piece_always_stands() -> None:
    for seed in range(5):
        assert Table(seed, "shaky").place("Tr", "standing").decision == "stands"


def test_a_result_says_what_was_asked_and_what_came_of_it() -> None:
    table = tower("PL")
    result = table.place("Tg", "standing", yaw=30, x=1, y=-2, tremor=STILL)
    assert (result.number, result.spot) == (3, Spot("Tg", "standing", 30, 1, -2))
    assert result.stands
    assert result.stacks == (("Pr", "Lr", "Tg"),)
    assert result.layout == table.layout
    x, y, z = (round(1000 * length, 1) for length in result.layout.poses[-1][:3])
    assert (x, y, z) == (1, -2, 32.5)


def test_x_and_y_count_from_the_centre_of_the_top_piece() -> None:
    table = tower("P")
    table.place("Lr", "flat", x=4, tremor=STILL)
    result = table.place("Sr", "flat", x=3, y=1, tremor=STILL)
    assert [round(1000 * length, 1) for length in result.layout.poses[-1][:2]] == [7, 1]


def test_the_rules_understand_every_outcome() -> None:
    game = load("splash")
    standing = tower("PL").place("Sr", "flat", tremor=STILL)
    falling = tower("PL").place("Sr", "flat", x=10, tremor=STILL)
    for result in (standing, falling):
        move = game.notation.parse_move(result.decision)
        assert str(move) == result.decision
    assert falling.decision.startswith("falls:")


@pytest.mark.parametrize(
    ("place", "code"),
    [
        (lambda table: table.place("Lx", "flat"), "piece-unknown"),
        (lambda table: table.place("Lg", "edge"), "face-unknown"),
        (lambda table: table.place("Lg", "flat", x=nan), "not-finite"),
        (lambda table: table.place("Lg", "flat", yaw=inf), "not-finite"),
        (lambda table: table.place("Lg", "flat", x=10**400), "not-finite"),
        (lambda table: table.place("Lg", "flat", x="1"), "not-finite"),
        (lambda table: table.place("Lg", "flat", y=True), "not-finite"),
        (lambda table: table.place("Lg", "flat", tremor=Tremor(x=nan)), "not-finite"),
        (lambda table: table.place(["Lg"], "flat"), "piece-unknown"),
        (lambda table: table.place("Lg", None), "face-unknown"),
        (lambda table: table.place("Lr", "flat"), "on-table"),
        (lambda table: table.place("Lg", "flat", x=15.1), "outside"),
        (lambda table: table.place("Lg", "flat", yaw=45, x=13, y=13), "outside"),
        (lambda table: table.keep("Pr"), "no-stack"),
        (lambda table: table.keep(["Pr"]), "no-stack"),
    ],
)
def test_what_cannot_be_tried_is_refused_and_changes_nothing(
    place: Callable[[Table], object], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tower("PL")
    before = table.save()
    monkeypatch.setattr(Running, "advance", _not_simulated)
    with pytest.raises(BadPlacement) as refused:
        place(table)
    assert refused.value.code == code
    assert table.save() == before


def _not_simulated(_running: Running) -> None:
    pytest.fail("something was simulated")


def test_a_piece_may_be_tried_wherever_it_is_above_the_top_piece() -> None:
    check(tower("PL").layout, Spot("Lg", "flat", x=14.9))
    check(tower("PL").layout, Spot("Lg", "flat", yaw=45, x=12, y=12))


def test_a_base_lies_on_the_table() -> None:
    with pytest.raises(BadPlacement) as refused:
        Table(seed=1).place("Lr", "flat", x=101)
    assert refused.value.code == "off-table"


def test_a_piece_is_not_put_inside_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tower has a piece that rises beside its top, but a saved one might."""
    beside = Pose(0.012, 0, 0.0125, turn("y", 90))
    table = Table(seed=1)
    table.layout = Layout(("Tr", "Sr"), (beside, Pose(0, 0, 0.0035, turn("z", 0))))
    monkeypatch.setattr(Running, "advance", _not_simulated)
    with pytest.raises(BadPlacement) as refused:
        table.place("Pr", "flat", x=5)
    assert refused.value.code == "blocked"


def test_after_a_fall_a_stack_must_be_chosen_first() -> None:
    table = tower("PL")
    table.place("Sr", "flat", x=10, tremor=STILL)
    with pytest.raises(BadPlacement) as refused:
        table.place("Sy", "flat")
    assert refused.value.code == "fallen"


def test_a_placement_that_is_told_to_stop_changes_nothing() -> None:
    """At once, while the piece falls, and while the stacks are found that it has left."""
    frames = count()
    fell = tower("PLL").place("Sr", "flat", x=9, tremor=STILL, stop=lambda: next(frames) < 0)
    last = next(frames) - 1
    assert last >= fell.frames
    for frame in (0, fell.frames // 2, last):
        table, looked = tower("PLL"), count()
        before = table.save()
        with pytest.raises(Interrupted) as stopped:
            table.place("Sr", "flat", x=9, tremor=STILL, stop=_at(frame, looked))
        assert stopped.value.code == "stopped"
        assert next(looked) == frame + 1
        assert table.save() == before


def _at(frame: int, looked: Iterator[int]) -> Callable[[], bool]:
    return lambda: next(looked) == frame


def test_keeping_a_stack_can_be_stopped_as_well() -> None:
    table = tower("PLL")
    table.place("Sr", "flat", x=9, tremor=STILL)
    before = table.save()
    with pytest.raises(Interrupted):
        table.keep("Pr", stop=lambda: True)
    assert table.save() == before
    assert table.keep("Pr").pieces == ("Pr", "Lr", "Ly")


@pytest.mark.parametrize("hand", ["iron", ["normal"], None])
def test_a_hand_has_a_name(hand: Any) -> None:
    with pytest.raises(BadTable) as refused:
        Table(seed=1, hand=hand)
    assert refused.value.code == "hand-unknown"


@pytest.mark.parametrize("seed", ["7", 7.9, True, None, 10**400])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(BadTable) as refused:
        Table(seed)
    assert refused.value.code == "seed"
