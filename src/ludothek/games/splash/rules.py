"""The rules of Splash!, clause by clause of RULES.md."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Final

from ludothek.games.protocol import Option, Outcome, Seat, Setup
from ludothek.games.splash.pieces import (
    ALL,
    MATCHING,
    NAMES,
    Marks,
    Piece,
    Pieces,
    Stack,
    Stacks,
    bits,
    members,
)
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
    Stands,
    State,
    Take,
    Turn,
)

OPTIONS: Final = (
    Option("last-piece", ("stands", "given")),
    Option("draft", ("choose", "random"), preset=False),
    Option("teams", ("no", "pairs", "trios"), preset=False),
    Option("referee", ("no", "yes"), preset=False),
    Option("fault", ("goes-on", "gives-next")),
    Option("hand", ("normal", "steady", "shaky"), preset=False),
)
WINNING_DROPS: Final = 3
KEPT: Final = 3  # pieces a seat takes after a fall
_TEAM_SEATS: Final = {"pairs": (4, 6), "trios": (6,)}  # the numbers of seats that make such teams

Stocks = tuple[Pieces, ...]
Allowed = tuple[Seat | None, Pieces]  # pieces that may be given, and the seat they are taken from

# One object per decision that comes up again and again.
_TAKES: Final = tuple(map(Take, range(len(NAMES))))
_GIVES: Final = {
    source: tuple(Give(piece, source) for piece in range(len(NAMES)))
    for source in (None, 1, 2, 3, 4, 5, 6)
}
_BASE_OUTCOMES: Final[tuple[Move, ...]] = (Stands(),)
_OUTCOMES: Final[tuple[Move, ...]] = (Stands(), FallsSomehow())


def options_of_version_1(options: Mapping[str, str]) -> dict[str, str]:
    """11.1: in today's names."""
    today = {"fault": "goes-on", **options}
    if today.get("teams") == "yes":
        today["teams"] = "pairs"
    return today


def refuse_setup(setup: Setup) -> str | None:
    """7.1, 7.2: pairs are made by four or six seats, trios by six."""
    teams = setup["teams"]
    numbers = _TEAM_SEATS.get(teams, (setup.seats,))
    if setup.seats in numbers:
        return None
    made = " or ".join(map(str, numbers))
    return f"{teams} are teams of Splash! for {made} seats, not for {setup.seats}"


def start(setup: Setup) -> State:
    """2.1: all pieces lie in the pool."""
    nothing = (0,) * setup.seats
    return State(setup, ALL, 0, (), nothing, nothing, Drafting(1))


def quota(seats: int) -> int:
    """2.1: how many pieces each seat takes."""
    return len(NAMES) // seats


def leftover(seats: int) -> int:
    """2.2: how many pieces nobody takes."""
    return len(NAMES) % seats


def longest(setup: Setup) -> int:
    """9.1: no game without incidents takes more decisions than this."""
    taken = quota(setup.seats) * setup.seats
    falls = (WINNING_DROPS - 1) * setup.seats
    gives = taken + KEPT * falls
    return taken + 2 * gives + 2 * falls


def to_move(state: State) -> Seat:
    """The seat to decide."""
    return state.phase.seat


def turn_begins(state: State) -> bool:
    """A turn is one piece taken, or one piece given with all that follows."""
    return isinstance(state.phase, Drafting | Giving)


def outcome(state: State) -> Outcome | None:
    """4.3, 4.4, 5.2: who has won; 7.3: with the whole team."""
    if not isinstance(state.phase, Over):
        return None
    return Outcome(team(state.setup, state.phase.winner), state.phase.reason)


def team(setup: Setup, seat: Seat) -> tuple[Seat, ...]:
    """7.1, 7.2: a seat and the one opposite, or every second seat, or the seat alone."""
    apart = {"no": setup.seats, "pairs": setup.seats // 2, "trios": 2}[setup["teams"]]
    return tuple(range((seat - 1) % apart + 1, setup.seats + 1, apart))


def sides(setup: Setup) -> tuple[tuple[Seat, ...], ...]:
    """7.3: who wins and loses together."""
    return tuple(sorted({team(setup, seat) for seat in range(1, setup.seats + 1)}))


def legal_moves(state: State) -> tuple[Move, ...]:
    """The decisions of the phase; an incident is never listed (10.3)."""
    match state.phase:
        case Drafting():
            return tuple([_TAKES[piece] for piece in members(state.pool)])
        case Giving(seat):
            return tuple(
                [
                    _GIVES[source][piece]
                    for source, pieces in givable(state, seat)
                    for piece in members(pieces)
                ]
            )
        case Placing():
            return _OUTCOMES if state.tower else _BASE_OUTCOMES
        case Choosing(stacks=stacks, marked=marked):
            return tuple(Base(stack[0]) for stack in highest(stacks, marked))
        case Keeping(loose=loose):
            return tuple(map(Keep, combinations(members(loose), KEPT)))
        case Over():
            return ()


def givable(state: State, giver: Seat) -> list[Allowed]:
    """3.1, 3.3 to 3.6: what may be given; the seat is None for the own stock."""
    own = state.stocks[giver - 1]
    if not state.tower:
        return [(None, own)]
    match = MATCHING[state.tower[-1]]
    if own & match:
        return [(None, own & match)]
    others = [(seat, stock) for seat, stock in enumerate(state.stocks, 1) if seat != giver]
    if matching := [(seat, stock & match) for seat, stock in others if stock & match]:
        return [*matching]
    return [(None, own)] if own else [(seat, stock) for seat, stock in others if stock]


def highest(stacks: Stacks, marked: Marks) -> list[Stack]:
    """5.3, 5.4: the marked stacks; where none is marked, those with the most pieces.

    By today's rules all are single pieces then. By those of version 1 no stack was marked, and
    the most pieces made the highest one (11.2).
    """
    if marked:
        return [stacks[place] for place in marked]
    most = max(map(len, stacks))
    return [stack for stack in stacks if len(stack) == most]


def may_be_at_fault(state: State) -> tuple[Seat, ...]:
    """6.1, 6.3: the seats an incident can be blamed on now; empty: no incident is possible."""
    phase = state.phase
    if state.setup["referee"] == "no" or len(state.tower) < 2:
        return ()
    if not isinstance(phase, Giving | Placing):
        return ()
    placing = phase.seat if isinstance(phase, Placing) else None
    return tuple(seat for seat in range(1, state.setup.seats + 1) if seat != placing)


def apply(state: State, move: Move) -> State:
    """Carry out a legal decision."""
    match state.phase, move:
        case Drafting(seat), Take(piece):
            return _take(state, seat, piece)
        case Giving(seat), Give():
            return _give(state, seat, move)
        case Placing() as placing, Stands():
            return _stand(state, placing)
        case Placing() as placing, Falls(stacks, marked):
            return _fall(state, placing, stacks, marked)
        case Choosing(stacks=stacks) as choosing, Base(piece):
            tower = next(stack for stack in stacks if stack[0] == piece)
            return _choose(state, choosing, tower)
        case Keeping() as keeping, Keep(pieces):
            return _keep(state, keeping, bits(pieces))
        case (Giving() | Placing()) as turn, Bump(stacks, marked):
            return _settle(state, Choosing(turn.seat, stacks, marked, False, turn))
        case (Giving() | Placing()) as turn, Fault(seat, stacks, marked):
            then = _after_fault(state, seat, turn)
            return _settle(state, Choosing(seat, stacks, marked, True, then))
        case phase, _:
            raise TypeError(f"{move} is no decision of {phase}")


def _take(state: State, seat: Seat, piece: Piece) -> State:
    pool = state.pool & ~(1 << piece)
    stocks = _with(state.stocks, seat, state.stocks[seat - 1] | 1 << piece)
    if pool.bit_count() > leftover(state.setup.seats):
        following = Drafting(state.left_of(seat))
        return State(state.setup, pool, 0, (), stocks, state.drops, following)
    return State(state.setup, 0, pool, (), stocks, state.drops, Giving(1))


def _give(state: State, giver: Seat, move: Give) -> State:
    owner = move.source or giver
    stocks = _with(state.stocks, owner, state.stocks[owner - 1] & ~(1 << move.piece))
    placing = Placing(giver, state.left_of(giver), move.piece, move.source)
    after = State(state.setup, 0, state.box, state.tower, stocks, state.drops, placing)
    if state.setup["last-piece"] == "given":
        return _unless_emptied(after, placing, placing)
    return after


def _stand(state: State, placing: Placing) -> State:
    tower = (*state.tower, placing.piece)
    giving = Giving(placing.seat)
    after = State(state.setup, 0, state.box, tower, state.stocks, state.drops, giving)
    return _unless_emptied(after, placing, giving)


def _unless_emptied(after: State, placing: Placing, instead: Turn) -> State:
    """4.3, 4.4: the giver wins with an empty stock, else the seat the piece was taken from."""
    for seat in (placing.giver, placing.source):
        if seat and not after.stocks[seat - 1]:
            return replace(after, phase=Over(seat, "last-piece", instead))
    return after


def _fall(state: State, placing: Placing, stacks: Stacks, marked: Marks) -> State:
    giver = placing.giver
    drops = _with(state.drops, giver, state.drops[giver - 1] + 1)
    fallen = Choosing(placing.seat, stacks, marked, True, Giving(placing.seat))
    if drops[giver - 1] == WINNING_DROPS:
        over = Over(giver, "third-drop", fallen)
        return replace(state, tower=(), drops=drops, phase=over)
    return _settle(State(state.setup, 0, state.box, (), state.stocks, drops, fallen), fallen)


def _after_fault(state: State, seat: Seat, turn: Turn) -> Turn:
    """6.5, 6.6: a piece in the hand stays there for now; else the seat at fault may give next."""
    gives = state.setup["fault"] == "gives-next" and isinstance(turn, Giving)
    return Giving(seat) if gives else turn


def _settle(state: State, fallen: Choosing) -> State:
    """5.3, 5.4: a single highest stack becomes the tower without a decision."""
    tallest = highest(fallen.stacks, fallen.marked)
    if len(tallest) == 1:
        return _choose(state, fallen, tallest[0])
    return replace(state, tower=(), phase=fallen)


def _choose(state: State, fallen: Choosing, tower: Stack) -> State:
    """5.5, 5.6, 6.2: what becomes of the pieces beside the new tower."""
    loose = sum(bits(stack) for stack in fallen.stacks if stack != tower)
    if not fallen.taking:
        return replace(state, tower=tower, box=state.box | loose, phase=fallen.then)
    keeping = Keeping(fallen.seat, loose, fallen.then)
    after = State(state.setup, 0, state.box, tower, state.stocks, state.drops, keeping)
    return after if loose.bit_count() > KEPT else _keep(after, keeping, loose)


def _keep(state: State, keeping: Keeping, kept: Pieces) -> State:
    """6.5, 6.6: then the turn goes on, or a piece in the hand is given back and the taker gives."""
    seat, then = keeping.seat, keeping.then
    stocks = _with(state.stocks, seat, state.stocks[seat - 1] | kept)
    box = state.box | keeping.loose & ~kept
    if isinstance(then, Placing) and state.setup["fault"] == "gives-next":
        owner = then.source or then.giver
        stocks = _with(stocks, owner, stocks[owner - 1] | 1 << then.piece)
        then = Giving(seat)
    return State(state.setup, 0, box, state.tower, stocks, state.drops, then)


def _with(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[: seat - 1], value, *values[seat:])
