"""How often a piece stands on another, as `python -m bench.splash_chances` found on low towers.

What people know by experience: a plate on a large cube is safe, a cube on a standing stick is not.
It says nothing about the tower below; for that a player has to try.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Final

from ludothek.physics.player.resting import Resting

Table = dict[Resting, dict[Resting, float]]  # below, above

FILE: Final = "chances.json"


def chance(hand: str, below: Resting | None, above: Resting) -> float:
    """The chance to stand; a base always does."""
    return _tables()[hand][below][above] if below else 1.0


def named(way: Resting) -> str:
    """As in the file: `T standing`."""
    return f"{way.shape} {way.face}"


@cache
def _tables() -> dict[str, Table]:
    data = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return {
        hand: {
            _read(below): {_read(above): share for above, share in row.items()}
            for below, row in table.items()
        }
        for hand, table in data.items()
    }


def _read(name: str) -> Resting:
    shape, _, face = name.partition(" ")
    return Resting(shape, face)
