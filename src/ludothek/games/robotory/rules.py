"""The rules of Robotory, clause by clause of RULES.md."""

from dataclasses import replace
from typing import Final

from ludothek.games.protocol import Option, Outcome, Reason, Seat, Setup, because
from ludothek.games.robotory.board import (
    ALL,
    CAMPS,
    COLOURS,
    NAMES,
    NEIGHBOURS,
    ROBOTS,
    START,
    Bits,
    Robot,
)
from ludothek.games.robotory.state import Discs, Move, Place, Refill, State, Step, Stop, of_colour

OPTIONS: Final = (Option("end", ("colour", "all")),)
STOCK: Final = 4  # discs a refill fills the stock up to

REASONS: Final = {
    "over": "the game is over",
    "moving": "robot {robot} is moving: it goes on or stops",
    "not-moving": "no robot is moving",
    "other-robot": "robot {robot} is moving, and only it may go on",
    "no-disc": "you have no {colour} disc in stock",
    "robot-there": "a robot stands on {hex}",
    "disc-there": "a disc lies on {hex}",
    "not-next": "robot {robot} does not stand next to {hex}",
    "nothing-to-eat": "no disc lies on {hex}",
    "wrong-colour": "robot {robot} cannot eat the disc on {hex}",
    "stock-full": "your stock is full",
    "lid-short": "the lid has only {left} {colour} left",
    "refill-size": "a refill takes exactly {needed} now",
}
COLOUR_NAMES: Final = {"w": "white", "b": "black"}

# One object per decision, and for every set of three hexes the decisions that lead there: most
# of a turn's choices are looked up, not made.
_CHUNK: Final = 3
_STOP: Final = Stop()
_Table = tuple[tuple[tuple[Move, ...], ...], ...]


def _table(moves: list[Move]) -> _Table:
    """moves[i] leads to hex i; the table answers for hexes 3k, 3k+1, 3k+2 at once."""
    return tuple(
        tuple(
            tuple(moves[first + bit] for bit in range(_CHUNK) if pattern >> bit & 1)
            for pattern in range(1 << _CHUNK)
        )
        for first in range(0, len(moves), _CHUNK)
    )


_PLACES: Final = {c: _table([Place(c, hex) for hex in range(len(NAMES))]) for c in COLOURS}
_STEPS: Final = {r: _table([Step(r, hex) for hex in range(len(NAMES))]) for r in ROBOTS}
_REFILLS: Final = {
    (white, black): Refill(white, black)
    for white in range(STOCK + 1)
    for black in range(STOCK + 1 - white)
}


def start(setup: Setup) -> State:
    """1.3, 1.4: the table before the first turn."""
    return State(setup, 0, 0, START, ((2, 2), (2, 2)), (10, 10), 1)


def to_move(state: State) -> Seat:
    """The seat to decide."""
    return state.to_move


def turn_begins(state: State) -> bool:
    """2.1: a turn goes on only while a robot is moving."""
    return state.moving is None


def legal_moves(state: State) -> tuple[Move, ...]:
    """2.1: placements, steps, refills; 2.5: or how a movement goes on."""
    if _exhausted(state):
        return ()
    moves: list[Move] = []
    if state.moving:
        _lead_to(_STEPS[state.moving], meals(state, state.moving), moves)
        moves.append(_STOP)
        return tuple(moves)
    free = ALL & ~(state.white | state.black | state.standing)
    stock = state.stocks[state.to_move - 1]
    for colour, left in zip(COLOURS, stock, strict=True):
        if left:
            _lead_to(_PLACES[colour], free, moves)
    for robot in ROBOTS:
        _lead_to(_STEPS[robot], meals(state, robot), moves)
    moves.extend(_refills(stock, state.lid))
    return tuple(moves)


def apply(state: State, move: Move) -> State:
    """Carry out a legal decision."""
    match move:
        case Place():
            return _place(state, move)
        case Step():
            return _step(state, move)
        case Stop():
            return replace(state, to_move=3 - state.to_move, moving=None)
        case Refill():
            return _refill(state, move)


def refusal(state: State, move: Move) -> Reason | None:
    """Why a decision is not legal here, or None."""
    if _exhausted(state):
        return because("over")
    match move:
        case Step():
            return _refuse_step(state, move)
        case Stop():
            return None if state.moving else because("not-moving")
        case _ if state.moving:
            return because("moving", robot=state.moving)
        case Place():
            return _refuse_place(state, move)
        case Refill():
            return _refuse_refill(state, move)


def outcome(state: State) -> Outcome | None:
    """3.1, 3.2: when the game is over; 3.3: who has won."""
    if not _exhausted(state):
        return None
    at_home = (CAMPS[1] & state.standing).bit_count()
    return Outcome((1 if at_home >= 2 else 2,), "lid-empty")


def meals(state: State, robot: Robot) -> Bits:
    """2.3, 2.4: the hexes where a robot can step to and eat."""
    if robot == "W":
        return NEIGHBOURS[state.robots[0]] & state.white
    if robot == "B":
        return NEIGHBOURS[state.robots[1]] & state.black
    return NEIGHBOURS[state.robots[2]] & (state.white | state.black)


def _exhausted(state: State) -> bool:
    white, black = state.lid
    if white and black:
        return False
    return state.setup["end"] == "colour" or not (white or black)


def _lead_to(table: _Table, targets: Bits, moves: list[Move]) -> None:
    for chunk in table:
        moves += chunk[targets & 7]
        targets >>= _CHUNK


def _refills(stock: Discs, lid: Discs) -> list[Move]:
    """2.6, 2.7: every way to fill the stock up."""
    needed = _needed(stock, lid)
    if not needed:
        return []
    white, black = lid
    return [
        _REFILLS[take, needed - take]
        for take in range(max(0, needed - black), min(needed, white) + 1)
    ]


def _needed(stock: Discs, lid: Discs) -> int:
    return min(STOCK - sum(stock), sum(lid))


def _place(state: State, move: Place) -> State:
    spot, first = 1 << move.hex, state.to_move == 1
    mine, theirs = state.stocks if first else state.stocks[::-1]
    white, black = mine
    left = (white - 1, black) if move.colour == "w" else (white, black - 1)
    return State(
        state.setup,
        state.white | spot if move.colour == "w" else state.white,
        state.black | spot if move.colour == "b" else state.black,
        state.robots,
        (left, theirs) if first else (theirs, left),
        state.lid,
        3 - state.to_move,
    )


def _step(state: State, move: Step) -> State:
    spot = ~(1 << move.hex)
    white, black, red = state.robots
    robots = {
        "W": (move.hex, black, red),
        "B": (white, move.hex, red),
        "R": (white, black, move.hex),
    }[move.robot]
    after = State(
        state.setup,
        state.white & spot,
        state.black & spot,
        robots,
        state.stocks,
        state.lid,
        state.to_move,
        move.robot,
    )
    if meals(after, move.robot):
        return after
    return replace(after, to_move=3 - state.to_move, moving=None)


def _refill(state: State, move: Refill) -> State:
    mine, theirs = state.stocks if state.to_move == 1 else state.stocks[::-1]
    filled = (mine[0] + move.white, mine[1] + move.black)
    return replace(
        state,
        stocks=(filled, theirs) if state.to_move == 1 else (theirs, filled),
        lid=(state.lid[0] - move.white, state.lid[1] - move.black),
        to_move=3 - state.to_move,
    )


def _refuse_place(state: State, move: Place) -> Reason | None:
    if not of_colour(state.stocks[state.to_move - 1], move.colour):
        return because("no-disc", colour=COLOUR_NAMES[move.colour])
    if state.standing >> move.hex & 1:
        return because("robot-there", hex=NAMES[move.hex])
    if (state.white | state.black) >> move.hex & 1:
        return because("disc-there", hex=NAMES[move.hex])
    return None


def _refuse_step(state: State, move: Step) -> Reason | None:
    if state.moving and move.robot != state.moving:
        return because("other-robot", robot=state.moving)
    if not NEIGHBOURS[state.where(move.robot)] >> move.hex & 1:
        return because("not-next", robot=move.robot, hex=NAMES[move.hex])
    if not (state.white | state.black) >> move.hex & 1:
        return because("nothing-to-eat", hex=NAMES[move.hex])
    if not meals(state, move.robot) >> move.hex & 1:
        return because("wrong-colour", robot=move.robot, hex=NAMES[move.hex])
    return None


def _refuse_refill(state: State, move: Refill) -> Reason | None:
    needed = _needed(state.stocks[state.to_move - 1], state.lid)
    if not needed:
        return because("stock-full")
    if move.white + move.black != needed:
        return because("refill-size", needed=needed)
    for colour, taken, left in zip(COLOURS, (move.white, move.black), state.lid, strict=True):
        if taken > left:
            return because("lid-short", left=left, colour=COLOUR_NAMES[colour])
    return None
