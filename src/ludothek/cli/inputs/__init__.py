"""What can be typed at a game beside its decisions, and its simulated table. No rules."""

from pkgutil import resolve_name
from typing import Final, cast

from ludothek.cli.inputs.game_input import Dialog, GameInput

__all__ = ["Dialog", "GameInput", "game_input"]

_OWN: Final = {"splash": "ludothek.cli.splash.game_input:INPUT"}
_GENERIC: Final = GameInput()


def game_input(game: str) -> GameInput:
    """The input of a game; what has no input of its own gets the generic one."""
    return cast("GameInput", resolve_name(_OWN[game])) if game in _OWN else _GENERIC
