"""Reasons why a decision is illegal: codes and sentences."""

from typing import Final

from ludothek.games.hexgrid import Pos, format_pos
from ludothek.games.nexus import rules
from ludothek.games.nexus.actions import changing, entering, stepping
from ludothek.games.nexus.state import (
    Changing,
    Enter,
    Entering,
    Lay,
    Leap,
    Lift,
    Marbles,
    Move,
    Remove,
    Removing,
    State,
    Stepping,
    Walk,
    survey,
)
from ludothek.games.protocol import Reason, because

REASONS: Final = {
    "over": "the game is over",
    "first-turn": "in your first turn you bring three marbles in",
    "entering": "you are bringing marbles in: {left} to go",
    "lifting": "you are lifting rings: {left} to go",
    "laying": "you are laying rings: {left} to go",
    "stepping": "one step is left, with a marble",
    "removing": "you choose which surrounded marbles of p{seat} go: {left} to go",
    "not-removing": "nothing is to be removed now",
    "not-laying": "no ring is in your hand",
    "change-after-change": "the action just before was a ring change",
    "change-again": "your own previous action was a ring change",
    "no-ring": "no ring lies at {pos}",
    "ring-there": "a ring lies at {pos} already",
    "not-empty": "there are marbles in {pos}",
    "vacated": "a ring was just lifted from {pos}",
    "touches-too-few": "{pos} touches only {number} rings, a ring is laid next to two",
    "reserve": "you have only {number} marbles in reserve, three are needed",
    "not-border": "your first marble goes to the border, and {pos} is not there",
    "not-anchored": "{pos} is not next to a chain of yours that reaches the border",
    "not-yours": "you have no marble in {pos}",
    "mixed": "marbles of several players lie in {pos}: none can leave it",
    "same-ring": "a step leads to another ring",
    "no-room": "there is no room for your marble in {pos}",
    "too-far": "{pos} is too far to walk",
    "changes-nothing": "going back would change nothing",
    "leap-twice": "only one of the two steps may be a leap",
    "no-sacrifice": "there is no second marble in {pos} to sacrifice",
    "not-in-question": "marbles of p{seat} in {pos} are not in question now",
    "incomplete": "the action could not be completed after that",
}


def refusal(state: State, move: Move) -> Reason | None:
    """Why a decision is not legal here, or None."""
    if move in rules.legal_moves(state):
        return None
    if rules.outcome(state):
        return because("over")
    return _other_action(state, move) or _detail(state, move) or because("incomplete")


def _other_action(state: State, move: Move) -> Reason | None:
    """Is something else to be done now?"""
    match state.under_way:
        case Entering(left, _):
            return None if isinstance(move, Enter) else because("entering", left=left)
        case Stepping():
            return None if isinstance(move, Walk | Leap) else because("stepping")
        case Removing(_, (claim, *_)):
            now = because("removing", seat=claim.seat, left=claim.number)
            return None if isinstance(move, Remove) else now
        case Changing(lifted, _, _) if len(lifted) < changing.RINGS:
            now = because("lifting", left=changing.RINGS - len(lifted))
            return None if isinstance(move, Lift) else now
        case Changing(_, laid, _):
            now = because("laying", left=changing.RINGS - laid)
            return None if isinstance(move, Lay) else now
        case _:
            return _not_first(state, move)


def _not_first(state: State, move: Move) -> Reason | None:
    """Can a turn begin like that?"""
    match move:
        case Lay():
            return because("not-laying")
        case Remove():
            return because("not-removing")
        case Lift() | Walk() | Leap() if state.first_turn:
            return because("first-turn")
        case _:
            return None


def _detail(state: State, move: Move) -> Reason | None:
    match move:
        case Lift(pos):
            return _refuse_lift(state, pos)
        case Lay(pos):
            return _refuse_lay(state, pos)
        case Enter(pos):
            return _refuse_enter(state, pos)
        case Walk() | Leap():
            return _refuse_step(state, move)
        case Remove(seat, pos):
            return because("not-in-question", seat=seat, pos=format_pos(pos))


def _refuse_lift(state: State, pos: Pos) -> Reason | None:
    if state.under_way is None and not changing.allowed(state):
        own = state.previous[state.to_move - 1] == "r"
        return because("change-again" if own else "change-after-change")
    return _no_ring(state, pos) or _not_empty(state, pos)


def _refuse_lay(state: State, pos: Pos) -> Reason | None:
    if pos in state.board.index:
        return because("ring-there", pos=format_pos(pos))
    if isinstance(state.under_way, Changing) and pos in state.under_way.lifted:
        return because("vacated", pos=format_pos(pos))
    touched = state.board.touched.get(pos, 0)
    return because("touches-too-few", pos=format_pos(pos), number=touched) if touched < 2 else None


def _refuse_enter(state: State, pos: Pos) -> Reason | None:
    reserve = state.reserves[state.to_move - 1]
    if state.under_way is None and reserve < entering.MARBLES:
        return because("reserve", number=reserve)
    if reason := _no_ring(state, pos) or _not_empty(state, pos):
        return reason
    ring, seen = 1 << state.board.index[pos], survey(state.marbles, state.to_move)
    if state.first_turn and state.under_way is None:
        return None if ring & state.board.border else because("not-border", pos=format_pos(pos))
    open_rings = entering.entrances(state.board, seen, state.setup["entry"] == "border")
    return None if ring & open_rings else because("not-anchored", pos=format_pos(pos))


def _refuse_step(state: State, step: stepping.Step) -> Reason | None:
    places = [step.start, step.to, *([step.sacrificed] if isinstance(step, Leap) else [])]
    for pos in places:
        if reason := _no_ring(state, pos):
            return reason
    if step.start == step.to:
        return because("same-ring")
    leaving = places[::2]
    for pos in leaving:
        if reason := _cannot_leave(_at(state, pos), state, pos):
            return reason
    return _refuse_leap(state, step) if isinstance(step, Leap) else _refuse_walk(state, step)


def _refuse_leap(state: State, leap: Leap) -> Reason | None:
    if isinstance(state.under_way, Stepping) and state.under_way.leapt:
        return because("leap-twice")
    if leap.sacrificed == leap.start and _at(state, leap.start)[state.to_move - 1] < 2:
        return because("no-sacrifice", pos=format_pos(leap.sacrificed))
    seen = survey(state.marbles, state.to_move)
    room = seen.room | 1 << state.board.index[leap.sacrificed]
    return None if room >> state.board.index[leap.to] & 1 else _no_room(leap.to)


def _refuse_walk(state: State, walk: Walk) -> Reason | None:
    under_way = state.under_way
    if isinstance(under_way, Stepping) and under_way.back == (walk.start, walk.to):
        return because("changes-nothing")
    seen = survey(state.marbles, state.to_move)
    start, to = state.board.index[walk.start], state.board.index[walk.to]
    if not seen.room >> to & 1:
        return _no_room(walk.to)
    near = stepping.walks(state.board, seen, start, state.setup["jump"])
    return None if near >> to & 1 else because("too-far", pos=format_pos(walk.to))


def _at(state: State, pos: Pos) -> Marbles:
    return state.marbles[state.board.index[pos]]


def _cannot_leave(ring: Marbles, state: State, pos: Pos) -> Reason | None:
    mine = ring[state.to_move - 1]
    if not mine:
        return because("not-yours", pos=format_pos(pos))
    return because("mixed", pos=format_pos(pos)) if mine < sum(ring) else None


def _no_ring(state: State, pos: Pos) -> Reason | None:
    return None if pos in state.board.index else because("no-ring", pos=format_pos(pos))


def _not_empty(state: State, pos: Pos) -> Reason | None:
    return because("not-empty", pos=format_pos(pos)) if any(_at(state, pos)) else None


def _no_room(pos: Pos) -> Reason:
    return because("no-room", pos=format_pos(pos))
