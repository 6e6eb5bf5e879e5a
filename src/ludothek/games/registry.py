"""The games by name. A third party's game joins them with `register`."""

from typing import Any

from ludothek.games.errors import BadSetup
from ludothek.games.nexus import NEXUS
from ludothek.games.protocol import Game
from ludothek.games.repulso import REPULSO
from ludothek.games.robotory import ROBOTORY
from ludothek.games.splash import SPLASH

AnyGame = Game[Any, Any]

_games: dict[str, AnyGame] = {}


def register(game: AnyGame) -> None:
    """Make a game known by its name; a name is given once.

    >>> try:
    ...     register(load("repulso"))
    ... except ValueError as error:
    ...     print(error)
    a game named 'repulso' is known already
    """
    if game.name in _games:
        raise BadSetup("game-known", f"a game named {game.name!r} is known already", game=game.name)
    _games[game.name] = game


def names() -> tuple[str, ...]:
    """The names of all games, in the order they joined.

    >>> "repulso" in names()
    True
    """
    return tuple(_games)


def load(name: str) -> AnyGame:
    """The game of that name.

    >>> load("nexus").title
    'NEXUS und Rabauken'
    """
    if name not in _games:
        registered = ", ".join(_games)
        raise BadSetup(
            "game-unknown", f"no game is named {name!r}; there are {registered}", game=name
        )
    return _games[name]


for _game in (REPULSO, ROBOTORY, SPLASH, NEXUS):
    register(_game)
