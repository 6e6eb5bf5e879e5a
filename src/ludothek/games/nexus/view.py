"""Plain data for front ends: the table, the decisions, and events."""

from collections.abc import Sequence

from ludothek.games.hexgrid import Pos, format_pos
from ludothek.games.nexus import rules
from ludothek.games.nexus.actions import changing
from ludothek.games.nexus.state import (
    Changing,
    Enter,
    Entering,
    Lay,
    Leap,
    Lift,
    Move,
    Remove,
    Removing,
    State,
    Stepping,
    Walk,
)
from ludothek.games.protocol import Event, View


def board(state: State) -> View:
    """Everything on the table."""
    rings = state.board
    return {
        "rings": [
            {"at": format_pos(pos), "q": pos[0], "r": pos[1], "marbles": marbles}
            for pos, marbles in zip(rings.rings, state.marbles, strict=True)
        ],
        "border": _texts(rings.positions(rings.border)),
        "reserves": state.reserves,
        "on_board": [sum(each) for each in zip(*state.marbles, strict=True)],
        "seats_in": state.seats_in,
        "entered": state.entered,
        "previous": state.previous,
        "last": state.last,
        "actions": state.actions,
        "under_way": _under_way(state),
    }


def move_view(move: Move) -> View:
    """A decision: its kind and what it touches."""
    match move:
        case Enter(ring):
            return {"kind": "enter", "to": format_pos(ring)}
        case Walk(start, to):
            return {"kind": "walk", "from": format_pos(start), "to": format_pos(to)}
        case Leap(start, to, sacrificed):
            return {
                "kind": "leap",
                "from": format_pos(start),
                "to": format_pos(to),
                "sacrificed": format_pos(sacrificed),
            }
        case Lift(ring):
            return {"kind": "lift", "from": format_pos(ring)}
        case Lay(to):
            return {"kind": "lay", "to": format_pos(to)}
        case Remove(seat, ring):
            return {"kind": "remove", "seat": seat, "at": format_pos(ring)}


def happened(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """What a decision did, in order; the rules themselves keep the log."""
    del after
    return rules.apply_logged(before, move)[1]


def _under_way(state: State) -> View | None:
    """Which action goes on, and how much of it is left to do."""
    match state.under_way:
        case Entering(left, _):
            return {"action": "enter", "left": left}
        case Changing(lifted, laid, _):
            lifts = changing.RINGS - len(lifted)
            lays = changing.RINGS - laid
            return {"action": "rings", "lifts": lifts, "lays": lays, "lifted": _texts(lifted)}
        case Stepping(leapt, _, _):
            return {"action": "steps", "left": 1, "leapt": leapt}
        case Removing(_, (claim, *_)):
            rings = _texts(claim.rings)
            return {"action": "remove", "seat": claim.seat, "left": claim.number, "rings": rings}
        case _:
            return None


def _texts(positions: Sequence[Pos]) -> list[str]:
    return [format_pos(pos) for pos in positions]
