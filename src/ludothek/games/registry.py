"""The registry of games by name: built-in games, plug-ins, and those added with `register`."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from ludothek.games import plugins
from ludothek.games.errors import BadSetup
from ludothek.games.nexus import NEXUS
from ludothek.games.protocol import Game
from ludothek.games.repulso import REPULSO
from ludothek.games.robotory import ROBOTORY
from ludothek.games.splash import SPLASH

AnyGame = Game[Any, Any]


class Registry:
    """Games by name. Plug-ins are searched for when another game than the built-in ones is needed.

    >>> from ludothek.games.robotory import ROBOTORY
    >>> Registry([ROBOTORY]).load("robotory").title
    'Robotory'
    """

    def __init__(
        self,
        built_in: Iterable[AnyGame],
        find: Callable[[Collection[str]], plugins.Plugins] = plugins.find,
    ) -> None:
        self._games = {game.name: game for game in built_in}
        self._built_in = frozenset(self._games)
        self._find = find
        self._broken: dict[str, str] | None = None  # plug-ins; None: not looked for yet

    def register(self, game: AnyGame) -> None:
        """Make a game known by its name in this process; a name is given once."""
        if game.name in self.names():
            sentence = f"a game named {game.name!r} is known already"
            raise BadSetup("game-known", sentence, game=game.name)
        self._games[game.name] = game

    def is_built_in(self, name: str) -> bool:
        """Is it one of our own games?"""
        return name in self._built_in

    def built_in_names(self) -> tuple[str, ...]:
        """The names of our own games."""
        return tuple(name for name in self._games if name in self._built_in)

    def names(self) -> tuple[str, ...]:
        """The names of all games: our own, then plug-ins, then those that were registered."""
        self._plug_in()
        return tuple(self._games)

    def load(self, name: str) -> AnyGame:
        """The game of that name."""
        broken = {} if name in self._games else self._plug_in()
        if name in self._games:
            return self._games[name]
        if name in broken:
            raise BadSetup("game-broken", f"a plug-in cannot be used: {broken[name]}", game=name)
        names = ", ".join(self._games)
        raise BadSetup("game-unknown", f"no game is named {name!r}; there are {names}", game=name)

    def _plug_in(self) -> dict[str, str]:
        if self._broken is None:
            discovered = self._find(tuple(self._games))
            self._games.update(discovered.games)
            self._broken = discovered.broken
        return self._broken


_REGISTRY: Final = Registry((REPULSO, ROBOTORY, SPLASH, NEXUS))


def register(game: AnyGame) -> None:
    """Make a game known by its name in this process; a name is given once.

    >>> try:
    ...     register(load("repulso"))
    ... except ValueError as error:
    ...     print(error)
    a game named 'repulso' is known already
    """
    _REGISTRY.register(game)


def names() -> tuple[str, ...]:
    """The names of all games: our own, then plug-ins, then those that were registered.

    >>> "repulso" in names()
    True
    """
    return _REGISTRY.names()


def load(name: str) -> AnyGame:
    """The game of that name.

    >>> load("nexus").title
    'NEXUS und Rabauken'
    """
    return _REGISTRY.load(name)


def is_built_in(name: str) -> bool:
    """Is it one of the games that come with Ludothek? The page has boards and words for these.

    >>> is_built_in("robotory")
    True
    """
    return _REGISTRY.is_built_in(name)


def built_in_names() -> tuple[str, ...]:
    """The names of the games that come with Ludothek.

    >>> built_in_names()
    ('repulso', 'robotory', 'splash', 'nexus')
    """
    return _REGISTRY.built_in_names()
