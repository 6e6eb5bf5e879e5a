"""What JavaScript computes of the simulated table does not differ from what NumPy does."""

import json
from typing import Any

import numpy as np
import pytest

from ludothek.physics.evaluation.resting_poses import ALL
from ludothek.physics.evaluation.static_stability import Balance, rows_of
from ludothek.physics.evaluation.tipping import landings
from ludothek.physics.simulation.keyframes import keyframes
from ludothek.physics.table.pieces import BODIES
from tests.physics.towers import lying
from tests.server.browser.pack import npm

POINTS = rows_of([(x / 1000, y / 1000) for x in range(-4, 17, 2) for y in (-5, -1, 0, 3)], 2)
MISSES = [np.linspace(-aside, aside, 12) for aside in (0.0007, 0.004)]  # metres
TOWERS = (
    lying(Lr=(0, 0, 7.5)),
    lying(Lr=(0, 0, 7.5), Lg=(4, 1, 22.5), Sb=(7, 2, 33.5), Pb=(5, -2, 39), Or=(8, 0, 46)),
)


def in_node(name: str, jobs: list[tuple[Any, ...]]) -> list[Any]:
    lines = [
        json.dumps(
            {
                "name": name,
                "arrays": [
                    (part.shape, part.reshape(-1).tolist())
                    for part in job
                    if isinstance(part, np.ndarray)
                ],
                "numbers": [part for part in job if not isinstance(part, np.ndarray)],
            }
        )
        for job in jobs
    ]
    return [json.loads(line) for line in npm("arrays", lines="\n".join(lines)).splitlines()]


def test_margins_are_the_same_to_the_last_bit_and_chances_but_for_the_exponential() -> None:
    jobs = [
        (Balance.of(layout).lines, POINTS, misses, BODIES[way.shape].volume, *shock)
        for layout in TOWERS
        for misses in MISSES
        for way in ALL
        for shock in ((0.0008, 0.0002), (0.0011, 0.00025))
    ]
    answers = in_node("landings", [(*tower, *rest) for tower, *rest in jobs])
    assert len(answers) == len(jobs) == 64
    least = [margin for answer in answers for margin in answer[1::2]]
    assert min(least) < 0 < max(least)
    for job, answer in zip(jobs, answers, strict=True):
        chances, margins = zip(*landings(*job), strict=True)
        assert answer[1::2] == list(margins)
        assert answer[::2] == pytest.approx(chances, abs=1e-14, rel=1e-13)


def test_the_same_frames_of_a_motion_are_kept() -> None:
    frames = np.arange(90)[:, None, None]
    pieces = np.arange(4)[None, :, None]
    swing = np.rint(3000 * np.sin(frames / 40 * (1 + np.arange(7) / 5) + pieces) * (pieces > 0))
    kinked = np.where((frames < 40) | (pieces < 2), swing, 500).astype(np.int16)
    jobs = [(kinked, np.array(slack)) for slack in ([20.0] * 3 + [80.0] * 4, [200.0] * 7)]
    for (numbers, slack), answer in zip(jobs, in_node("keyframes", jobs), strict=True):
        kept = [np.frombuffer(rows, "<i2").tolist() for rows in keyframes(numbers, slack)]
        assert answer == kept
        assert kept[0] == []
        assert 2 < len(kept[3]) // 8 < len(kept[1]) // 8 < 60
