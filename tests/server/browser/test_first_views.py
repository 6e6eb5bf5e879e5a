"""What a page shows before Python has started is how the rules begin."""

from itertools import product
from typing import Any

import pytest

from ludothek.games import LudothekError, load, names
from ludothek.server.browser.first_views import OWN, first_view, first_views

FIRST_VIEWS = first_views()


def choices(game: str) -> list[dict[str, str]]:
    """All options together."""
    options = load(game).options
    values = product(*(option.values for option in options))
    return [dict(zip([option.name for option in options], each, strict=True)) for each in values]


def shown(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in OWN}


@pytest.mark.parametrize("game", names())
def test_every_start_is_shown_as_the_rules_begin_it(game: str) -> None:
    rules, start = load(game), FIRST_VIEWS[game]
    for options, seats in product(choices(game), rules.seat_counts):
        begins = start["views"][",".join(options[name] for name in start["matters"])].get(seats)
        try:
            setup = rules.setup(seats, options)
        except LudothekError:
            assert begins is None
            continue
        view = first_view(rules, seats, options)
        assert begins["dealt"] == len(rules.deal(setup, 1))
        assert bool(begins["view"]["legal"]) == (begins["dealt"] == 0)
        expected = {**view, "legal": []} if begins["dealt"] else view
        assert shown(begins["view"]) == shown(expected), (seats, options)


def test_only_options_that_change_the_start_multiply_it() -> None:
    assert {game: start["matters"] for game, start in FIRST_VIEWS.items()} == {
        "repulso": [],
        "robotory": [],
        "splash": ["draft", "teams"],
        "nexus": [],
    }


def test_every_number_of_seats_has_a_start() -> None:
    for game in names():
        usual = next(iter(FIRST_VIEWS[game]["views"].values()))
        assert tuple(usual) == load(game).seat_counts
    with pytest.raises(LudothekError):
        first_view(load("repulso"), 3, {})
