"""Random games stepped in the Python rules and in the core at once, compared at every decision.

    python -m tests.engine.lockstep 1000000 [SEED]

compares that many decisions of every game, seat count and combination of options. Purely random
games see little of what rules are about, so each game is played with a taste of its own: some
kinds of decisions are taken gladly, some seldom, and some players have habits, which makes
positions repeat.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, Final
from zlib import crc32

from ludothek.engine import core
from ludothek.games import AnyGame, Setup, load

Taste = Callable[[list[str]], str]  # picks one of the legal decisions

LONGEST: Final = 1500  # decisions of one game


def setups(game: AnyGame) -> Iterator[Setup]:
    """Every seat count with every combination of options."""
    names = [option.name for option in game.options]
    for seats in game.seat_counts:
        for values in product(*(option.values for option in game.options)):
            yield game.setup(seats, dict(zip(names, values, strict=True)))


def every_setup() -> list[tuple[str, Setup]]:
    """Every game the core knows, in every setup."""
    return [(name, setup) for name in core.GAMES for setup in setups(load(name))]


def compare(game: AnyGame, state: Any, play: core.Play) -> list[str]:
    """Assert that both see the same position; the texts of its legal decisions."""
    where = game.format_position(state)
    legal = sorted(game.legal_texts(state))
    assert sorted(play.texts()) == legal, where
    assert play.position == game.notation.format_state(state)
    outcome = game.outcome(state)
    assert play.outcome == (outcome and (outcome.winners, outcome.reason)), where
    assert play.seat == game.to_move(state), where
    assert play.over == (not legal), where
    return legal


def reread(game: AnyGame, state: Any, legal: list[str]) -> None:
    """Assert that the core reads a position text as the rules do."""
    again = core.resume(game.name, game.format_position(state))
    assert again.position == game.notation.format_state(state)
    assert sorted(again.texts()) == legal


def kind(text: str) -> str:
    """The symbols in a decision's text: decisions of different kinds differ in them."""
    return "".join(symbol for symbol in "@>!+*xsWBR" if symbol in text)


def taste(random: Random) -> Taste:
    """A way to choose."""
    if random.random() < 0.25:
        return random.choice
    likings: dict[str, float] = {}
    habit = random.choice([0.0, 0.5, 0.97])
    salt = random.random()

    def choose(legal: list[str]) -> str:
        kinds: dict[str, list[str]] = {}
        for text in legal:
            kinds.setdefault(kind(text), []).append(text)
        for each in kinds:
            likings.setdefault(each, random.choice([0.001, 0.1, 1]))
        liked = random.choices(list(kinds), [likings[each] for each in kinds])[0]
        if random.random() < habit:
            return min(kinds[liked], key=lambda text: crc32(f"{salt}{text}".encode()))
        return random.choice(kinds[liked])

    return choose


def one_game(game: AnyGame, setup: Setup, random: Random, longest: int) -> int:
    """Step one game in both, to its end or until it gets long; how many decisions it took."""
    state, play = game.start(setup), core.begin(game.name, setup.seats, dict(setup.options))
    choose, decisions = taste(random), 0
    while (legal := compare(game, state, play)) and decisions < longest:
        if random.random() < 0.1:
            reread(game, state, legal)
        move = choose(legal)
        state = game.apply(state, game.notation.parse_move(move))
        core.advance(play, move)
        decisions += 1
    return decisions


def decisions(name: str, setup: Setup, number: int, seed: int, longest: int = LONGEST) -> int:
    """Step games until at least that many decisions were compared."""
    game, random, done = load(name), Random(f"{seed} {name} {setup}"), 0
    while done < number:
        done += one_game(game, setup, random, longest)
    return done


def main(number: int, seed: int = 0) -> None:
    """Compare every game in every setup."""
    for name, setup in every_setup():
        done = decisions(name, setup, number, seed)
        options = " ".join(f"{option}={value}" for option, value in setup.options)
        print(f"{name} {setup.seats} {options}: {done} decisions agree", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
