"""Settling: resting towers do not creep, and a tilting piece does not count as standing."""

from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np
import pytest

from ludothek.games.splash.pieces import NAMES
from ludothek.physics import Table, careful
from ludothek.physics.simulation.geometry import Pose, Quaternion, turn
from ludothek.physics.simulation.settle import settle, stays
from ludothek.physics.simulation.stepping import FRAMES, MAX_FRAMES, SURE, Running
from ludothek.physics.table.errors import Unsettled
from ludothek.physics.table.layout import Layout
from tests.physics.towers import lying, stands_at, tower


def crept(running: Running, seconds: int) -> float:
    """How far some piece of a tower gets in that time, in millimetres."""
    before = running.rows.copy()
    for _ in range(seconds * FRAMES):
        running.advance()
    return 1000 * float(np.linalg.norm((running.rows - before)[:, :3], axis=1).max())


@pytest.mark.full
def test_a_tower_left_alone_for_a_minute_does_not_creep() -> None:
    """Nothing may sleep and nothing is calmed; the bench shows more towers."""
    assert crept(Running(tower("PLOLPSPOLT").layout, "awake"), seconds=60) < 0.5


@pytest.mark.parametrize("shape", ["L", "P"])
def test_a_hair_beyond_half_is_too_far(shape: str) -> None:
    assert not stands_at(shape, 0.503)


def test_a_slow_tilt_is_not_frozen_into_standing() -> None:
    """A plate 4 thousandths of a millimetre out of balance: MuJoCo puts it to sleep halfway."""
    assert not stands_at("P", 0.5002)


def cubes(count: int, aside: float) -> Layout:
    """Large cubes, one exactly above the other, so many millimetres aside on a small one."""
    pile = {f"L{colour}": (aside, 0, 14.5 + 15 * n) for n, colour in enumerate("rygbo"[:count])}
    return lying(Sr=(0, 0, 3.5), **pile)


@pytest.mark.parametrize(("count", "aside"), [(3, 3.08585), (3, 3.0858), (5, 2.6187)])
def test_what_stands_at_the_tipping_point_stands_later_as_well(count: int, aside: float) -> None:
    """The first of them rests for a quarter of a second before it falls."""
    motion = settle(cubes(count, aside))
    later = Running(motion.end, "awake")
    moved = crept(later, seconds=3)
    assert motion.stands == (count == 5 or aside == 3.0858)
    assert not motion.stands or moved < 0.5 * 3 / 60


@pytest.mark.parametrize(
    ("count", "stands", "falls"), [(1, 3.4, 3.52), (3, 3.05, 3.1), (5, 2.55, 2.65)]
)
def test_heavy_cubes_on_a_small_one_fall_before_their_weight_is_past_its_edge(
    count: int, stands: float, falls: float
) -> None:
    """Its edge is 3.5 mm from its middle, but the contacts of a light piece are soft."""
    assert stays(cubes(count, stands))
    assert not stays(cubes(count, falls))


def test_crossed_sticks_come_to_rest() -> None:
    """MuJoCo's collider for boxes lets them dance for ever."""
    motion = settle(Layout(("Tr", "Ty"), _crossed()))
    assert motion.stands
    assert len(motion.frames) < FRAMES


def test_everything_comes_to_rest_long_before_waiting_ends() -> None:
    motion = settle(lying(Sr=(0, 0, 3.5), Lr=(5, 0, 14.5), Or=(0, 0, 40), Tr=(0, 0, 60)))
    assert motion.rested
    assert len(motion.frames) < MAX_FRAMES


def test_a_high_tower_that_hums_comes_to_rest_and_stands() -> None:
    """Light pieces under heavy ones: the contacts never fall quite silent, and nothing moves."""
    random = Random(5)
    table = Table(5)
    for piece in random.sample(NAMES, 12)[:10]:
        spot = careful(table.layout, piece)
        result = table.place(spot.piece, spot.face, spot.yaw, spot.x, spot.y)
        assert result.stands
    assert FRAMES < result.frames < 2 * FRAMES


def test_a_tower_out_of_balance_that_sways_without_tilting_stands() -> None:
    """At one joint its weight is beside the contacts; looked at again, it only hums."""
    motion = settle(Layout(tuple(_SWAYING), tuple(_swaying())))
    assert motion.stands
    assert 2 * SURE < len(motion.frames) < 3 * SURE


_SWAYING: Final = {  # metres, and a quaternion
    "Pr": (-0.00161, 0.00135, 0.0025, 0.99802, 8e-05, -3e-05, 0.0629),
    "Po": (-0.00237, 0.00125, 0.00749, 0.99903, 0.00043, -0.00041, 0.04413),
    "Pg": (-0.00074, 0.00087, 0.01249, 0.99908, 0.00061, -0.00055, 0.04282),
    "Og": (-0.00299, -0.00055, 0.01998, 0.99997, 0.00141, -0.00086, -0.00712),
    "Oy": (-0.00443, -0.00072, 0.02998, 0.91608, 0.00132, -0.00189, 0.40099),
    "Ob": (-0.00616, -0.00153, 0.03997, 0.99922, 0.00238, -0.00135, 0.03949),
    "Tb": (-0.00884, -0.00454, 0.04744, 0.65821, 0.66373, -0.25162, -0.25081),
    "Lb": (-0.00627, -0.00581, 0.05743, 0.93373, 0.00413, -0.00058, -0.35796),
    "Lp": (-0.00514, -0.00704, 0.07243, 0.93958, 0.00414, -0.00062, -0.3423),
    "Lg": (-0.00737, -0.01014, 0.0874, 0.92628, 0.00418, -0.00047, -0.37681),
}


def _swaying() -> Iterator[Pose]:
    for x, y, z, *turned in _SWAYING.values():
        yield Pose(x, y, z, Quaternion(*turned))


def test_a_piece_in_the_air_keeps_its_energy() -> None:
    """To the last digits, however long a step is."""
    running = Running(lying(Lr=(0, 0, 50)))
    before, height = running.energy, running.rows[0, 2]
    for _ in range(5):
        running.advance()
        assert running.energy == pytest.approx(before, rel=1e-9)
    assert running.rows[0, 2] < height / 2


def test_a_fall_goes_on_quickly_without_losing_speed() -> None:
    running = Running(lying(Lr=(0, 0, 50)), "awake")
    for _ in range(3):
        running.advance()
    quick = running.quickly()
    assert quick.energy == pytest.approx(running.energy, rel=0.005)
    assert (quick.rows == running.rows).all()
    quick.advance()
    assert running.rows[0, 2] - quick.rows[0, 2] > 0.007, (
        "metres in a frame, after three of falling"
    )


def test_a_simulation_that_breaks_down_is_reported() -> None:
    running = Running(lying(Lr=(0, 0, 7.5)))
    running.rows[0, 0] = np.nan
    with pytest.raises(Unsettled):
        running.advance()


def _crossed() -> tuple[Pose, Pose]:
    return Pose(0, 0, 0.0025, turn("z", 0)), Pose(0.0004, 0.0007, 0.0076, turn("z", 46))
