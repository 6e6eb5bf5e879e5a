"""The errors of the games layer.

Each carries a `code` and `params`, so that a front end can say it in any language, and reads as
one English sentence when printed.
"""

from collections.abc import Mapping

Param = str | int


class LudothekError(ValueError):
    """Something a user gave us cannot be taken; nothing was changed.

    >>> from ludothek.games import load
    >>> try:
    ...     load("chess")
    ... except LudothekError as error:
    ...     error.code
    'game-unknown'
    """

    def __init__(self, code: str, sentence: str, **params: Param) -> None:
        super().__init__(sentence)
        self.code = code
        self.params: Mapping[str, Param] = params


class BadSetup(LudothekError):
    """An unknown game, a seat count it is not played with, an unknown option or value.

    >>> from ludothek.games import load
    >>> load("robotory").initial(3)
    Traceback (most recent call last):
    ludothek.games.errors.BadSetup: Robotory is played with 2 seats, not 3
    """


class IllegalMove(LudothekError):
    """What may not be decided in this position: anything but its legal decisions.

    >>> from ludothek.games import load
    >>> game = load("robotory")
    >>> try:
    ...     game.play(game.initial(), "stop")
    ... except IllegalMove as error:
    ...     error.code
    'not-moving'
    """

    def __init__(self, code: str, sentence: str, position: str = "", **params: Param) -> None:
        super().__init__(code, sentence, **params)
        self.position = position  # empty where a text was only read


class UnreadableMove(IllegalMove):
    """A text that is no decision of the game, whatever the position.

    >>> from ludothek.games import load
    >>> try:
    ...     load("robotory").notation.parse_move("e2e4")
    ... except UnreadableMove as error:
    ...     error.code
    'move'
    """


class UnreadablePosition(LudothekError):
    """A text that is no position of the game.

    >>> from ludothek.games import load
    >>> try:
    ...     load("robotory").parse_position("4/4")
    ... except UnreadablePosition as error:
    ...     error.code
    'position'
    """
