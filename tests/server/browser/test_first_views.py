"""What a page shows before Python has started is how the rules begin."""

from itertools import product
from typing import Any

import pytest

from ludothek.games import LudothekError, load, names
from ludothek.server.browser.first_views import OWN, first_view, first_views

FIRST_VIEWS = first_views()


def choices(game: str) -> list[dict[str, str]]:
    """All options together, but for those of which only Python knows how they begin."""
    free = [
        option for option in load(game).options if option.name not in FIRST_VIEWS[game]["matters"]
    ]
    values = product(*(option.values for option in free))
    return [dict(zip([option.name for option in free], each, strict=True)) for each in values]


def shown(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in OWN}


@pytest.mark.parametrize("game", names())
def test_options_that_do_not_matter_leave_the_start_as_it_is(game: str) -> None:
    rules = load(game)
    for seats, view in FIRST_VIEWS[game]["views"].items():
        assert view["legal"]
        for options in choices(game):
            assert not rules.deal(rules.setup(seats, options), 1)
            assert shown(first_view(rules, seats, options)) == shown(view), (seats, options)


def test_a_start_that_is_dealt_or_looks_otherwise_is_left_to_python() -> None:
    assert {game: start["matters"] for game, start in FIRST_VIEWS.items()} == {
        "repulso": [],
        "robotory": [],
        "splash": ["draft", "teams"],
        "nexus": [],
    }


def test_every_number_of_seats_has_a_start() -> None:
    for game in names():
        assert tuple(FIRST_VIEWS[game]["views"]) == load(game).seat_counts
    with pytest.raises(LudothekError):
        first_view(load("repulso"), 3, {})
