"""The frames of a motion to keep, so that the way between two of them is nearly straight.

In a browser each operation on an array would be a call from Python into JavaScript; there the whole
of it is one (`web/shims/ludothek/physics/simulation/keyframes.py`), with the same result.
"""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int16]
Slack = NDArray[np.int_]


def keyframes(numbers: Numbers, slack: Slack) -> list[bytes]:
    """The rows of each piece's track, from its numbers in each frame; none where it stays."""
    return [_rows(numbers[:, piece], slack) for piece in range(numbers.shape[1])]


def _rows(numbers: Numbers, slack: Slack) -> bytes:
    if (np.abs(np.subtract(numbers, numbers[0], dtype=np.int32)) <= slack).all():
        return b""
    keys = _keys(numbers.astype(np.float64), slack)
    rows = np.column_stack([np.array(keys, dtype=np.int16), numbers[keys]])
    return rows.astype("<i2").tobytes()


def _keys(numbers: NDArray[np.float64], slack: Slack) -> list[int]:
    keys = [0]
    for end in range(2, len(numbers)):
        if not _straight(numbers[keys[-1] : end + 1], slack):
            keys.append(end - 1)
    return [*keys, len(numbers) - 1]


def _straight(way: NDArray[np.float64], slack: Slack) -> bool:
    share = np.arange(len(way))[:, None] / (len(way) - 1)
    return bool((np.abs(way - (way[0] + share * (way[-1] - way[0]))) <= slack).all())
