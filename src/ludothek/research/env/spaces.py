"""Gymnasium spaces of observations and actions."""

from typing import Any

import numpy as np
from gymnasium import spaces

from ludothek.research.env.match import BoardMatch, Match


def observation_space(of: Match) -> spaces.Box:
    """Planes of bytes; in Splash! a vector of numbers."""
    if isinstance(of, BoardMatch):
        high = of.spec.high
        return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    from ludothek.research.env.table_match import LENGTH, REACH

    return spaces.Box(-REACH, REACH, (LENGTH,), np.float32)


def action_space(of: Match) -> spaces.Space[Any]:
    """A number; in Splash! a piece, a face and a pose."""
    if isinstance(of, BoardMatch):
        return spaces.Discrete(of.spec.number_of_actions)
    from ludothek.research.env.table_match import FACES, HIGH, LOW, PIECES

    low, high = np.array(LOW, np.float32), np.array(HIGH, np.float32)
    return spaces.Dict(
        {
            "piece": spaces.Discrete(PIECES),
            "face": spaces.Discrete(FACES),
            "pose": spaces.Box(low, high, dtype=np.float32),
        }
    )
