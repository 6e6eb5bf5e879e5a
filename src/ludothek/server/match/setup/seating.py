"""Seating: joining, leaving, links, rematches. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludothek.games.first_player import turned
from ludothek.games.protocol import Seat
from ludothek.server.match.commands import Accept, Actor, Join, Leave, MakeLink, Person
from ludothek.server.match.config import Occupant, Plan
from ludothek.server.match.events import (
    Continued,
    Created,
    Dealt,
    Ended,
    Event,
    Events,
    Left,
    Linked,
    Sat,
    Started,
)
from ludothek.server.match.refusals import Refusal, refusal
from ludothek.server.match.seeds import derived
from ludothek.server.match.state import Match, loser


def set_up(
    plan: Plan,
    occupants: Sequence[Occupant | None],
    owner: str,
    seed: int,
    previous: str | None = None,
) -> Events:
    """The events of a new match; it starts at once when nobody is missing."""
    created = Created(owner, plan, tuple(occupants), seed, previous)
    return (created, *(_start(plan, seed) if all(occupants) else ()))


def named(events: Events, match_id: str) -> Events:
    """The same with a name for the rematch, if there is one: names are by chance, from outside.

    Nothing that others see is computed from a match's seed, or could be computed back.
    """
    last = events[-1] if events else None
    return (*events[:-1], Continued(match_id)) if isinstance(last, Continued) else events


def rematch(match: Match, seed: int) -> Events:
    """The first events of the match that follows."""
    first = (loser(match) if match.plan.starter == "loser" else None) or 2
    plan = replace(match.plan, rules=match.game.version, start=None, table=None)
    return set_up(plan, turned(match.occupants, first), match.owner, seed, previous=match.id)


def seat_somebody(command: Any, match: Match, actor: Actor) -> Events | Refusal:
    """Join, accept a link, leave, or make a link."""
    if not isinstance(actor, Person):
        return refusal("not-seated")
    match command:
        case Join(seat=seat):
            return _join(match, actor, seat)
        case Accept(seat, number):
            return _accept(match, actor, seat, number)
        case Leave():
            return _leave(match, actor)
        case MakeLink(seat):
            return _make_link(match, actor, seat)
    raise TypeError(f"{command} is no command")


def _join(match: Match, actor: Person, seat: Seat | None) -> Events | Refusal:
    if not match.plan.public:
        return refusal("private")
    if refused := _cannot_sit(match, actor):
        return refused
    return _sit(match, actor, seat or match.open_seats()[0])


def _accept(match: Match, actor: Person, seat: Seat, number: int) -> Events | Refusal:
    made, occupant = match.links[seat - 1], match.occupant(seat)
    if occupant and occupant.person == actor.id and made == number + 1:
        return ()
    if occupant or made != number:
        return refusal("link-used")
    return _cannot_sit(match, actor) or _sit(match, actor, seat, linked=True)


def _cannot_sit(match: Match, actor: Person) -> Refusal | None:
    if match.status == "abandoned":
        return refusal("not-open")
    if match.seats_of(actor.id):
        return refusal("seated")
    if not match.open_seats():
        return refusal("full")
    return None


def _sit(match: Match, actor: Person, seat: Seat, *, linked: bool = False) -> Events | Refusal:
    """Take a seat; a used link is followed by a new number, so that it is worth nothing later."""
    if not 1 <= seat <= match.plan.seats:
        return refusal("no-seat", seat=seat)
    if match.occupant(seat):
        return refusal("seat-taken", seat=seat)
    events: list[Event] = [Sat(seat, Occupant(actor.name, actor.id))]
    if match.open_seats() == (seat,):
        events.extend(_start(match.plan, match.seed))
    return (*events, Linked(seat)) if linked else tuple(events)


def _start(plan: Plan, seed: int) -> Events:
    """From a position of somebody's own nothing is dealt any more."""
    dealt = () if plan.start else plan.load_game().deal(plan.setup, derived(seed, "deal"))
    return (Started(), Dealt(tuple(map(str, dealt)))) if dealt else (Started(),)


def _leave(match: Match, actor: Person) -> Events | Refusal:
    if match.status != "open":
        return refusal("not-open")
    if match.owner == actor.id:
        return (Ended((), "abandoned", decided=False),)
    seats = match.seats_of(actor.id)
    return tuple(map(Left, seats)) if seats else refusal("not-seated")


def _make_link(match: Match, actor: Person, seat: Seat) -> Events | Refusal:
    if match.owner != actor.id:
        return refusal("not-owner")
    if not 1 <= seat <= match.plan.seats:
        return refusal("no-seat", seat=seat)
    if match.status != "open" or match.occupant(seat):
        return refusal("seat-taken", seat=seat)
    return (Linked(seat),)
