"""The rules of the games: pure functions over frozen states, standard library only.

No I/O, no clock, no global randomness, and no computer players.
"""

from ludothek.games.errors import (
    BadSetup,
    IllegalMove,
    LudothekError,
    UnreadableMove,
    UnreadablePosition,
)
from ludothek.games.protocol import Former, Game, Option, Outcome, Setup
from ludothek.games.registry import AnyGame, built_in_names, is_built_in, load, names, register

__all__ = [
    "AnyGame",
    "BadSetup",
    "Former",
    "Game",
    "IllegalMove",
    "LudothekError",
    "Option",
    "Outcome",
    "Setup",
    "UnreadableMove",
    "UnreadablePosition",
    "built_in_names",
    "is_built_in",
    "load",
    "names",
    "register",
]
