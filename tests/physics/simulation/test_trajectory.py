"""The paths of moved pieces."""

import json

import numpy as np

from ludothek.physics.simulation.settle import Motion, settle
from ludothek.physics.simulation.stepping import Rows
from ludothek.physics.simulation.trajectory import LARGEST, paths, unpacked
from tests.physics.towers import STILL, lying, tower


def collapse() -> Motion:
    """Fifteen pieces, far out of balance."""
    colours = "rygbo"
    middles = {}
    for n in range(5):
        middles[f"S{colours[n]}"] = (3.0 * n, 0.5 * n, 3.5 + 37 * n)
        middles[f"L{colours[n]}"] = (3.0 * n + 1, 0.5 * n, 14.5 + 37 * n)
        middles[f"O{colours[n]}"] = (3.0 * n + 2, 0.5 * n, 27.0 + 37 * n)
    return settle(lying(**middles))


def along(track: str, frames: int) -> Rows:
    """Where a front end shows a piece at every frame."""
    keys = unpacked(track)
    numbers = [number for number, _ in keys]
    rows = np.array([row for _, row in keys])
    return np.column_stack(
        [np.interp(range(frames), numbers, rows[:, column]) for column in range(7)]
    )


def test_a_fall_of_fifteen_pieces_is_sent_in_less_than_40_kb() -> None:
    motion = collapse()
    tracks = paths(motion.end.pieces, motion.frames)
    assert len(tracks) == 15
    assert len(json.dumps(dict(tracks))) < 40_000


def test_a_front_end_shows_nearly_what_happened() -> None:
    motion = collapse()
    for piece, track in paths(motion.end.pieces, motion.frames):
        there = np.array([rows[motion.end.pieces.index(piece)] for rows in motion.frames])
        here = along(track, len(motion.frames))
        assert np.abs(there - here)[:, :3].max() < 0.0001
        assert np.abs(there - here)[:, 3:].max() < 0.005


def test_pieces_that_stay_have_no_path() -> None:
    result = tower("PLL").place("Sr", "flat", x=9, tremor=STILL)
    assert [piece for piece, _ in result.path] == ["Sr"]


def test_a_path_ends_where_the_piece_lies() -> None:
    result = tower("PLL").place("Sr", "flat", x=9, tremor=STILL)
    (_, track), *_ = result.path
    number, row = unpacked(track)[-1]
    assert number == result.frames
    assert np.allclose(row[:3], result.layout.only(["Sr"]).poses[0][:3], atol=2e-5)


def test_however_wild_a_motion_it_is_sent_in_bounds() -> None:
    random = np.random.default_rng(1)
    wild = [random.uniform(-0.3, 0.3, (30, 7)) for _ in range(150)]
    tracks = paths([f"{number}" for number in range(30)], wild)
    assert sum(len(track) for _, track in tracks) <= LARGEST


def test_a_piece_far_away_is_shown_at_the_rim() -> None:
    away = [np.array([[x, 0, 0, 1, 0, 0, 0]], dtype=np.float64) for x in (0.0, 0.5, 2.0)]
    ((_, track),) = paths(["Lr"], away)
    assert 0.6 < unpacked(track)[-1][1][0] < 0.7
