"""Plain data for front ends: the table, the decisions, and events."""

from collections.abc import Iterable

from ludothek.games.protocol import Event, Json, View, all_seats
from ludothek.games.splash.pieces import MATCHING, NAMES, Piece, Pieces, Stack, members
from ludothek.games.splash.rules import highest, may_be_at_fault, team
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
    Phase,
    Placing,
    Report,
    Stands,
    State,
    Take,
)


def board(state: State) -> View:
    """Everything on the table."""
    hand = state.hand
    return {
        "pool": _set(state.pool),
        "box": _set(state.box),
        "tower": _stack(state.tower),
        "top": NAMES[state.tower[-1]] if state.tower else None,
        "hand": {"seat": hand.seat, "piece": NAMES[hand.piece]} if hand else None,
        "stocks": [_set(stock) for stock in state.stocks],
        "drops": list(state.drops),
        "matching": [_set(stock & _matching(state.tower)) for stock in state.stocks],
        "teams": _teams(state),
        "incidents": {
            "bump": bool(may_be_at_fault(state)),
            "fault": list(may_be_at_fault(state)),
        },
        "phase": _phase(state.phase),
    }


def move_view(move: Move) -> View:
    """A decision: its kind and what it touches."""
    match move:
        case Take(piece):
            return {"kind": "take", "piece": NAMES[piece]}
        case Give(piece, source):
            return {"kind": "give", "piece": NAMES[piece], "from": source}
        case Stands():
            return {"kind": "stands"}
        case Falls() | FallsSomehow():
            somehow: View = {"stacks": None, "highest": None}
            return {"kind": "falls", **(_left(move) if isinstance(move, Falls) else somehow)}
        case Base(piece):
            return {"kind": "base", "piece": NAMES[piece]}
        case Keep(pieces):
            return {"kind": "keep", "pieces": _stack(pieces)}
        case Bump():
            return {"kind": "bump", **_left(move)}
        case Fault(seat):
            return {"kind": "fault", "seat": seat, **_left(move)}


def happened(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """What a decision did, in order."""
    events = [*_decision_events(before, move, after), *_settled(before, move, after)]
    if after.phase.seat != before.phase.seat:
        events.append({"event": "turn", "seat": after.phase.seat})
    return tuple(events)


def _decision_events(before: State, move: Move, after: State) -> list[Event]:
    """What the decision itself says."""
    match before.phase, move:
        case Drafting(seat), Take(piece):
            return [{"event": "taken", "seat": seat, "piece": NAMES[piece]}]
        case Giving(giver), Give(piece, source):
            to = before.left_of(giver)
            owner = source or giver
            gift: Event = {"piece": NAMES[piece], "from": owner, "by": giver, "to": to}
            return [{"event": "given", **gift}]
        case Placing(seat=seat, piece=piece), Stands():
            on = NAMES[before.tower[-1]] if before.tower else None
            placed: Event = {
                "seat": seat,
                "piece": NAMES[piece],
                "on": on,
                "height": len(after.tower),
            }
            return [{"event": "stood", **placed}]
        case Placing(giver, seat, piece), Falls():
            fell: Event = {"seat": seat, "piece": NAMES[piece], **_left(move)}
            drop: Event = {"seat": giver, "drops": after.drops[giver - 1]}
            return [{"event": "fell", **fell}, {"event": "drop", **drop}]
        case _, Bump():
            return [{"event": "bumped", **_left(move)}]
        case _, Fault(seat):
            return [{"event": "knocked", "seat": seat, **_left(move)}]
        case _:
            return []


def _settled(before: State, move: Move, after: State) -> list[Event]:
    """Where the pieces beside the tower went, and which stack is the new one."""
    events: list[Event] = []
    if after.tower != before.tower and after.tower and not isinstance(move, Stands):
        chosen_by = before.phase.seat if isinstance(move, Base) else None
        events.append({"event": "tower", "pieces": _stack(after.tower), "chosen_by": chosen_by})
    returned = _returned(before, move, after)
    if not isinstance(move, Take):
        back = 1 << returned.piece if returned else 0
        events += [
            {"event": "kept", "seat": seat, "pieces": _set(now & ~then & ~back)}
            for seat, (then, now) in enumerate(zip(before.stocks, after.stocks, strict=True), 1)
            if now & ~then & ~back
        ]
    if returned:
        owner = returned.source or returned.giver
        events.append({"event": "returned", "seat": owner, "piece": NAMES[returned.piece]})
    if boxed := after.box & ~before.box:
        events.append({"event": "boxed", "pieces": _set(boxed)})
    return events


def _returned(before: State, move: Move, after: State) -> Placing | None:
    """6.6: the placing that was called off, its piece going back to the stock it came from."""
    hand = before.hand
    if hand is None or isinstance(move, Falls):
        return None
    owned = sum(after.stocks)
    return hand if owned >> hand.piece & 1 else None


def _phase(phase: Phase) -> View:
    """Which choice is due, whose it is, and what lies about for it."""
    match phase:
        case Drafting(seat):
            return {"name": "draft", "seat": seat}
        case Giving(seat):
            return {"name": "give", "seat": seat}
        case Placing(giver, seat, piece, source):
            hand: View = {"piece": NAMES[piece], "giver": giver, "from": source or giver}
            return {"name": "place", "seat": seat, **hand}
        case Choosing(seat, taking=taking, then=then):
            fallen: View = {**_left(phase), "taking": taking}
            return {"name": "base", "seat": seat, **fallen, "then": _phase(then)}
        case Keeping(seat, loose, then):
            return {"name": "keep", "seat": seat, "loose": _set(loose), "then": _phase(then)}
        case Over(winner, _, instead):
            end: View = {"winner": winner, "instead": _phase(instead)}
            return {"name": "over", "seat": phase.seat, **end}


def _matching(tower: Stack) -> Pieces:
    return MATCHING[tower[-1]] if tower else 0


def _teams(state: State) -> Json:
    if state.setup["teams"] == "no":
        return None
    return sorted({team(state.setup, seat) for seat in all_seats(state.setup)})


def _stack(pieces: Iterable[Piece]) -> list[str]:
    return [NAMES[piece] for piece in pieces]


def _set(of: Pieces) -> list[str]:
    return _stack(members(of))


def _left(fallen: Report | Choosing) -> View:
    """What a fall has left: the stacks, and the bottom pieces of those that may be the tower."""
    bottoms = [NAMES[stack[0]] for stack in highest(fallen.stacks, fallen.marked)]
    return {"stacks": [_stack(stack) for stack in fallen.stacks], "highest": bottoms}
