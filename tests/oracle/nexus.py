"""Reference implementation (oracle) of NEXUS und Rabauken, written from the rulings alone.

Naive on purpose.  Quoted sentences are those of the rulings.  Seats are numbered from 1; a tuple
with one number per seat is indexed with seat - 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

Pos = tuple[int, int]
Board = dict[Pos, tuple[int, ...]]  # ring -> number of marbles per seat; never mutated

# "The first value listed is the default."
OPTIONS: dict[str, tuple[str, ...]] = {
    "edge": ("open", "wall"),
    "half": ("removed", "left"),
    "jump": ("chain", "line", "none"),
    "entry": ("anchored", "border"),
    "draw": ("on", "off"),
}

# "(q±1,r), (q,r±1), (q+1,r-1), (q-1,r+1)"
DIRECTIONS: tuple[Pos, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))

NONE, RING, ENTER, STEP = "none", "ring", "enter", "step"  # the unfinished action

SituationKey = tuple[
    frozenset[tuple[Pos, tuple[int, ...]]],  # rings, marbles
    tuple[int, ...],  # reserves
    tuple[int, ...],  # seats left
    frozenset[int],  # who has entered
    int,  # seat to move
    tuple[str, ...],  # kind of every seat's previous action
    int,  # who acted last
]


class Move(NamedTuple):
    """One atomic decision of an action (removals are apart)."""

    what: str  # enter, walk, leap, lift, lay
    at: Pos  # the position concerned; for walk and leap where the marble comes from
    to: Pos  # walk and leap: where it goes (otherwise the same as at)
    sacrifice: Pos  # leap: where the sacrificed marble lies (otherwise the same as at)


class Claim(NamedTuple):
    """Marbles of one seat still to be removed from one surrounded area."""

    area: frozenset[Pos]  # its rings
    victim: int
    number: int


class State(NamedTuple):
    seats: int
    options: dict[str, str]
    board: Board
    reserves: tuple[int, ...]
    left: tuple[int, ...]  # seats still in the game, ascending
    entered: frozenset[int]  # seats that have completed their first turn
    kinds: tuple[str, ...]  # per seat: r, o or -
    last: int  # seat that acted last, 0 = none
    seat: int  # seat to decide
    actions: int  # completed actions of all seats together
    seen: dict[SituationKey, int]  # how often each situation arose at the start of a turn
    outcome: str  # none, draw, p1win, ...
    # the unfinished action
    action: str  # none, ring, enter, step
    begin: Board  # the board when the action began (at the start of a turn: the board)
    done: int  # marbles entered, or steps made
    leapt: bool  # one of the steps was a leap
    lifted: tuple[Pos, ...]
    laid: int
    claims: tuple[Claim, ...]  # not empty: the acting seat chooses marbles to remove


# ------------------------------------------------------------------------------------- words


@lru_cache(maxsize=10000)
def neighbours(pos: Pos) -> tuple[Pos, ...]:
    return tuple((pos[0] + dq, pos[1] + dr) for dq, dr in DIRECTIONS)


def own(board: Board, seat: int, pos: Pos) -> bool:
    """An own ring of the seat lies there: "at least one of its marbles in it"."""
    return pos in board and board[pos][seat - 1] > 0


def empty(board: Board, pos: Pos) -> bool:
    """An empty ring lies there."""
    return pos in board and sum(board[pos]) == 0


def mixed(board: Board, pos: Pos) -> bool:
    """ "marbles of two or more seats" """
    return sum(1 for n in board[pos] if n > 0) >= 2


def room(board: Board, seat: int, pos: Pos) -> bool:
    """ "fewer than 3 of its own there, and the ring holds fewer than 4 in all" """
    return pos in board and board[pos][seat - 1] < 3 and sum(board[pos]) < 4


def movable(board: Board, seat: int) -> Iterator[Pos]:
    """The rings from which a marble of the seat may be taken: own and not mixed."""
    for pos in board:
        if own(board, seat, pos) and not mixed(board, pos):
            yield pos


def connected(positions: set[Pos], start: Pos) -> frozenset[Pos]:
    """The connected component of start within positions."""
    reached = {start}
    todo = [start]
    while todo:
        for pos in neighbours(todo.pop()):
            if pos in positions and pos not in reached:
                reached.add(pos)
                todo.append(pos)
    return frozenset(reached)


def components(positions: set[Pos]) -> list[frozenset[Pos]]:
    """All connected components, in the order of their smallest position (q, then r)."""
    result: list[frozenset[Pos]] = []
    done: set[Pos] = set()
    for pos in sorted(positions):
        if pos not in done:
            component = connected(positions, pos)
            done |= component
            result.append(component)
    return result


class Space(NamedTuple):
    """The positions that can matter: the box around all rings, and one more on every side."""

    all: frozenset[Pos]
    outside: frozenset[Pos]  # "the ring-less positions connected to infinity"
    border: frozenset[Pos]  # "a ring next to the outside"


@lru_cache(maxsize=1000)
def space_of(rings: frozenset[Pos]) -> Space:
    """The margin is ring-less and connected (steps along q or r), everything beyond the box is
    ring-less too, and no step leads from inside the margin to beyond it without touching it; so
    exactly the ring-less positions of the box that are connected to infinity are found."""
    low_q, high_q = min(q for q, _ in rings) - 1, max(q for q, _ in rings) + 1
    low_r, high_r = min(r for _, r in rings) - 1, max(r for _, r in rings) + 1
    box = {(q, r) for q in range(low_q, high_q + 1) for r in range(low_r, high_r + 1)}
    outside = connected(box - rings, (low_q, low_r))
    border = frozenset(ring for ring in rings if any(n in outside for n in neighbours(ring)))
    return Space(frozenset(box), outside, border)


def border(board: Board) -> frozenset[Pos]:
    return space_of(frozenset(board)).border


def own_rings(board: Board, seat: int) -> set[Pos]:
    return {pos for pos in board if own(board, seat, pos)}


def surrounded_components(board: Board, seat: int, edge: str) -> list[frozenset[Pos]]:
    """ "Take all positions that are not a ring with a marble of X, and their connected
    components."  Wall: "components are made of rings only"."""
    space = space_of(frozenset(board))
    positions = set(space.all) if edge == "open" else set(board)
    return [
        component
        for component in components(positions - own_rings(board, seat))
        # "surrounded if it contains neither an empty ring nor a position of the outside, and at
        # least one ring next to it holds a marble of X"
        if not any(empty(board, pos) for pos in component)
        and not component & space.outside
        and any(own(board, seat, n) for pos in component for n in neighbours(pos))
    ]


def mixed_ring_is_surrounded(
    board: Board, seat: int, edge: str, pos: Pos, within: set[Pos]
) -> bool:
    """ "if each of its six neighbouring positions is a ring with a marble of X or lies in a
    surrounded component"; wall: "only on those of its sides where rings lie", "a mixed ring
    without any neighbouring ring is not surrounded"."""
    sides = [n for n in neighbours(pos) if edge == "open" or n in board]
    return bool(sides) and all(own(board, seat, n) or n in within for n in sides)


def surrounded_areas(board: Board, seat: int, edge: str) -> list[frozenset[Pos]]:
    """The rings of every area, "in the order of their smallest ring (q, then r)"."""
    within = {pos for part in surrounded_components(board, seat, edge) for pos in part}
    blocked = {
        pos
        for pos in own_rings(board, seat)
        if mixed(board, pos) and mixed_ring_is_surrounded(board, seat, edge, pos, within)
    }
    # "Surrounded components (also those without a ring) and surrounded mixed rings that are next
    # to each other form one area; what has no ring is none"
    joined = [frozenset(area & board.keys()) for area in components(within | blocked)]
    return sorted((rings for rings in joined if rings), key=min)


def changed(board: Board, pos: Pos, seat: int, difference: int) -> Board:
    """A new board on which the seat has that many marbles more in the ring."""
    counts = list(board[pos])
    counts[seat - 1] += difference
    assert counts[seat - 1] >= 0
    result = dict(board)
    result[pos] = tuple(counts)
    return result


def more(reserves: tuple[int, ...], seat: int, difference: int) -> tuple[int, ...]:
    result = list(reserves)
    result[seat - 1] += difference
    assert result[seat - 1] >= 0
    return tuple(result)


# ----------------------------------------------------- candidates: the rules of a single decision
#
# These generators yield the decisions that obey the rules up to and including themselves;
# whether the action can still be completed is asked separately (completable).


def lift_candidates(state: State) -> Iterator[Move]:
    """ "Lift four empty rings, one by one, in any order" """
    for pos in sorted(state.board):
        if empty(state.board, pos):
            yield Move("lift", pos, pos, pos)


def lay_candidates(state: State) -> Iterator[Move]:
    """ "each on a ring-less position that touches at least two rings lying there at that moment
    (rings laid before count), and that is not one of the four positions just vacated" """
    touching = {n for pos in state.board for n in neighbours(pos)}
    for pos in sorted(touching):
        if pos in state.board or pos in state.lifted:
            continue
        if sum(1 for n in neighbours(pos) if n in state.board) >= 2:
            yield Move("lay", pos, pos, pos)


def ring_candidates(state: State) -> Iterator[Move]:
    if state.action == NONE:
        if state.seat not in state.entered:
            return  # "not in a seat's first turn"
        if state.last != 0 and state.kinds[state.last - 1] == "r":
            return  # "the action executed just before (by whichever seat) was a ring change"
        if state.kinds[state.seat - 1] == "r":
            return  # "this seat's own previous action was one"
    if len(state.lifted) < 4:
        yield from lift_candidates(state)
    else:
        yield from lay_candidates(state)


def enter_candidates(state: State) -> Iterator[Move]:
    board, seat = state.board, state.seat
    if state.action == NONE and state.reserves[seat - 1] < 3:
        return  # "Fewer than three in the reserve ...: not available"
    borders = border(board)
    targets: set[Pos] = set()
    # "each into an empty ring next to an anchored own chain"
    for chain in components(own_rings(board, seat)):
        if any(pos in borders for pos in chain):
            targets |= {n for pos in chain for n in neighbours(pos) if empty(board, n)}
    # "In a seat's first turn ... its first marble goes into any empty border ring"
    if state.action == NONE and seat not in state.entered:
        targets = {pos for pos in borders if empty(board, pos)}
    # "any empty border ring is a target too"
    if state.options["entry"] == "border":
        targets |= {pos for pos in borders if empty(board, pos)}
    for pos in sorted(targets):
        yield Move("enter", pos, pos, pos)


def far_targets(board: Board, seat: int, start: Pos, jump: str) -> set[Pos]:
    """Where a walk from the ring may go besides the neighbouring positions."""
    if jump == "chain":
        # "to a ring next to the marble's ring, or next to, or in, the chain the marble's ring
        # belongs to at that moment (...; the chain includes the start ring)"
        chain = connected(own_rings(board, seat), start)
        return set(chain) | {n for pos in chain for n in neighbours(pos)}
    if jump == "line":
        # "if the neighbour in a direction is an own ring, to the first position in that
        # direction that is not an own ring, provided a ring with room lies there"
        targets: set[Pos] = set()
        for dq, dr in DIRECTIONS:
            pos = (start[0] + dq, start[1] + dr)
            if own(board, seat, pos):
                while own(board, seat, pos):
                    pos = (pos[0] + dq, pos[1] + dr)
                targets.add(pos)
        return targets
    return set()  # none: "neighbouring ring only"


def walk_candidates(state: State) -> Iterator[Move]:
    board, seat = state.board, state.seat
    for start in movable(board, seat):
        # (the neighbours come first only so that look-ahead can stop early)
        near = neighbours(start)
        for to in near:
            if room(board, seat, to):
                yield Move("walk", start, to, start)
        for to in far_targets(board, seat, start, state.options["jump"]):
            # "to another ring with room"
            if to != start and to not in near and room(board, seat, to):
                yield Move("walk", start, to, start)


def leap_candidates(state: State) -> Iterator[Move]:
    if state.leapt:
        return  # "At most one of the two steps is a leap"
    board, seat = state.board, state.seat
    sources = list(movable(board, seat))
    for sacrifice in sources:
        # "The sacrificed marble leaves the game for good, before the leap, and room is judged
        # after that"
        after = changed(board, sacrifice, seat, -1)
        for start in sources:
            if not own(after, seat, start):
                continue  # "sacrificing another own marble": the leaping one must remain
            for to in after:
                if to != start and room(after, seat, to):
                    yield Move("leap", start, to, sacrifice)


def step_candidates(state: State) -> Iterator[Move]:
    yield from walk_candidates(state)
    yield from leap_candidates(state)


def candidates(state: State) -> Iterator[Move]:
    if state.action == RING:
        yield from ring_candidates(state)
    elif state.action == ENTER:
        yield from enter_candidates(state)
    elif state.action == STEP:
        yield from step_candidates(state)
    elif state.seat not in state.entered:
        yield from enter_candidates(state)  # "In a seat's first turn this is the only action"
    else:
        yield from ring_candidates(state)
        yield from enter_candidates(state)
        yield from step_candidates(state)


# -------------------------------------------------------------------------- carrying out decisions


def land(state: State, board: Board, to: Pos) -> State:
    """A marble of the seat lands in the ring by a step; removal by majority."""
    seat = state.seat
    board = changed(board, to, seat, +1)
    reserves = state.reserves
    # "every other seat that now has fewer marbles in that ring than the seat that moved loses
    # all its marbles there (compared seat by seat)"; "The remover's reserve grows by the number
    # removed"
    mine = board[to][seat - 1]
    for other in range(1, state.seats + 1):
        theirs = board[to][other - 1]
        if other != seat and 0 < theirs < mine:
            board = changed(board, to, other, -theirs)
            reserves = more(reserves, seat, theirs)
    return state._replace(action=STEP, board=board, reserves=reserves, done=state.done + 1)


def advance(state: State, move: Move) -> State:
    """Carry out a candidate, without anything that follows the end of the action."""
    board, seat = state.board, state.seat
    if move.what == "lift":
        fewer = dict(board)
        del fewer[move.at]
        return state._replace(action=RING, board=fewer, lifted=(*state.lifted, move.at))
    if move.what == "lay":
        wider = dict(board)
        wider[move.at] = (0,) * state.seats
        return state._replace(action=RING, board=wider, laid=state.laid + 1)
    if move.what == "enter":
        return state._replace(
            action=ENTER,
            board=changed(board, move.at, seat, +1),
            reserves=more(state.reserves, seat, -1),
            done=state.done + 1,
        )
    if move.what == "walk":
        return land(state, changed(board, move.at, seat, -1), move.to)
    assert move.what == "leap"
    board = changed(board, move.sacrifice, seat, -1)  # for good: no reserve grows
    board = changed(board, move.at, seat, -1)
    return land(state._replace(leapt=True), board, move.to)


def finished(state: State) -> bool:
    """The action has been carried out completely (removals by surrounding apart)."""
    if state.action == RING:
        return len(state.lifted) == 4 and state.laid == 4
    if state.action == ENTER:
        return state.done == 3
    if state.action == STEP:
        return state.done == 2
    return False


def completable(state: State) -> bool:
    """ "exactly one action, completely, and the situation on the board (rings, marbles) must
    differ afterwards".

    The situation is compared before the removals by surrounding.  That is the same: if it is
    unchanged then, the surrounded areas are those of the beginning, none pays, and it stays
    unchanged; if it differs only in the marbles of others, they have been removed and never come
    back; if it differs in rings or in marbles of this seat, removals do not touch these.
    """
    if finished(state):
        return state.board != state.begin
    return any(completable(advance(state, move)) for move in candidates(state))


# ------------------------------------------------------------------- end of an action, turns, end


def loss(marbles: int, half: str) -> int:
    """ "half its marbles there, rounded up (1→1, 2→1, 3→2)"; left: "put down to half, rounded
    up, [...] 1→0 lost, 2→1, 3→1"."""
    return (marbles + 1) // 2 if half == "removed" else marbles // 2


def claims_after(state: State) -> tuple[Claim, ...]:
    """What the acting seat removes by surrounding, after the whole action."""
    seat, edge = state.seat, state.options["edge"]
    before = {pos for area in surrounded_areas(state.begin, seat, edge) for pos in area}
    claims: list[Claim] = []
    for area in surrounded_areas(state.board, seat, edge):
        # "An area pays, as a whole, if at least one of its rings was not in a surrounded area of
        # X when the action began"
        if area <= before:
            continue
        # "seats in playing order after X"
        for distance in range(1, state.seats):
            victim = (seat - 1 + distance) % state.seats + 1
            marbles = sum(state.board[pos][victim - 1] for pos in area)
            number = loss(marbles, state.options["half"])
            if number > 0:
                claims.append(Claim(area, victim, number))
    return tuple(claims)


def victim_rings(state: State) -> list[Pos]:
    """The rings of the first claim's area that hold marbles of its victim."""
    claim = state.claims[0]
    return [pos for pos in sorted(claim.area) if own(state.board, claim.victim, pos)]


def remove_one(state: State, pos: Pos) -> State:
    """Remove one marble of the first claim from that ring."""
    claim = state.claims[0]
    rest = state.claims[1:]
    if claim.number > 1:
        rest = (claim._replace(number=claim.number - 1), *rest)
    return state._replace(
        board=changed(state.board, pos, claim.victim, -1),
        reserves=more(state.reserves, state.seat, +1),
        claims=rest,
    )


def settle(state: State) -> State:
    """The action is finished: removals that happen by themselves; after the last, the turn ends.

    "where there is no choice (all that are left of that seat's marbles there lie in one ring, or
    all must go; tested before each marble) it happens by itself"
    """
    while state.claims:
        claim = state.claims[0]
        rings = victim_rings(state)
        marbles = sum(state.board[pos][claim.victim - 1] for pos in rings)
        if len(rings) > 1 and marbles > claim.number:
            return state  # the acting seat chooses
        state = remove_one(state, rings[0])
    return end_turn(state)


def next_seat(state: State, seat: int) -> int:
    """The next seat in playing order that is still in."""
    for distance in range(1, state.seats + 1):
        other = (seat - 1 + distance) % state.seats + 1
        if other in state.left:
            return other
    raise AssertionError("no seat left")


def end_turn(state: State) -> State:
    kinds = list(state.kinds)
    kinds[state.seat - 1] = "r" if state.action == RING else "o"
    state = state._replace(
        entered=state.entered | {state.seat},
        kinds=tuple(kinds),
        last=state.seat,
        actions=state.actions + 1,
        action=NONE,
        begin=state.board,
        done=0,
        leapt=False,
        lifted=(),
        laid=0,
        claims=(),
    )
    return start_turn(state._replace(seat=next_seat(state, state.seat)))


def can_stay(state: State) -> bool:
    """The seat can complete action 2 or action 3 (in its first turn: action 2)."""
    if any(completable(advance(state, move)) for move in enter_candidates(state)):
        return True
    if state.seat not in state.entered:
        return False
    return any(completable(advance(state, move)) for move in step_candidates(state))


def leave(state: State) -> State:
    """ "its marbles on the board and in the reserve disappear, nobody gains" """
    seat = state.seat
    board = state.board
    for pos in board:
        if own(board, seat, pos):
            board = changed(board, pos, seat, -board[pos][seat - 1])
    return state._replace(
        board=board,
        begin=board,
        reserves=more(state.reserves, seat, -state.reserves[seat - 1]),
        left=tuple(other for other in state.left if other != seat),
    )


def start_turn(state: State) -> State:
    # "a seat that can complete neither action 2 nor action 3 ... is out ..., and the next seat is
    # looked at in the same way.  The last seat left wins, even if it could not act either."
    while len(state.left) > 1 and not can_stay(state):
        seat = state.seat
        state = leave(state)
        state = state._replace(seat=next_seat(state, seat))
    if len(state.left) == 1:
        assert state.seat == state.left[0]
        return state._replace(outcome=f"p{state.seat}win")
    # "Only then is the draw of the options tested."
    if state.options["draw"] == "on":
        key: SituationKey = (
            frozenset(state.board.items()),
            state.reserves,
            state.left,
            state.entered,
            state.seat,
            state.kinds,
            state.last,
        )
        seen = dict(state.seen)
        seen[key] = seen.get(key, 0) + 1
        state = state._replace(seen=seen)
        if seen[key] >= 3 or state.actions >= 400:
            return state._replace(outcome="draw")
    return state


# ------------------------------------------------------------------------------------------- texts


def at_text(pos: Pos) -> str:
    return f"{pos[0]},{pos[1]}"


def move_text(move: Move) -> str:
    if move.what == "enter":
        return "@" + at_text(move.at)
    if move.what == "lift":
        return "-" + at_text(move.at)
    if move.what == "lay":
        return "+" + at_text(move.at)
    if move.what == "walk":
        return at_text(move.at) + ">" + at_text(move.to)
    assert move.what == "leap"
    return at_text(move.at) + ">" + at_text(move.to) + "!" + at_text(move.sacrifice)


def read_at(text: str) -> Pos:
    q, r = text.split(",")
    return int(q), int(r)


def read_move(text: str) -> Move:
    """Strict: what is read must be written the same way.  "-1,0>0,0 walks"."""
    if ">" in text:
        start, _, rest = text.partition(">")
        to, leaps, sacrifice = rest.partition("!")
        at = read_at(start)
        move = Move("leap" if leaps else "walk", at, read_at(to), read_at(sacrifice or start))
    else:
        at = read_at(text[1:])
        move = Move({"@": "enter", "-": "lift", "+": "lay"}.get(text[0], "?"), at, at, at)
    if move.what == "?" or move_text(move) != text:
        raise ValueError(f"not a decision: {text!r}")
    return move


def removal_text(victim: int, pos: Pos) -> str:
    return f"x{victim}@" + at_text(pos)


# --------------------------------------------------------------------------------------- interface


def initial(seats: int, options: dict[str, str]) -> State:
    if seats not in (2, 3, 4):
        raise ValueError(f"seats: {seats}")
    chosen = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in options.items():
        if name not in OPTIONS or value not in OPTIONS[name]:
            raise ValueError(f"option: {name}={value}")
        chosen[name] = value
    span = range(-6, 7)
    if seats == 3:
        rings = [(q, r) for q in span for r in span if q >= 0 and r >= 0 and q + r <= 6]
    else:
        radius = 2 if seats == 2 else 3
        rings = [(q, r) for q in span for r in span if max(abs(q), abs(r), abs(q + r)) <= radius]
    board: Board = dict.fromkeys(rings, (0,) * seats)
    state = State(
        seats=seats,
        options=chosen,
        board=board,
        reserves=(10, 11) if seats == 2 else (10,) * seats,
        left=tuple(range(1, seats + 1)),
        entered=frozenset(),
        kinds=("-",) * seats,
        last=0,
        seat=1,
        actions=0,
        seen={},
        outcome="none",
        action=NONE,
        begin=board,
        done=0,
        leapt=False,
        lifted=(),
        laid=0,
        claims=(),
    )
    return start_turn(state)


def position(seats: int, options: dict[str, str], text: str) -> State:
    """The state at the start of a turn that `fen` writes so; repetitions are counted from here."""
    rings, seat, reserves, left, entered, previous, unfinished, actions = text.split(" ")
    if unfinished != "-":
        raise ValueError("only positions at the start of a turn are read")
    board: Board = {}
    for ring in rings.split(";"):
        at, _, marbles = ring.partition(":")
        board[read_at(at)] = tuple(map(int, marbles)) if marbles else (0,) * seats
    state = initial(seats, options)._replace(
        board=board,
        begin=board,
        reserves=tuple(map(int, reserves.split(","))),
        left=tuple(map(int, left)),
        entered=frozenset(s for s, letter in enumerate(entered, start=1) if letter == "e"),
        kinds=tuple(previous[:-1]),
        last=int(previous[-1]),
        seat=int(seat[1:]),
        actions=int(actions),
        seen={},
    )
    return start_turn(state)


def legal(state: State) -> list[str]:
    if state.outcome != "none":
        return []
    if state.claims:
        victim = state.claims[0].victim
        return sorted(removal_text(victim, pos) for pos in victim_rings(state))
    texts = [move_text(move) for move in candidates(state) if completable(advance(state, move))]
    assert texts
    assert len(texts) == len(set(texts))
    return sorted(texts)  # all ASCII: sorting by code points is sorting as byte strings


def play(state: State, text: str) -> State:
    if state.outcome != "none":
        raise ValueError(f"the game is over: {text!r}")
    if state.claims:
        for pos in victim_rings(state):
            if removal_text(state.claims[0].victim, pos) == text:
                return settle(remove_one(state, pos))
        raise ValueError(f"illegal: {text!r}")
    after = carried_out(state, text)
    if finished(after):
        return settle(after._replace(claims=claims_after(after)))
    return after


def carried_out(state: State, text: str) -> State:
    """After a decision of an action, before anything that follows the end of the action."""
    move = read_move(text)
    if move not in candidates(state):
        raise ValueError(f"illegal: {text!r}")
    after = advance(state, move)
    if not completable(after):
        raise ValueError(f"the action could not be completed: {text!r}")
    return after


def turn(state: State) -> int:
    """The seat to decide; when the game is over the winner, or the seat whose turn began."""
    return state.seat


def result(state: State) -> str:
    return state.outcome


def fen(state: State) -> str:
    """Position text; the kinds and the seat that acted last are joined to one field (`oo2`).

    While an action is unfinished (removals included) the letters, kinds, the last seat and the
    number of actions are those of the completed actions; board and reserves are the present ones.
    """
    rings: list[str] = []
    for pos in sorted(state.board):
        if empty(state.board, pos):
            rings.append(at_text(pos))
        else:
            rings.append(at_text(pos) + ":" + "".join(str(n) for n in state.board[pos]))
    return " ".join(
        [
            ";".join(rings),
            f"p{state.seat}",
            ",".join(str(n) for n in state.reserves),
            "".join(str(seat) for seat in state.left),
            "".join("e" if s in state.entered else "n" for s in range(1, state.seats + 1)),
            "".join(state.kinds) + str(state.last),
            "-" if state.action == NONE else "?",
            str(state.actions),
        ]
    )
