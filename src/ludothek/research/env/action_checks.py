"""Validation of actions that a learner passes in."""

from typing import Any

import numpy as np


def illegal(number: int) -> str:
    """What is said of an action that is not legal."""
    return f"action {number} is not legal here; the mask says which are"


def whole(action: Any, below: int) -> int:
    """An action as a number; what is none, or more than one, is refused.

    >>> whole(np.array([3, 4]), 216)
    Traceback (most recent call last):
    TypeError: an action is one whole number below 216, not array([3, 4])
    """
    number = np.asarray(action)
    if number.size != 1 or not np.issubdtype(number.dtype, np.integer):
        raise TypeError(f"an action is one whole number below {below}, not {action!r}")
    return int(number.item())
