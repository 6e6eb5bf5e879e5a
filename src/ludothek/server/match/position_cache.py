"""A cache of applied decisions and legal decisions, so that each is computed once.

It is the very state that is looked for: an equal one of another match may remember something else.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from ludothek.games import AnyGame, LudothekError, load
from ludothek.games.record import play_text

MOST: Final = 4_096  # decisions, and lists of legal ones, that are known

_steps: Final[OrderedDict[tuple[int, str], tuple[Any, Any, Any]]] = OrderedDict()
_legal: Final[OrderedDict[int, tuple[Any, Collection[str]]]] = OrderedDict()


def step(game: str, state: Any, text: str) -> tuple[Any, Any]:
    """The decision a text means and the state it leads to; raises what the rules raise.

    Who checks a decision, stores it, describes it and tries it plays it once, all together.
    """
    key = id(state), text
    if known := _steps.get(key):
        return known[1:]
    move, after = _played(load(game), state, text)
    _keep(_steps, key, (state, move, after))  # with the state its number stays taken
    return move, after


def walked(game: str, state: Any, texts: Iterable[str]) -> Iterator[None]:
    """Play decisions one after the other, as far as they are legal: then they are known."""
    for text in texts:
        try:
            state = step(game, state, text)[1]
        except LudothekError:
            return
        yield


def know_legal(state: Any, texts: Collection[str]) -> None:
    """Remember all legal decisions of a state: one of them is not checked again."""
    _keep(_legal, id(state), (state, texts))


def _played(game: AnyGame, state: Any, text: str) -> tuple[Any, Any]:
    listed = _legal.get(id(state))
    if listed and text in listed[1]:
        move = game.notation.parse_move(text)
        if not game.is_open(move):
            return move, game.apply(state, move)
    return play_text(game, state, text)


def _keep(memory: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    memory[key] = value
    if len(memory) > MOST:
        memory.popitem(last=False)
