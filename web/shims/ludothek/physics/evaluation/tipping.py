"""Chances to bear a landing, worked out by JavaScript in one call.

It stands in for `src/ludothek/physics/evaluation/tipping.py`, whose operations on arrays would be
thousands of calls; `web/src/local/tipping.ts` does the same operations in the same order.
"""

from ludothek_table import landings as _landings


def landings(tower, points, misses, volume, shock, spread):
    """The chance to bear the landing of a piece aimed at each point, and the least margin."""
    arrays = (each.js for each in (*tower, points, misses))
    numbers = _landings(*arrays, volume, shock, spread).to_py().tolist()
    return list(zip(numbers[::2], numbers[1::2], strict=True))
