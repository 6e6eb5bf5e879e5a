"""Estimate, from geometry, of the probability that a piece stays where it is aimed at.

A miss of the hand moves the piece, and a piece let go askew moves by more the taller it is. It
also shakes the tower, the more the heavier it is: `_CRITICAL_MARGIN` is how far from tipping a
tower has to be to bear that, and a higher one sways more. These numbers were fitted to
simulations; with them the estimate agrees with the simulation to about 9 in 100, at a hundredth of
the cost.
"""

from dataclasses import dataclass
from functools import cache
from math import hypot, radians, sin
from random import Random
from typing import Final

import numpy as np

from ludothek.physics.evaluation.resting_poses import HEIGHTS, Resting
from ludothek.physics.evaluation.static_stability import Array, Balance
from ludothek.physics.simulation.geometry import Pose
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
    grid = _grid(reach, step)
    grid = grid[balance.over_top(grid / 1000 + balance.middle)]
    margins = _margins(balance, hand, way, grid / 1000 + balance.middle)
    chances = _bearing(way, margins, _shaking(balance, hand)).mean(axis=1)
    rows = zip(grid.tolist(), chances.tolist(), (1000 * margins.min(axis=1)).tolist(), strict=True)
    return [Aim(x, y, chance, margin) for (x, y), chance, margin in rows]


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


@cache
def _grid(reach: float, step: float) -> Array:
    line = np.arange(-reach, reach + step / 2, step)
    return np.array([(x, y) for x in line for y in line])


def _margins(balance: Balance, hand: Hand, way: Resting, points: Array) -> Array:
    misses = _misses(hand.name, way)
    around = (points[:, None, :] + misses[None, :, :]).reshape(-1, 2)
    shock = _CRITICAL_MARGIN[way] / 1000 * _shaking(balance, hand)
    return balance.margins(way.shape, around, shock).reshape(len(points), len(misses))


@cache
def _misses(name: str, way: Resting) -> Array:
    """Where a piece comes down, seen from where it is aimed at, in metres; all equally likely."""
    hand, random, half = HANDS[name], Random(0), HEIGHTS[way] / 2
    tremors = [hand.tremor(random) for _ in range(_SAMPLE)]
    distances = [abs(t.x / 1000 + half * sin(radians(t.tilt_y))) for t in tremors]
    steps = np.quantile(distances, (np.arange(_STEPS) + 0.5) / _STEPS)
    line = np.concatenate([-steps, steps])
    return np.array([(x, y) for x in line for y in line])


def _shaking(balance: Balance, hand: Hand) -> float:
    """How much a landing shakes a tower; calm hands shake it less."""
    return hand.tilt / _TILT * (1 + _SWAY * min(balance.height - 1, _SWAYING))


def _bearing(way: Resting, margins: Array, shaking: float) -> Array:
    """The chance of a tower so far from tipping to bear the landing."""
    limit, soft = (length / 1000 * shaking for length in (_CRITICAL_MARGIN[way], _MARGIN_SPREAD))
    chances: Array = 1 / (1 + np.exp(np.clip((limit - margins) / soft, -30, 30)))
    return chances
