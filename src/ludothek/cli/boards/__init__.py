"""Text drawings of boards, one module per game. They contain no rules and print nothing."""

from importlib import import_module
from typing import Final, cast

from ludothek.cli.boards.board_drawing import BoardDrawing, Scene, Supply, seat_style

__all__ = ["BoardDrawing", "Scene", "Supply", "drawing", "seat_style"]

_DRAWN: Final = ("repulso", "robotory", "splash", "nexus")


def drawing(game: str) -> BoardDrawing:
    """How a game's board is drawn; a game we do not know is shown as data."""
    module = game if game in _DRAWN else "generic"
    return cast("BoardDrawing", import_module(f"ludothek.cli.boards.{module}"))
