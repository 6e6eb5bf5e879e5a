"""Every game, seat count and non-default value of every option that learners can play."""

from collections.abc import Iterator

import pytest

from ludothek.engine.core import GAMES
from ludothek.games import load

Chosen = tuple[str, int, dict[str, str]]


def of_game(name: str) -> Iterator[Chosen]:
    """The defaults with every seat count, then each other value with the fewest seats it allows."""
    game = load(name)
    yield from ((name, seats, {}) for seats in game.seat_counts)
    seen = set()
    for seats in game.seat_counts:
        for option in game.options_for(seats):
            for value in option.values[1:]:
                if (option.name, value) not in seen and option.name != "referee":
                    seen.add((option.name, value))
                    yield name, seats, {option.name: value}


def short_id(chosen: Chosen) -> str:
    name, seats, options = chosen
    return "-".join([name, str(seats), *(f"{key}={value}" for key, value in options.items())])


def cross_section() -> Iterator[Chosen]:
    """A few of them: every seat count, and of each game one option."""
    for name in GAMES:
        setups = list(of_game(name))
        number = len(load(name).seat_counts)
        yield from setups[:number] + setups[number : number + 1]


BOARDS = [pytest.param(each, id=short_id(each)) for name in GAMES for each in of_game(name)]
TABLES = [pytest.param(each, id=short_id(each)) for each in of_game("splash")]
SOME_BOARDS = [pytest.param(each, id=short_id(each)) for each in cross_section()]
