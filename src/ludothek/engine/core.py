"""The typed interface of the compiled core: games in progress.

>>> play = begin("robotory")
>>> play.legal()[:3], play.texts()[:3]
((0, 1, 2), ['w@a1', 'w@a2', 'w@a3'])
>>> advance(play, "w@a1")
>>> play.seat, play.over
(2, False)

Decisions are numbers, the same in a `Play` as in a `Batch`: `play.legal()` lists them, `format`
gives the text of a legal one, `parse` the legal one of a text (or None). The rules in
`ludothek.games` stay the authority: a position text is read by them first.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from ludothek.engine import _core
from ludothek.engine._core import Play, Stop
from ludothek.games import AnyGame, BadSetup, IllegalMove, Setup, load

__all__ = ["GAMES", "Play", "Stop", "advance", "begin", "resume"]

GAMES: Final = ("repulso", "robotory", "nexus")  # that the core knows


def begin(game: str, seats: int = 2, options: Mapping[str, str] | None = None) -> Play:
    """A game before its first decision.

    >>> begin("nexus", 3, {"jump": "line"}).seats
    3
    """
    rules = rules_of(game)
    setup = rules.setup(seats, options)
    return _core.begin(game, setup.seats, option_numbers(rules, setup))


def resume(game: str, position: str, moves: Iterable[str] = ()) -> Play:
    """A game that stands at a position text, after some more decisions.

    >>> position = begin("robotory").position
    >>> resume("robotory", position, ["w@a1"]).seat
    2
    """
    rules = rules_of(game)
    state = rules.parse_position(position)
    numbers = option_numbers(rules, state.setup)
    play = _core.resume(game, state.setup.seats, numbers, rules.notation.format_state(state))
    for move in moves:
        advance(play, move)
    return play


def advance(play: Play, move: str) -> None:
    """Carry out one decision, given as its text.

    >>> play = begin("robotory")
    >>> advance(play, "w@a1")
    >>> play.seat
    2
    """
    action = play.parse(move)
    if action is None:
        sentence = f"{move!r} is not a legal decision here"
        raise IllegalMove("illegal", sentence, play.position, move=move)
    play.apply(action)


def rules_of(game: str) -> AnyGame:
    """The rules of a game the core knows."""
    if game not in GAMES:
        known = ", ".join(GAMES)
        raise BadSetup("core-unknown", f"the engine plays {known}, not {game!r}", game=game)
    return load(game)


def option_numbers(rules: AnyGame, setup: Setup) -> list[int]:
    """The value of each option by its place in the game's list."""
    if setup.rules:
        raise BadSetup(
            "core-rules",
            f"the engine plays {rules.title} by version {rules.version} of the rules, "
            f"not by version {setup.rules}",
            version=setup.rules,
        )
    return [option.values.index(setup[option.name]) for option in rules.options]
