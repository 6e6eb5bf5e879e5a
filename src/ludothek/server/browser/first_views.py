"""The first view of every game, which the page shows before Python has started."""

from itertools import product
from typing import Any, Final

from ludothek.games import AnyGame, LudothekError, load, names
from ludothek.server.wire.codec import encode, parse_json
from ludothek.server.wire.views import position_view

OWN: Final = {"options", "position"}  # of a view: these name the options themselves


def first_views() -> dict[str, Any]:
    """The first view of each game by seats, for all values of the options that change it."""
    return {name: _with_options(load(name)) for name in names()}


def _with_options(game: AnyGame) -> dict[str, Any]:
    usual = {seats: first_view(game, seats, {}) for seats in game.seat_counts}
    matters = [
        option
        for option in game.options
        if any(_differs(game, usual, {option.name: value}) for value in option.values)
    ]
    chosen = [
        dict(zip([option.name for option in matters], values, strict=True))
        for values in product(*(option.values for option in matters))
    ]
    return {
        "matters": [option.name for option in matters],
        "views": {",".join(options.values()): _beginnings(game, options) for options in chosen},
    }


def _beginnings(game: AnyGame, options: dict[str, str]) -> dict[int, Any]:
    """What there is by seats; a start that is dealt is shown before that, untouchable."""
    beginnings = {}
    for seats in game.seat_counts:
        try:
            dealt = len(game.deal(game.setup(seats, options), 0))
        except LudothekError:
            continue  # there is no such start
        view = first_view(game, seats, options)
        beginnings[seats] = {"view": {**view, "legal": []} if dealt else view, "dealt": dealt}
    return beginnings


def first_view(game: AnyGame, seats: int, options: dict[str, str]) -> dict[str, Any]:
    """What the seat that begins sees, as it is sent."""
    state = game.initial(seats, options)
    view: dict[str, Any] = parse_json(encode(position_view(game, state, game.to_move(state))))
    return view


def _differs(game: AnyGame, views: dict[int, Any], options: dict[str, str]) -> bool:
    return any(_differs_for(game, seats, view, options) for seats, view in views.items())


def _differs_for(game: AnyGame, seats: int, view: dict[str, Any], options: dict[str, str]) -> bool:
    try:
        setup = game.setup(seats, options)
    except LudothekError:
        return False  # there is no such start
    other = first_view(game, seats, options)
    return bool(game.deal(setup, 0)) or any(
        view[key] != other[key] for key in view if key not in OWN
    )
