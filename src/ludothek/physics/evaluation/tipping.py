"""How far a tower is from tipping, and its chances to bear a landing, at many points at once.

The arithmetic of `static_stability` and `stability_estimate`, and nothing else. In a browser each
of its many small operations on arrays would be a call from Python into JavaScript; so there the
whole of it is one (`web/shims/ludothek/physics/evaluation/tipping.py`). Both do the same operations
on the same numbers in the same order.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludothek.physics.evaluation.static_stability import Array, Tower

_ROUNDING: Final = 1e-12  # metres, by which no distance is ever wrong
_ABSORBED: Final = 0.8  # of the shock, by any amount of weight; fitted to simulations
_STEEP: Final = 30  # beyond this a chance is nearly 0 or 1


def landings(
    tower: Tower, points: Array, misses: Array, volume: float, shock: float, spread: float
) -> list[tuple[float, float]]:
    """The chance to bear the landing of a piece aimed at each point, and the least margin.

    All misses are equally likely. A margin as large as the shock is borne half of the time.
    """
    far = _margins(tower, points, misses, volume, shock).reshape(len(points), -1)
    chances = 1 / (1 + np.exp(np.clip((shock - far) / spread, -_STEEP, _STEEP)))
    return list(zip(chances.mean(axis=1).tolist(), far.min(axis=1).tolist(), strict=True))


def _margins(tower: Tower, points: Array, misses: Array, volume: float, shock: float) -> Array:
    """The margin at each point for each miss along x and y, by points, x and y.

    Weight above a joint takes some of the shock when a piece lands; the joint is compared with
    others as if it were so much farther from tipping.
    """
    joints, rim = tower
    nx, ny, limits, weights, mx, my = joints.T
    share = volume / (weights + volume)
    rest = np.concatenate([limits - share / volume * (nx * mx + ny * my), rim[:, 2]])
    firm = np.concatenate([_ABSORBED * shock * (1 - share), np.zeros(len(rim))])
    slopes = np.concatenate([joints[:, :2] * share[:, None], rim[:, :2]])
    near = _nearest(points, misses, slopes, rest + firm)
    x, y = (slopes[near][:, axis, None, None] * (points[:, axis, None] + misses) for axis in (0, 1))
    along = x[:, :, :, None] + y[:, :, None, :]
    least: Array = (_column(rest[near]) - along + _column(firm[near])).min(axis=0)
    return least


def _nearest(points: Array, misses: Array, slopes: Array, limits: Array) -> NDArray[np.bool_]:
    """Which lines are nearest anywhere; all others lie behind one of these.

    In the smallest box around all points each line's distance has a least and a most.
    """
    low, high = points.min(axis=0) + misses.min(), points.max(axis=0) + misses.max()
    middle, half = (low + high) / 2, (high - low) / 2
    distance = limits - (slopes * middle).sum(axis=1)
    spread = (abs(slopes) * half).sum(axis=1)
    near: NDArray[np.bool_] = distance - spread <= (distance + spread).min() + _ROUNDING
    return near


def _column(values: Array) -> Array:
    return values[:, None, None, None]
