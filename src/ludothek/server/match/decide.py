"""The decision function: (match, actor, command, now) → events, or a refusal. Pure."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from ludothek.games import LudothekError
from ludothek.games.protocol import Seat
from ludothek.server.match.clocks import Tick
from ludothek.server.match.commands import (
    Actor,
    Answer,
    CallOff,
    CheckClock,
    Command,
    Computer,
    Decide,
    Hasten,
    Person,
    Place,
    Propose,
    Resign,
    Server,
    Settle,
)
from ludothek.server.match.config import SUBSTITUTE_LEVEL, Occupant, opponents
from ludothek.server.match.events import (
    CalledOff,
    Continued,
    Decided,
    Ended,
    Events,
    GivenUp,
    Hastened,
    Placed,
    Sat,
)
from ludothek.server.match.offers import answer, propose
from ludothek.server.match.position_cache import step
from ludothek.server.match.refusals import Refusal, by_the_rules, refusal
from ludothek.server.match.setup.seating import seat_somebody
from ludothek.server.match.state import Match, asks_table

Verdict = Events | Refusal


def decide(match: Match, actor: Actor, command: Command, tick: Tick) -> Verdict:
    """The events a command leads to; none where it has been carried out before."""
    if late := overdue(match, tick):
        return late if isinstance(command, CheckClock) else refusal("time-over", seat=match.to_move)
    if isinstance(command, Settle) and (refused := placed_late(match, actor, tick)):
        return refused
    verdict = _carry_out(command, match, actor)
    if match.seq >= match.caps.entries and verdict and not _ends(verdict):
        return refusal("too-many-entries", most=match.caps.entries)
    return verdict


def _ends(verdict: Verdict) -> bool:
    """Does it end the match, or go on elsewhere? That is never refused for its length."""
    if isinstance(verdict, Refusal):
        return True
    return any(isinstance(event, Ended | GivenUp | Continued) for event in verdict)


def overdue(match: Match, tick: Tick) -> Events:
    """What a clock that has run out leads to; that of a placement leads to the table first."""
    deadline = match.deadline()
    if deadline is None or tick < deadline or match.lets_go(tick):
        return ()
    return _give_up(match, match.to_move, "time")


@singledispatch
def _carry_out(command: Any, match: Match, actor: Actor) -> Verdict:
    """All that remains is about seats."""
    return seat_somebody(command, match, actor)


@_carry_out.register
def _(command: Decide, match: Match, actor: Actor) -> Verdict:
    seats = _seats(match, actor)
    if not seats:
        return refusal("not-seated")
    if taken_before(match, command, seats):
        return ()
    if refused := _cannot_act(match, seats, command.ply):
        return refused
    if command.seq is not None and command.seq < match.last_takeback:
        return refusal("stale", ply=match.ply)  # sent before it was taken back, and comes late
    if match.ply + len(command.decisions) > match.caps.plies:
        return refusal("too-long", plies=match.caps.plies)
    return _decisions(match, seats, command.decisions)


@_carry_out.register
def _(command: Settle, match: Match, actor: Actor) -> Verdict:
    if refused := cannot_place(match, actor, command.ply):
        return refused
    try:
        step(match.plan.game, match.state, command.decision)
    except LudothekError as error:
        return by_the_rules(match.plan.game, error)
    placed = Placed(
        match.to_move,
        command.spot,
        command.decision,
        command.table,
        command.versions,
        by_clock=isinstance(actor, Server),
    )
    return (placed,)


@_carry_out.register
def _(_command: Place, _match: Match, _actor: Actor) -> Verdict:
    raise TypeError("a piece is placed on the table first, which then tells what became of it")


@_carry_out.register
def _(_command: Resign, match: Match, actor: Actor) -> Verdict:
    seats = _seats(match, actor)
    if not seats:
        return refusal("not-seated")
    if match.status != "playing":
        return refusal("not-playing")
    return _give_up(match, acting_seat(match, seats), "resigned")


@_carry_out.register
def _(_command: Hasten, match: Match, actor: Actor) -> Verdict:
    seats = _seats(match, actor)
    if not seats:
        return refusal("not-seated")
    if match.status != "playing":
        return refusal("not-playing")
    left = map(match.occupant, match.game.seats_in(match.state))
    if not all(occupant and occupant.computer for occupant in left):
        return refusal("people-play-on")
    return () if match.hastened else (Hastened(seats[0]),)


@_carry_out.register
def _(_command: CheckClock, _match: Match, _actor: Actor) -> Verdict:
    return ()


@_carry_out.register
def _(_command: CallOff, match: Match, actor: Actor) -> Verdict:
    if match.over or not isinstance(actor, Server):
        return refusal("not-playing")
    reason: CalledOff = "abandoned" if match.plan.current else "old-rules"
    return (Ended((), reason, decided=False),)


@_carry_out.register
def _(command: Propose, match: Match, actor: Actor) -> Verdict:
    seats = _seats(match, actor)
    return propose(match, seats, command.what) if seats else refusal("not-seated")


@_carry_out.register
def _(command: Answer, match: Match, actor: Actor) -> Verdict:
    seats = _seats(match, actor)
    return answer(match, seats, command) if seats else refusal("not-seated")


def cannot_place(match: Match, actor: Actor, ply: int) -> Refusal | None:
    """Why somebody has no piece to let go of, or None; the house does it for any seat."""
    seats = (match.to_move,) if isinstance(actor, Server) else _seats(match, actor)
    if not seats:
        return refusal("not-seated")
    if refused := _cannot_act(match, seats, ply):
        return refused
    return None if match.placing else refusal("nothing-to-place")


def placed_late(match: Match, actor: Actor, tick: Tick) -> Refusal | None:
    """Why somebody lets go too late, or None."""
    late = match.lets_go(tick) and not isinstance(actor, Server)
    return refusal("time-over", seat=match.to_move) if late else None


def acting_seat(match: Match, seats: Sequence[Seat]) -> Seat:
    """For whom an identity with several seats speaks: the seat to decide, or its first one."""
    return match.to_move if match.to_move in seats else seats[0]


def taken_before(match: Match, command: Decide, seats: Sequence[Seat]) -> bool:
    """Was this very command carried out already? Then it was sent again, and all is well."""
    end = command.ply + len(command.decisions)
    return (
        command.ply < match.ply
        and match.texts[command.ply : end] == tuple(command.decisions)
        and all(seat in seats for seat in match.deciders[command.ply : end])
    )


def placed_before(match: Match, actor: Actor, command: Place) -> bool:
    """Was the piece let go in this very way already? Then it was sent again, and all is well."""
    return any(
        placed.ply == command.ply
        and placed.spot == command.spot
        and match.deciders[placed.ply] in _seats(match, actor)
        for placed in match.placements
    )


def _seats(match: Match, actor: Actor) -> tuple[Seat, ...]:
    match actor:
        case Person(id):
            return match.seats_of(id)
        case Computer(seat):
            occupant = match.occupant(seat)
            return (seat,) if occupant and occupant.computer else ()
        case Server():
            return ()


def _cannot_act(match: Match, seats: Sequence[Seat], ply: int) -> Refusal | None:
    if match.status != "playing":
        return refusal("not-playing")
    if ply != match.ply:
        return refusal("stale", ply=match.ply)
    if match.to_move not in seats:
        return refusal("not-your-turn", seat=match.to_move)
    return None


def _decisions(match: Match, seats: Sequence[Seat], texts: Sequence[str]) -> Verdict:
    """Decisions one after the other; each by the seat whose choice it is."""
    events: list[Decided] = []
    game, state = match.game, match.state
    for text in texts:
        seat = game.to_move(state)
        if seat not in seats and not game.outcome(state):
            return refusal("not-your-turn", seat=seat)
        if asks_table(match.plan, state):
            return refusal("table-decides")
        try:
            state = step(game.name, state, text).after
        except LudothekError as error:
            return by_the_rules(match.plan.game, error)
        if events and events[-1].seat == seat:
            events[-1] = Decided(seat, (*events[-1].decisions, text))
        else:
            events.append(Decided(seat, (text,)))
    return tuple(events)


def playable(match: Match, seats: Sequence[Seat], texts: Sequence[str]) -> Refusal | None:
    """Why these decisions cannot be taken by these seats, or None."""
    verdict = _decisions(match, seats, texts)
    return verdict if isinstance(verdict, Refusal) else None


def _give_up(match: Match, seat: Seat, reason: Any) -> Events:
    """Two sides: the other one wins. More: a computer takes the seat over, if one can."""
    others = opponents(match.plan, seat)
    given_up = GivenUp(seat, reason)
    if len(match.game.sides(match.plan.setup)) == 2 or not match.plan.for_computers:
        return given_up, Ended(others, reason)
    former = match.occupant(seat)
    remaining = [s for s in match.occupants if s and s.person and s is not former]
    if not former or not remaining:
        return given_up, Ended(others, reason)
    level = min(SUBSTITUTE_LEVEL, match.game.levels[-1])
    return given_up, Sat(seat, Occupant(former.name, level=level))  # the name of whom it plays for
