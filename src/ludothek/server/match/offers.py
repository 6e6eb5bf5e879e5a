"""Offers between players: a draw, a takeback, a rematch. Pure."""

from collections.abc import Sequence

from ludothek.games.protocol import Seat
from ludothek.server.match.commands import Answer
from ludothek.server.match.events import (
    UNNAMED,
    Agreed,
    Continued,
    Declined,
    Ended,
    Event,
    Events,
    Offered,
    OfferKind,
    TakenBack,
)
from ludothek.server.match.refusals import Refusal, refusal
from ludothek.server.match.state import Match, Offer


def propose(match: Match, seats: Sequence[Seat], what: OfferKind) -> Events | Refusal:
    """Offer something; where nobody else has to agree, it is done at once."""
    if refused := _cannot_propose(match, seats, what):
        return refused
    seat = match.to_move if match.to_move in seats else seats[0]
    if match.offer(what) or (what, seat) in match.declined:
        return refusal("offered")
    if _yet_to_agree(match, seats):
        return (Offered(seat, what),)
    return (Offered(seat, what), *_consequence(match, Offer(what, (seat,))))


def answer(match: Match, seats: Sequence[Seat], command: Answer) -> Events | Refusal:
    """Agree to an offer, decline it, or take the own one back."""
    offer = match.offer(command.what)
    if not offer:
        return refusal("no-offer")
    if not command.accept:
        return (Declined(seats[0], command.what),)
    missing = set(_yet_to_agree(match, offer.agreed))
    agreeing = [seat for seat in seats if seat in missing]
    if not agreeing:
        return refusal("agreed-already")
    events: list[Event] = [Agreed(seat, command.what) for seat in agreeing]
    if missing.issubset(agreeing):
        events.extend(_consequence(match, offer))
    return tuple(events)


def taken_back_to(match: Match, seats: Sequence[Seat]) -> int | None:
    """The ply at which the last stretch of decisions by these seats began."""
    own = [ply for ply in range(match.settled, match.ply) if match.deciders[ply] in seats]
    if not own:
        return None
    ply = own[-1]
    while ply > match.settled and match.deciders[ply - 1] == match.deciders[own[-1]]:
        ply -= 1
    return ply


def _cannot_propose(match: Match, seats: Sequence[Seat], what: OfferKind) -> Refusal | None:
    if what == "rematch":
        return _cannot_rematch(match)
    if match.status != "playing":
        return refusal("not-playing")
    if what == "draw":
        return refusal("computer-declines") if _only_computers(match, seats) else None
    if not match.plan.takebacks:
        return refusal("no-takebacks")
    if match.taken_back >= match.caps.takebacks:
        return refusal("too-many-takebacks", most=match.caps.takebacks)
    if taken_back_to(match, seats) is None:
        return refusal("nothing-to-take-back")
    return None


def _cannot_rematch(match: Match) -> Refusal | None:
    if match.next:
        return refusal("rematched")
    if not match.over:
        return refusal("not-over")
    if not all(occupant and (occupant.person or occupant.level) for occupant in match.occupants):
        return refusal("no-rematch")
    return None


def _only_computers(match: Match, seats: Sequence[Seat]) -> bool:
    others = [s for seat, s in enumerate(match.occupants, 1) if seat not in seats]
    return bool(others) and all(occupant and occupant.computer for occupant in others)


def _yet_to_agree(match: Match, agreed: Sequence[Seat]) -> list[Seat]:
    """The seats that have yet to agree: those of all other people, once for each of them."""
    people = {occupant.person for seat in agreed if (occupant := match.occupant(seat))}
    return [
        seat
        for seat, occupant in enumerate(match.occupants, 1)
        if occupant and occupant.person and occupant.person not in people
    ]


def _consequence(match: Match, offer: Offer) -> Events:
    if offer.what == "draw":
        return (Ended((), "agreed"),)
    if offer.what == "rematch":
        return (Continued(UNNAMED),)
    first = match.occupant(offer.agreed[0])
    seats = match.seats_of(first.person) if first else ()
    ply = taken_back_to(match, seats)
    return () if ply is None else (TakenBack(ply),)
