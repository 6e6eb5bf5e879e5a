"""The errors of the games layer.

Each carries a `code` and `params`, so that a front end can say it in any language, and reads as
one English sentence when printed.
"""

from collections.abc import Mapping

Param = str | int


class LudothekError(ValueError):
    """Something a user gave us cannot be taken; nothing was changed."""

    def __init__(self, code: str, sentence: str, **params: Param) -> None:
        super().__init__(sentence)
        self.code = code
        self.params: Mapping[str, Param] = params


class BadSetup(LudothekError):
    """An unknown game, a seat count it is not played with, an unknown option or value."""


class IllegalMove(LudothekError):
    """What may not be decided in this position: anything but its legal decisions."""

    def __init__(self, code: str, sentence: str, position: str = "", **params: Param) -> None:
        super().__init__(code, sentence, **params)
        self.position = position  # empty where a text was only read


class UnreadableMove(IllegalMove):
    """A text that is no decision of the game, whatever the position."""


class UnreadablePosition(LudothekError):
    """A text that is no position of the game."""
