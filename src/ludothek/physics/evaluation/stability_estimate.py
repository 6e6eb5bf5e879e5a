"""Estimate, from geometry, of the probability that a piece stays where it is aimed at.

A miss of the hand moves the piece, and a piece let go askew moves by more the taller it is. It
also shakes the tower, the more the heavier it is: `_CRITICAL_MARGIN` is how far from tipping a
tower has to be to bear that, and a higher one sways more. These numbers were fitted to
simulations; with them the estimate agrees with the simulation to about 9 in 100, at a hundredth of
the cost.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import compress
from math import hypot, radians, sin
from random import Random
from typing import Final

import numpy as np

from ludothek.physics.evaluation import tipping
from ludothek.physics.evaluation.resting_poses import HEIGHTS, Resting
from ludothek.physics.evaluation.static_stability import Array, Balance, rows_of
from ludothek.physics.simulation.geometry import Point, Pose
from ludothek.physics.table.hand import HANDS, Hand
from ludothek.physics.table.pieces import BODIES

_CRITICAL_MARGIN: Final = {  # millimetres from tipping
    Resting("L", "flat"): 0.75,
    Resting("S", "flat"): 0.25,
    Resting("P", "flat"): 0.8,
    Resting("P", "edge"): 1.1,
    Resting("T", "lying"): 0.5,
    Resting("T", "standing"): 1.25,
    Resting("O", "flat"): 0.8,
    Resting("O", "side"): 0.75,
}
_SAMPLE: Final = 2_000  # tremors that stand for all
_TILT: Final = 9.0  # degrees, of the hand that these numbers were fitted with
_MARGIN_SPREAD: Final = 0.2  # millimetres around that limit in which nothing is certain
_STEPS: Final = 6  # misses to each side
_SWAY: Final = 0.05  # more of all this for every further piece of a tower,
_SWAYING: Final = 10  # up to so many


@dataclass(frozen=True, slots=True)
class Aim:
    """A point to aim at, and its estimate."""

    x: float  # millimetres from the middle of the top piece's upper side
    y: float
    chance: float  # to stand
    margin: float  # millimetres from tipping, at the worst miss

    @property
    def offset(self) -> float:
        """Millimetres from the middle."""
        return hypot(self.x, self.y)

    @property
    def safety(self) -> tuple[float, float, float]:
        """To be compared; of equals, the one nearer to the middle is safer."""
        return round(self.chance, 3), round(self.margin, 1), -self.offset


def aims(balance: Balance, hand: Hand, way: Resting, reach: float, step: float) -> list[Aim]:
    """Points on the top piece, up to so many millimetres from its middle."""
    targets, points = _targets(balance, reach, step)
    shaking = _shaking(balance, hand)
    shock, spread = (length / 1000 * shaking for length in (_CRITICAL_MARGIN[way], _MARGIN_SPREAD))
    volume, misses = BODIES[way.shape].volume, _misses(hand.name, way)
    rows = tipping.landings(balance.lines, points, misses, volume, shock, spread)
    return [
        Aim(x, y, chance, 1000 * margin)
        for (x, y), (chance, margin) in zip(targets, rows, strict=True)
    ]


def safest(balance: Balance, hand: Hand, way: Resting, reach: float, step: float) -> Aim:
    """The best point to aim at."""
    return max(aims(balance, hand, way, reach, step), key=lambda aim: aim.safety)


@cache
def single_piece_chance(hand: str, below: Resting | None, above: Resting) -> float:
    """The chance to stand on a single piece, set down in its middle; a base always stands."""
    if below is None:
        return 1.0
    lying = Pose(0, 0, HEIGHTS[below] / 2, BODIES[below.shape].resting_on(below.face))
    balance = Balance().plus(f"{below.shape}r", lying)
    return aims(balance, HANDS[hand], above, reach=0.0, step=1.0)[0].chance


@lru_cache(maxsize=64)  # for each way to set a piece down on a tower
def _targets(balance: Balance, reach: float, step: float) -> tuple[list[Point], Array]:
    """Points on the top piece: in millimetres from its middle, and in metres on the table."""
    grid, (x, y) = _grid(reach, step), balance.middle
    points = [(aside / 1000 + x, ahead / 1000 + y) for aside, ahead in grid]
    over = balance.over_top(points)
    return list(compress(grid, over)), rows_of(compress(points, over), 2)


@cache
def _grid(reach: float, step: float) -> list[Point]:
    line = np.arange(-reach, reach + step / 2, step).tolist()
    return [(x, y) for x in line for y in line]


@cache
def _misses(name: str, way: Resting) -> Array:
    """How far from its aim a piece comes down, along x as along y; metres, all equally likely."""
    hand, random, half = HANDS[name], Random(0), HEIGHTS[way] / 2
    tremors = [hand.tremor(random) for _ in range(_SAMPLE)]
    distances = [abs(t.x / 1000 + half * sin(radians(t.tilt_y))) for t in tremors]
    steps = np.quantile(distances, (np.arange(_STEPS) + 0.5) / _STEPS)
    return np.concatenate([-steps, steps])


def _shaking(balance: Balance, hand: Hand) -> float:
    """How much a landing shakes a tower; calm hands shake it less."""
    return hand.tilt / _TILT * (1 + _SWAY * min(balance.height - 1, _SWAYING))
