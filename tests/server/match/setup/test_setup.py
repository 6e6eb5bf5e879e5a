"""Who begins a new match: drawn from its own seed and kept with it, or as its seats are listed."""

from dataclasses import replace
from typing import Any

import pytest

from ludothek.games.first_player import drawn
from ludothek.server.match.commands import Person
from ludothek.server.match.config import Starter
from ludothek.server.match.events import Created
from ludothek.server.match.setup.new_match import check_setup
from ludothek.server.match.setup.seating import set_up
from ludothek.server.wire.models import NewMatch, NewSeat

ADA = Person("ada", "Ada")
NAMES = ("Ada", "Bo", "Cy")


def created(seed: int, starter: Starter | None = None) -> Created:
    """The first event of a match between three people on one device."""
    seats = [NewSeat(kind="here", name=name) for name in NAMES]
    new = NewMatch(game="nexus", seats=seats)
    checked = check_setup(replace(new, starter=starter or new.starter), ADA, seed)
    event = set_up(checked.plan, checked.occupants, ADA.id, seed)[0]
    assert isinstance(event, Created)
    return event


def seated(event: Created) -> tuple[str, ...]:
    return tuple(occupant.name for occupant in event.occupants if occupant)


def test_seats_stay_as_they_are_listed_unless_a_draw_is_wished_for() -> None:
    assert {seated(created(seed)) for seed in range(20)} == {NAMES}
    assert {seated(created(seed, "fixed")) for seed in range(20)} == {NAMES}


@pytest.mark.parametrize("starter", ["random", "loser"])
def test_a_draw_lets_everybody_begin_and_keeps_the_order_round_the_table(starter: Starter) -> None:
    orders = {seated(created(seed, starter)) for seed in range(40)}
    assert orders == {("Ada", "Bo", "Cy"), ("Bo", "Cy", "Ada"), ("Cy", "Ada", "Bo")}


def test_what_was_drawn_is_stored_with_the_seed_that_drew_it() -> None:
    for seed in range(20):
        event = created(seed, "random")
        assert event.plan.starter == "random"
        assert seated(event)[0] == NAMES[drawn(3, event.seed) - 1]


@pytest.mark.parametrize(
    ("kinds", "wish", "hints"),
    [
        (("me", "computer"), None, True),
        (("me", "open"), None, False),
        (("me", "here"), None, False),
        (("me", "open"), True, True),
        (("me", "computer"), False, False),
    ],
)
def test_between_people_there_are_hints_only_if_they_are_wished_for(
    kinds: tuple[Any, ...], wish: bool | None, hints: bool
) -> None:
    seats = [NewSeat(kind=kind, level=1 if kind == "computer" else None) for kind in kinds]
    seats = [replace(seat, name="Bo") if seat.kind == "here" else seat for seat in seats]
    new = NewMatch(game="repulso", seats=seats, hints=wish)
    assert check_setup(new, ADA, 1).plan.hints is hints
