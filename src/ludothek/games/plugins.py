"""Games of other packages, found by the entry point group `ludothek.games`.

    [project.entry-points."ludothek.games"]
    nim = "ludothek_nim:NIM"

The name of the entry point is the name of the game. A plug-in that cannot be used is reported in
one line, and the others are not concerned.
"""

import logging
import re
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ludothek.games.protocol import ENGINE_LEVELS, MOST_LEVELS, Game
from ludothek.games.svg import view_box

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "ludothek.games"
MOST_SEATS: Final = 6  # at one table

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")  # it stands in addresses, records and file names

log = logging.getLogger(__name__)


class Unusable(Exception):
    """Why a plug-in cannot be used."""


@dataclass(frozen=True, slots=True)
class Plugins:
    """The games that were found, and why others cannot be used."""

    games: dict[str, Game[Any, Any]]
    broken: dict[str, str]  # name → a sentence


def installed() -> "tuple[EntryPoint, ...]":
    """The entry points of all installed packages, in an order that does not change."""
    if sys.platform == "emscripten":  # a browser, where nothing is installed
        return ()
    from importlib.metadata import entry_points  # here: our own games do not need it

    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, package(entry))))


def find(
    taken: Collection[str], entries: "Callable[[], Iterable[EntryPoint]]" = installed
) -> Plugins:
    """Load all plug-ins; names of our own games, and names that come twice, are refused."""
    plugins = Plugins({}, {})
    for entry in entries():
        try:
            plugins.games[entry.name] = _usable(entry, taken, plugins.games)
        except Unusable as error:
            sentence = f"the game {entry.name!r} of the package {package(entry)}: {error}"
            plugins.broken.setdefault(entry.name, sentence)
            log.warning("a plug-in cannot be used: %s", sentence)
    return plugins


def package(entry: "EntryPoint") -> str:
    """The package that an entry point belongs to."""
    return entry.dist.name if entry.dist else "?"


def _usable(entry: "EntryPoint", taken: Collection[str], others: Collection[str]) -> Game[Any, Any]:
    if entry.name in taken:
        raise Unusable("Ludothek has a game of that name already")
    if entry.name in others:
        raise Unusable("another package has a game of that name, too")
    return _checked(entry.name, _loaded(entry))


def _loaded(entry: "EntryPoint") -> Any:
    try:
        return entry.load()
    except Exception as error:
        raise Unusable(f"{entry.value} cannot be loaded ({_describe(error)})") from error


def _checked(name: str, game: Any) -> Game[Any, Any]:
    """The game, if it is one and its start can be shown."""
    if not isinstance(game, Game):
        raise Unusable(f"the entry point leads to {type(game).__name__}, not to a Game")
    if game.name != name:
        raise Unusable(f"the entry point has another name than the game, {game.name!r}")
    if not _NAME.fullmatch(name):
        raise Unusable("a name has small letters, digits and hyphens, at most 40")
    if not game.seat_counts or not all(1 <= seats <= MOST_SEATS for seats in game.seat_counts):
        raise Unusable(f"it is for {game.seat_counts} seats, and a table has 1 to {MOST_SEATS}")
    most = MOST_LEVELS if game.computers else ENGINE_LEVELS
    if not 1 <= len(game.levels) <= most:
        raise Unusable(
            f"it has {len(game.levels)} levels of computers, and 1 to {most} can be chosen"
        )
    try:
        for seats in game.seat_counts:
            _try_out(game, seats)
    except Unusable:
        raise
    except Exception as error:
        raise Unusable(f"its start cannot be shown ({_describe(error)})") from error
    return game


def _try_out(game: Game[Any, Any], seats: int) -> None:
    state = game.initial(seats)
    view = game.view(state, game.to_move(state))
    if not view["legal"] and not view["outcome"]:
        raise Unusable("nothing is legal at its start, and the game is not over")
    if game.parse_position(game.format_position(state)) != state:
        raise Unusable("the text of its start does not read back")
    if not view_box(game.svg(state)):
        raise Unusable("its picture is no SVG document with a viewBox")


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
