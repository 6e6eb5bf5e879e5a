"""The first view of every game, which the page shows before Python has started."""

from typing import Any, Final

from ludothek.games import AnyGame, LudothekError, load, names
from ludothek.server.wire.codec import encode, parse_json
from ludothek.server.wire.views import position_view

OWN: Final = {"options", "position"}  # of a view: these name the options themselves


def first_views() -> dict[str, Any]:
    """The first view of each game by seats, and the options under which it is another one."""
    return {name: _with_options(load(name)) for name in names()}


def _with_options(game: AnyGame) -> dict[str, Any]:
    views = {seats: first_view(game, seats, {}) for seats in game.seat_counts}
    matters = [
        option.name
        for option in game.options
        if any(_differs(game, views, {option.name: value}) for value in option.values)
    ]
    return {"views": views, "matters": matters}


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
