"""The rules of NEXUS, clause by clause of RULES.md: turns and the end of the game."""

from dataclasses import replace
from typing import Final, TypeVar

from ludothek.games.hexgrid import Pos, format_pos
from ludothek.games.nexus.actions import changing, entering, removing, stepping
from ludothek.games.nexus.board import START, board
from ludothek.games.nexus.state import (
    Changing,
    Claim,
    Enter,
    Entering,
    Kind,
    Lay,
    Leap,
    Lift,
    Marbles,
    Move,
    Remove,
    Removing,
    Repeated,
    Situation,
    State,
    Stepping,
    Walk,
)
from ludothek.games.protocol import Event, Option, Outcome, Seat, Setup

OPTIONS: Final = (
    Option("edge", ("open", "wall")),
    Option("half", ("removed", "left")),
    Option("jump", ("chain", "line", "none")),
    Option("entry", ("anchored", "border")),
    Option("draw", ("on", "off")),
)
RESERVES: Final = {2: (10, 11), 3: (10, 10, 10), 4: (10, 10, 10, 10)}
ACTION_LIMIT: Final = 400
_NONE_YET: Final[tuple[Kind]] = ("-",)

T = TypeVar("T")
Log = list[Event]  # what happens is written down on the way, for those who want to see it


def start(setup: Setup) -> State:
    """1.1, 1.2: the table before the first turn."""
    seats = setup.seats
    rings = board(START[seats])
    state = State(
        setup=setup,
        board=rings,
        marbles=((0,) * seats,) * len(rings.rings),
        reserves=RESERVES[seats],
        to_move=1,
        seats_in=tuple(range(1, seats + 1)),
        entered=(False,) * seats,
        previous=_NONE_YET * seats,
        last=0,
        actions=0,
    )
    return remember(state)


def to_move(state: State) -> Seat:
    """The seat to decide."""
    return state.to_move


def turn_begins(state: State) -> bool:
    """2.1: a turn is one action, from its first decision to its last removal."""
    return state.under_way is None


def legal_moves(state: State) -> tuple[Move, ...]:
    """2.1: lifts, entries, steps; or how the action under way goes on."""
    match state.under_way:
        case _ if outcome(state):
            return ()
        case None:
            lifts = changing.lifts(state) if changing.allowed(state) else []
            steps = [] if state.first_turn else stepping.steps(state)
            return (*map(Lift, lifts), *_entries(state), *steps)
        case Entering():
            return _entries(state)
        case Stepping():
            return tuple(stepping.steps(state))
        case Removing(_, (claim, *_)):
            return tuple(Remove(claim.seat, pos) for pos in removing.choices(state, claim))
        case Changing() as change if len(change.lifted) < changing.RINGS:
            return tuple(map(Lift, changing.lifts(state)))
        case Changing() as change:
            return tuple(map(Lay, changing.lays(state.board, change)))
        case _:  # pragma: no cover
            raise AssertionError(state.under_way)


def apply(state: State, move: Move) -> State:
    """Carry out a legal decision."""
    return carry_out(state, move, [])


def apply_logged(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """Carry out a legal decision; the state it leads to, and what happens."""
    log: Log = []
    return carry_out(state, move, log), tuple(log)


def carry_out(state: State, move: Move, log: Log) -> State:
    """Carry out a legal decision and write down what happens."""
    match move:
        case Lift(pos):
            return _lift(state, pos, log)
        case Lay(pos):
            return _lay(state, pos, log)
        case Enter(pos):
            return _enter(state, pos, log)
        case Walk() | Leap():
            return _step(state, move, log)
        case Remove(seat, pos):
            return _remove(state, seat, pos, log)


def outcome(state: State) -> Outcome | None:
    """5.2: the last seat left wins; 5.3: or nobody does."""
    if len(state.seats_in) == 1:
        return Outcome(state.seats_in, "last-seat")
    if isinstance(state.under_way, Repeated):
        return Outcome((), "repetition")
    limited = state.under_way is None and state.setup["draw"] == "on"
    return Outcome((), "turn-limit") if limited and state.actions >= ACTION_LIMIT else None


def can_act(state: State) -> bool:
    """5.1: can the seat to move complete an entry or two steps?"""
    if entering.targets(state):
        return True
    return not state.first_turn and stepping.can_step_twice(state)


def remember(state: State) -> State:
    """5.3: count how often the situation at the start of a turn has arisen."""
    if state.setup["draw"] == "off":
        return state
    now = situation(state)
    seen = (*state.seen, now)
    drawn = Repeated() if seen.count(now) == 3 else None
    return replace(state, seen=seen, under_way=drawn)


def situation(state: State) -> Situation:
    """5.3: what has to be the same in a repetition."""
    return Situation(
        state.to_move,
        state.reserves,
        state.marbles,
        state.board,
        state.seats_in,
        state.entered,
        state.previous,
        state.last,
    )


def _entries(state: State) -> tuple[Enter, ...]:
    return tuple(map(Enter, state.board.positions(entering.targets(state))))


def _lift(state: State, pos: Pos, log: Log) -> State:
    log.append({"event": "lifted", "seat": state.to_move, "from": format_pos(pos)})
    change = state.under_way
    if not isinstance(change, Changing):
        change = Changing((), 0, removing.surrounded_positions(state))
    at = state.board.index[pos]
    return replace(
        state,
        board=board(state.board.rings[:at] + state.board.rings[at + 1 :]),
        marbles=state.marbles[:at] + state.marbles[at + 1 :],
        under_way=replace(change, lifted=tuple(sorted((*change.lifted, pos)))),
    )


def _lay(state: State, pos: Pos, log: Log) -> State:
    log.append({"event": "laid", "seat": state.to_move, "to": format_pos(pos)})
    assert isinstance(state.under_way, Changing)
    change = replace(state.under_way, laid=state.under_way.laid + 1)
    rings = tuple(sorted((*state.board.rings, pos)))
    at = rings.index(pos)
    empty = (0,) * state.setup.seats
    state = replace(
        state,
        board=board(rings),
        marbles=(*state.marbles[:at], empty, *state.marbles[at:]),
        under_way=change,
    )
    return state if change.laid < changing.RINGS else _acted(state, "r", change.before, log)


def _enter(state: State, pos: Pos, log: Log) -> State:
    seat = state.to_move
    log.append({"event": "entered", "seat": seat, "to": format_pos(pos)})
    entry = state.under_way
    if not isinstance(entry, Entering):
        entry = Entering(entering.MARBLES, removing.surrounded_positions(state))
    entry = replace(entry, left=entry.left - 1)
    at = state.board.index[pos]
    one = tuple(int(other == seat) for other in range(1, state.setup.seats + 1))
    state = replace(
        state,
        marbles=(*state.marbles[:at], one, *state.marbles[at + 1 :]),
        reserves=_changed(state.reserves, seat, -1),
        under_way=entry,
    )
    return state if entry.left else _acted(state, "o", entry.before, log)


def _step(state: State, step: stepping.Step, log: Log) -> State:
    """3.5: a step, with what it removes by majority (4.1)."""
    seat, first = state.to_move, not isinstance(state.under_way, Stepping)
    if isinstance(state.under_way, Stepping):
        before = state.under_way.before
    else:
        before = removing.surrounded_positions(state)
    if isinstance(step, Leap):
        log.append({"event": "sacrificed", "seat": seat, "from": format_pos(step.sacrificed)})
    kind = "leapt" if isinstance(step, Leap) else "walked"
    start, to = format_pos(step.start), format_pos(step.to)
    log.append({"event": kind, "seat": seat, "from": start, "to": to})
    marbles = stepping.land(state.marbles, state.board, seat, step)
    state = replace(state, marbles=tuple(marbles))
    at = state.board.index[step.to]
    removed = stepping.outnumbered(marbles[at], seat)
    for other, number in enumerate(removed, 1):
        if number:
            state = _gone(state, other, {step.to: number}, "majority", log)
    if not first:
        return _acted(state, "o", before, log)
    back = None if isinstance(step, Leap) or any(removed) else (step.to, step.start)
    return replace(state, under_way=Stepping(isinstance(step, Leap), back, before))


def _remove(state: State, seat: Seat, pos: Pos, log: Log) -> State:
    removal = state.under_way
    assert isinstance(removal, Removing)
    claim, *rest = removal.claims
    left = replace(claim, number=claim.number - 1)
    state = _gone(state, seat, {pos: 1}, "surrounded", log)
    return _settle(state, removal.kind, (left, *rest), log)


def _acted(state: State, kind: Kind, before: frozenset[Pos], log: Log) -> State:
    """The action itself is done: what has it surrounded?"""
    return _settle(state, kind, removing.claims(state, before), log)


def _settle(state: State, kind: Kind, claims: tuple[Claim, ...], log: Log) -> State:
    """4.7: remove what goes by itself, up to the next choice; after the last, the turn ends."""
    for done, claim in enumerate(claims):
        goes = removing.forced(state, claim) if claim.number else {}
        if goes is None:
            return replace(state, under_way=Removing(kind, claims[done:]))
        if goes:
            state = _gone(state, claim.seat, goes, "surrounded", log)
    return _next_turn(state, kind, log)


def _gone(state: State, seat: Seat, goes: dict[Pos, int], how: str, log: Log) -> State:
    """4.2: marbles leave the board and as many join the remover's reserve."""
    marbles = list(state.marbles)
    for pos, number in goes.items():
        at = state.board.index[pos]
        marbles[at] = _changed(marbles[at], seat, -number)
        log.append(
            {
                "event": "removed",
                "seat": seat,
                "by": state.to_move,
                "at": format_pos(pos),
                "number": number,
                "how": how,
            }
        )
    reserves = _changed(state.reserves, state.to_move, sum(goes.values()))
    return replace(state, marbles=tuple(marbles), reserves=reserves)


def _next_turn(state: State, kind: Kind, log: Log) -> State:
    """Note what was done and find the next seat that can act."""
    seat = state.to_move
    state = replace(
        state,
        previous=_put(state.previous, seat, kind),
        entered=_put(state.entered, seat, True),
        last=seat,
        actions=state.actions + 1,
        under_way=None,
    )
    state = _pass_on(state, log)
    log.append({"event": "turn", "seat": state.to_move})
    return state if len(state.seats_in) == 1 else remember(state)


def _pass_on(state: State, log: Log) -> State:
    """5.1: the next seat moves; one that cannot is out, and the one after it is looked at."""
    while True:
        seat = state.to_move
        following = min(state.seats_in, key=lambda other: (other <= seat, other))
        state = replace(state, to_move=following)
        if len(state.seats_in) == 1 or can_act(state):
            return state
        state = _leave(state, log)


def _leave(state: State, log: Log) -> State:
    seat = state.to_move
    log.append({"event": "left", "seat": seat})
    return replace(
        state,
        marbles=tuple(_put(ring, seat, 0) for ring in state.marbles),
        reserves=_put(state.reserves, seat, 0),
        seats_in=tuple(other for other in state.seats_in if other != seat),
    )


def _changed(numbers: Marbles, seat: Seat, by: int) -> Marbles:
    return _put(numbers, seat, numbers[seat - 1] + by)


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[: seat - 1], value, *values[seat:])
