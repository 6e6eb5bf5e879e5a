"""Reasons why a decision is illegal: codes and sentences."""

from typing import Final

from ludothek.games.protocol import Reason, Seat, Setup, because
from ludothek.games.splash.pieces import (
    MATCHING,
    NAMES,
    Marks,
    Piece,
    Pieces,
    Stacks,
    bits,
    members,
)
from ludothek.games.splash.rules import KEPT, givable, highest, may_be_at_fault
from ludothek.games.splash.state import (
    Base,
    Bump,
    Choosing,
    Drafting,
    Falls,
    FallsSomehow,
    Fault,
    Give,
    Giving,
    Keep,
    Keeping,
    Move,
    Over,
    Placing,
    Report,
    Stands,
    State,
    Take,
)

REASONS: Final = {
    "over": "the game is over",
    "draft-now": "p{seat} is to take a piece from the pool",
    "give-now": "p{seat} is to give a piece",
    "place-now": "p{seat} is to place {piece}: report whether it stands or falls",
    "base-now": "p{seat} is to choose the new tower",
    "keep-now": "p{seat} is to choose the three pieces to keep",
    "not-in-pool": "{piece} is no longer in the pool",
    "no-such-seat": "there is no p{seat} in this game",
    "not-owned": "p{seat} does not own {piece}",
    "own-source": "p{seat} is the giver: a piece of the own stock is given without naming a seat",
    "first-own": "the first piece comes from the giver's own stock",
    "own-match": "you own a matching piece: {pieces}",
    "must-take": "you own no match for {top}, so take one from another seat: {pieces}",
    "no-match": "{piece} matches neither shape nor colour of the top piece {top}",
    "own-first": "nobody owns a match for {top}, so give a piece of your own",
    "base-stands": "the base always stands",
    "falls-open": "falls:? stands for every way to fall; report the stacks, as in falls:Lr.Sg^|Po",
    "missing": "pieces missing from the report: {pieces}",
    "not-fallen": "pieces that cannot have fallen: {pieces}",
    "twice": "named more than once: {pieces}",
    "one-stack": "a fall leaves at least two stacks",
    "stack-order": "stacks are sorted by their bottom pieces: {pieces}",
    "unmarked": "every stack that reaches highest ends with ^, as in falls:Lr.Sg^|Po",
    "single-marked": "a single piece is never marked as highest: {pieces}",
    "marked": "by version 1 of the rules most pieces make the highest stack, and none is marked",
    "no-bottom": "no stack has {piece} at the bottom",
    "not-highest": "the stack on {piece} is not highest; choose one on {pieces}",
    "keep-three": "keep exactly three pieces",
    "not-loose": "pieces that do not lie beside the tower: {pieces}",
    "keep-order": "the pieces to keep are sorted: {pieces}",
    "no-referee": "incidents are reported only in games with referee=yes",
    "low-tower": "an incident needs a tower of at least two pieces",
    "placing": "p{seat} is just placing: report stands or falls",
}


def refusal(state: State, move: Move) -> Reason | None:
    """Why a decision is not legal here, or None."""
    match state.phase, move:
        case Over(), _:
            return because("over")
        case ((Giving() | Placing()), (Bump() | Fault())):
            return _refuse_incident(state, move)
        case Drafting(), Take(piece):
            gone = not state.pool >> piece & 1
            return because("not-in-pool", piece=NAMES[piece]) if gone else None
        case Giving(seat), Give():
            return refuse_give(state, seat, move)
        case Placing(piece=piece), (Stands() | Falls() | FallsSomehow()):
            return _refuse_outcome(state, piece, move)
        case Choosing() as choosing, Base(piece):
            return _refuse_base(choosing, piece)
        case Keeping(loose=loose), Keep(pieces):
            return _refuse_keep(loose, pieces)
        case _:
            return _expected(state)


def refuse_give(state: State, giver: Seat, move: Give) -> Reason | None:
    """3.1, 3.3 to 3.6: why a piece may not be given."""
    owner = move.source or giver
    if owner > state.setup.seats:
        return because("no-such-seat", seat=owner)
    if move.source == giver:
        return because("own-source", seat=giver)
    if not state.stocks[owner - 1] >> move.piece & 1:
        return because("not-owned", seat=owner, piece=NAMES[move.piece])
    for source, pieces in givable(state, giver):
        if source == move.source and pieces >> move.piece & 1:
            return None
    return _refuse_choice(state, giver, move)


def _refuse_choice(state: State, giver: Seat, move: Give) -> Reason:
    """The giver could give this piece, if others did not come first."""
    if not state.tower:
        return because("first-own")
    top = state.tower[-1]
    own = state.stocks[giver - 1] & MATCHING[top]
    if move.source and own:
        return because("own-match", pieces=_names(own))
    if move.source and not any(stock & MATCHING[top] for stock in state.stocks):
        return because("own-first", top=NAMES[top])
    if not move.source and not own:
        offers = [
            f"{NAMES[piece]}<{seat}"
            for seat, pieces in givable(state, giver)
            for piece in members(pieces)
        ]
        return because("must-take", top=NAMES[top], pieces=", ".join(offers))
    return because("no-match", piece=NAMES[move.piece], top=NAMES[top])


def _refuse_outcome(
    state: State, piece: Piece, move: Stands | Falls | FallsSomehow
) -> Reason | None:
    if isinstance(move, Stands):
        return None
    if not state.tower:
        return because("base-stands")
    if isinstance(move, FallsSomehow):
        return because("falls-open")
    return _refuse_report(state, move, bits(state.tower) | 1 << piece)


def _refuse_incident(state: State, move: Bump | Fault) -> Reason | None:
    if state.setup["referee"] == "no":
        return because("no-referee")
    if len(state.tower) < 2:
        return because("low-tower")
    if isinstance(move, Fault) and move.seat not in may_be_at_fault(state):
        exists = move.seat <= state.setup.seats
        return because("placing" if exists else "no-such-seat", seat=move.seat)
    return _refuse_report(state, move, bits(state.tower))


def _refuse_report(state: State, report: Report, fallen: Pieces) -> Reason | None:
    """5.1: the stacks hold every piece once, and there are two or more."""
    stacks = report.stacks
    reported = [piece for stack in stacks for piece in stack]
    if reason := _refuse_twice(reported):
        return reason
    if extra := bits(reported) & ~fallen:
        return because("not-fallen", pieces=_names(extra))
    if missing := fallen & ~bits(reported):
        return because("missing", pieces=_names(missing))
    if len(stacks) < 2 or not all(stacks):
        return because("one-stack")
    if list(stacks) != sorted(stacks):
        bottoms = [stack[0] for stack in sorted(stacks)]
        return because("stack-order", pieces=_names(bits(bottoms)))
    return refuse_marks(state.setup, stacks, report.marked)


def refuse_marks(setup: Setup, stacks: Stacks, marked: Marks) -> Reason | None:
    """5.3: of stacks of two or more pieces one at least is marked, of the others none."""
    if setup.rules == 1:
        return because("marked") if marked else None
    single = {place for place, stack in enumerate(stacks) if len(stack) == 1}
    if wrong := single & set(marked):
        return because("single-marked", pieces=_names(bits(stacks[place][0] for place in wrong)))
    places = tuple(place for place in range(len(stacks)) if place in marked)
    if places != marked or (not marked and len(single) < len(stacks)):
        return because("unmarked")
    return None


def _refuse_base(choosing: Choosing, bottom: Piece) -> Reason | None:
    bottoms = [stack[0] for stack in choosing.stacks]
    allowed = [stack[0] for stack in highest(choosing.stacks, choosing.marked)]
    if bottom not in bottoms:
        return because("no-bottom", piece=NAMES[bottom])
    if bottom not in allowed:
        return because("not-highest", piece=NAMES[bottom], pieces=_names(bits(allowed)))
    return None


def _refuse_keep(loose: Pieces, pieces: tuple[Piece, ...]) -> Reason | None:
    if reason := _refuse_twice(list(pieces)):
        return reason
    if extra := bits(pieces) & ~loose:
        return because("not-loose", pieces=_names(extra))
    if len(pieces) != KEPT:
        return because("keep-three")
    if list(pieces) != sorted(pieces):
        return because("keep-order", pieces=_names(bits(pieces)))
    return None


def _refuse_twice(pieces: list[Piece]) -> Reason | None:
    twice = {piece for piece in pieces if pieces.count(piece) > 1}
    return because("twice", pieces=_names(bits(twice))) if twice else None


def _expected(state: State) -> Reason:
    """Another kind of decision is due."""
    phase = state.phase
    if isinstance(phase, Placing):
        return because("place-now", seat=phase.seat, piece=NAMES[phase.piece])
    codes = {Drafting: "draft-now", Giving: "give-now", Choosing: "base-now"}
    return because(codes.get(type(phase), "keep-now"), seat=phase.seat)


def _names(of: Pieces) -> str:
    return ", ".join(NAMES[piece] for piece in members(of))
