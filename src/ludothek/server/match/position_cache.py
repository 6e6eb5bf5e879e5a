"""A cache of applied decisions and legal decisions, so that each is computed once.

It is the very state that is looked for: an equal one of another match may remember something else.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, NamedTuple

from ludothek.games import AnyGame, LudothekError, load
from ludothek.games.protocol import Event
from ludothek.games.record import play_text

MOST: Final = 4_096  # decisions, and lists of legal ones, that are known


class Step(NamedTuple):
    """An applied decision."""

    move: Any
    after: Any  # the state it leads to
    log: tuple[Event, ...] | None = None  # what happened, where the rules have written it down


_steps: Final[OrderedDict[tuple[int, str], tuple[Any, Step]]] = OrderedDict()
_legal: Final[OrderedDict[int, tuple[Any, Collection[str]]]] = OrderedDict()


def step(game: str, state: Any, text: str) -> Step:
    """The decision a text means and the state it leads to; raises what the rules raise.

    Who checks a decision, stores it, describes it and tries it plays it once, all together.
    """
    key = id(state), text
    if known := _steps.get(key):
        return known[1]
    played = _played(load(game), state, text)
    _keep(_steps, key, (state, played))  # with the state its number stays taken
    return played


def walked(game: str, state: Any, texts: Iterable[str]) -> Iterator[None]:
    """Play decisions one after the other, as far as they are legal: then they are known."""
    for text in texts:
        try:
            state = step(game, state, text).after
        except LudothekError:
            return
        yield


def know_legal(state: Any, texts: Collection[str]) -> None:
    """Remember all legal decisions of a state: one of them is not checked again."""
    _keep(_legal, id(state), (state, texts))


def _played(game: AnyGame, state: Any, text: str) -> Step:
    listed = _legal.get(id(state))
    if listed and text in listed[1]:
        move = game.notation.parse_move(text)
        if not game.is_open(move):
            return _applied(game, state, move)
    return Step(*play_text(game, state, text))


def _applied(game: AnyGame, state: Any, move: Any) -> Step:
    if game.apply_logged:
        return Step(move, *game.apply_logged(state, move))
    return Step(move, game.apply(state, move))


def _keep(memory: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    memory[key] = value
    if len(memory) > MOST:
        memory.popitem(last=False)
