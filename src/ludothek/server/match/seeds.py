"""Seeds of a match: one secret, from which each purpose derives a seed of its own.

A derived seed leads back to nothing: who has seen a deal, or all decisions of a computer, knows
neither the match's seed nor what the table will do.
"""

from hashlib import sha256
from typing import Final

SEED_BITS: Final = 128  # of a match
_BYTES: Final = 6  # of a derived seed: as many as every engine takes


def derived(seed: int, purpose: str) -> int:
    """The seed of one purpose."""
    return int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:_BYTES])
