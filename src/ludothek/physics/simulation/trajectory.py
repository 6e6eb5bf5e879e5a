"""Trajectories of moved pieces in a compact encoding: keyframes of integers, base64.

A track is a text: the base64 of rows of eight 16-bit integers, little-endian: frame (60 a second),
x, y, z in fiftieths of a millimetre, and the quaternion w, x, y, z in parts of 32,767. Between two
rows a piece moves evenly; before the first and after the last it rests.
"""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludothek.physics.simulation.keyframes import Numbers, keyframes
from ludothek.physics.simulation.stepping import Rows
from ludothek.physics.table.pieces import Piece

Track = str
Path = tuple[tuple[Piece, Track], ...]  # the moved pieces only

UNITS: Final = np.array([50_000.0] * 3 + [32_767.0] * 4)  # whole numbers in a metre, in 1
SLACK: Final = np.array([2] * 3 + [80] * 4)  # how far a piece may be from its path: 0.04 mm
LARGEST: Final = 38_000  # characters of all tracks together


def paths(pieces: Sequence[Piece], frames: Sequence[Rows]) -> Path:
    """The tracks of all pieces that moved; the coarser, the more of them there is."""
    numbers = _whole(np.stack(frames))
    slack = SLACK
    while True:
        tracks = [b64encode(rows).decode() for rows in keyframes(numbers, slack)]
        if sum(map(len, tracks)) <= LARGEST:
            return tuple((p, t) for p, t in zip(pieces, tracks, strict=True) if t)
        slack = slack * 2


def unpacked(track: Track) -> list[tuple[int, tuple[float, ...]]]:
    """The keyframes of a track: frame number, and x, y, z (metres), qw, qx, qy, qz."""
    rows = np.frombuffer(b64decode(track), "<i2").reshape(-1, 8)
    return [(int(row[0]), tuple((row[1:] / UNITS).tolist())) for row in rows]


def _whole(frames: NDArray[np.float64]) -> Numbers:
    whole: Numbers = np.clip(np.rint(frames * UNITS), -32_767, 32_767).astype(np.int16)
    return whole
