"""The rules of Repulso, clause by clause of RULES.md."""

from collections.abc import Mapping, Sequence
from typing import Final

from ludothek.games.protocol import Option, Outcome, Reason, Seat, Setup, because
from ludothek.games.repulso.board import (
    ALL,
    COLUMN,
    ENDS_IN_COLUMN,
    ENDS_IN_ROW,
    NAMES,
    NEIGHBOURS,
    ROW,
    ROWS,
    SIZE,
    Bits,
    Square,
    around,
    end_of_slide,
    groups,
    path,
    squares,
)
from ludothek.games.repulso.state import (
    PIECES,
    STONES,
    Move,
    PlacePiece,
    PlaceStone,
    Slide,
    State,
)
from ludothek.games.repulso.stuck import has_prospect

OPTIONS: Final = (
    Option("stuck", ("no-prospect", "no-turn")),
    Option("tiebreak", ("draw", "next-groups")),
)

REASONS: Final = {
    "over": "the game is over",
    "movement": "a movement is under way: it goes on with a slide from {pieces}",
    "no-movement": "no movement is under way",
    "no-piece": "you have no piece left",
    "no-stone": "you have no action stone left",
    "occupied": "{square} is not empty",
    "own-next": "a piece of your colour lies on {neighbour}, next to {square}",
    "nothing-there": "no piece lies on {square}",
    "not-yours": "the piece on {square} is not yours",
    "not-affected": "the piece on {square} is not affected by the stone, or has slid already",
    "blocked": "the piece on {square} is blocked and is left alone",
    "not-straight": "a slide runs along a row or a column, not from {start} to {end}",
    "in-the-way": "{obstacle} is not empty and in the way from {start} to {end}",
    "stops-short": "a slide from {start} towards {end} goes on to {stop}",
}

# One object per decision, looked up instead of made. For every row the placements on any set of
# its squares; for every square the slides from it, given what else lies in its row or column.
_Placements = tuple[tuple[tuple[Move, ...], ...], ...]
_Ends = tuple[dict[Bits, tuple[Square, ...]], ...]
_Slides = tuple[dict[Bits, tuple[Move, ...]], ...]


def _placements(moves: Sequence[Move]) -> _Placements:
    return tuple(
        tuple(
            tuple(moves[first + bit] for bit in range(SIZE) if pattern >> bit & 1)
            for pattern in range(1 << SIZE)
        )
        for first in range(0, len(moves), SIZE)
    )


def _slides(ends: _Ends) -> _Slides:
    return tuple(
        {lying: tuple(Slide(start, end) for end in targets) for lying, targets in by_lying.items()}
        for start, by_lying in enumerate(ends)
    )


_PIECES: Final = _placements([PlacePiece(square) for square in range(len(NAMES))])
_STONES: Final = _placements([PlaceStone(square) for square in range(len(NAMES))])
_ALONG_ROW: Final = _slides(ENDS_IN_ROW)
_ALONG_COLUMN: Final = _slides(ENDS_IN_COLUMN)


def options_of_version_1(options: Mapping[str, str]) -> dict[str, str]:
    """7.1: the default was another one."""
    return {"stuck": "no-turn", **options}


def version_1_differs(options: Mapping[str, str]) -> bool:
    """7.2: a prospect was another matter."""
    return options["stuck"] == "no-prospect"


def start(setup: Setup) -> State:
    """1.2: the table before the first turn."""
    return State(setup, 0, 0, 0, (STONES, STONES), 1, 1)


def to_move(state: State) -> Seat:
    """The seat to decide."""
    return state.to_move


def turn_begins(state: State) -> bool:
    """2.1, 3.1: a turn goes on only while pieces slide."""
    return not state.affected


def legal_moves(state: State) -> tuple[Move, ...]:
    """2.2, 2.3: pieces, then stones, from a1 on; 3.4: or the slides of a movement."""
    own, lying = state.of(state.to_move), state.lying
    moves: list[Move] = []
    if state.affected:
        for square in squares(own & state.affected):
            moves += _ALONG_ROW[square][lying & ROW[square]]
            moves += _ALONG_COLUMN[square][lying & COLUMN[square]]
        return tuple(moves)
    if spots := openings(own, lying):
        _put(_PIECES, spots, moves)
    elif _stuck(state):
        return ()
    if state.stones_left[state.to_move - 1]:
        _put(_STONES, ALL & ~lying, moves)
    return tuple(moves)


def apply(state: State, move: Move) -> State:
    """Carry out a legal decision."""
    match move:
        case PlacePiece():
            return _place_piece(state, move)
        case PlaceStone():
            return _place_stone(state, move)
        case Slide():
            return _slide(state, move)


def refusal(state: State, move: Move) -> Reason | None:
    """Why a decision is not legal here, or None."""
    if outcome(state):
        return because("over")
    match move:
        case Slide():
            return _refuse_slide(state, move)
        case _ if state.affected:
            return because("movement", pieces=_sliders(state))
        case PlacePiece():
            return _refuse_piece(state, move)
        case PlaceStone():
            return _refuse_stone(state, move)


def outcome(state: State) -> Outcome | None:
    """4.1: asked when a turn begins; 4.2: stuck; 4.4: full board."""
    if state.affected:
        return None
    if state.lying == ALL:
        return _score(state)
    return Outcome((3 - state.to_move,), "stuck") if _stuck(state) else None


def openings(own: Bits, lying: Bits) -> Bits:
    """2.2: the squares for another piece of a colour."""
    return ALL & ~(lying | around(own)) if own.bit_count() < PIECES else 0


def slider(state: State) -> Seat | None:
    """3.2, 3.4: the seat that has to slide a piece; 3.7: or nobody."""
    return _slider(state.p1, state.p2, state.stones, state.turn, state.affected)


def left_alone(state: State) -> Bits:
    """3.5: the affected pieces that cannot slide."""
    return state.affected & ~around(ALL & ~state.lying)


def _put(table: _Placements, spots: Bits, moves: list[Move]) -> None:
    for row in table:
        moves += row[spots & ROWS[0]]
        spots >>= SIZE


def _place_piece(state: State, move: PlacePiece) -> State:
    spot, other = 1 << move.square, 3 - state.turn
    return State(
        state.setup,
        state.p1 | spot if other == 2 else state.p1,
        state.p2 | spot if other == 1 else state.p2,
        state.stones,
        state.stones_left,
        other,
        other,
    )


def _place_stone(state: State, move: PlaceStone) -> State:
    """3.1: the neighbours are affected; 3.7: if none of them can slide, the turn is over."""
    p1, p2, turn = state.p1, state.p2, state.turn
    stones = state.stones | 1 << move.square
    left1, left2 = state.stones_left
    left = (left1 - 1, left2) if turn == 1 else (left1, left2 - 1)
    affected = NEIGHBOURS[move.square] & (p1 | p2)
    if affected and (seat := _slider(p1, p2, stones, turn, affected)):
        return State(state.setup, p1, p2, stones, left, seat, turn, affected)
    return State(state.setup, p1, p2, stones, left, 3 - turn, 3 - turn)


def _slide(state: State, move: Slide) -> State:
    """3.2: one piece slides, then the next one; 3.7: until the turn is over."""
    p1, p2, stones, turn = state.p1, state.p2, state.stones, state.turn
    way = 1 << move.start | 1 << move.end
    if state.to_move == 1:
        p1 ^= way
    else:
        p2 ^= way
    affected = state.affected & ~way
    if affected and (seat := _slider(p1, p2, stones, turn, affected)):
        return State(state.setup, p1, p2, stones, state.stones_left, seat, turn, affected)
    return State(state.setup, p1, p2, stones, state.stones_left, 3 - turn, 3 - turn)


def _slider(p1: Bits, p2: Bits, stones: Bits, turn: Seat, affected: Bits) -> Seat | None:
    free = affected & around(ALL & ~(p1 | p2 | stones))
    if not free:
        return None
    return turn if free & (p1 if turn == 1 else p2) else 3 - turn


def _stuck(state: State) -> bool:
    """4.2, 4.3, 5.1: does the seat whose turn begins lose for want of squares?"""
    seat, own = state.to_move, state.of(state.to_move)
    if own.bit_count() == PIECES or openings(own, state.lying):
        return False
    stones = state.stones_left[seat - 1]
    if not stones or state.setup["stuck"] == "no-turn":
        return not stones
    deepest = 1 if state.setup.rules == 1 else stones  # 7.2
    return not has_prospect(own, state.of(3 - seat), state.stones, deepest)


def _score(state: State) -> Outcome:
    """4.4, 4.5, 4.6, 5.2: compare the groups."""
    mine = [group.bit_count() for group in groups(state.p1)]
    theirs = [group.bit_count() for group in groups(state.p2)]
    if len(mine) != len(theirs):
        return Outcome((1 if len(mine) < len(theirs) else 2,), "fewest-groups")
    ranks = len(mine) if state.setup["tiebreak"] == "next-groups" else 1
    for rank in range(ranks):
        if mine[rank] != theirs[rank]:
            winner = 1 if mine[rank] > theirs[rank] else 2
            return Outcome((winner,), "next-groups" if rank else "largest-group")
    return Outcome((), "draw-equal")


def _sliders(state: State) -> str:
    able = state.affected & state.of(state.to_move) & ~left_alone(state)
    return ", ".join(NAMES[square] for square in squares(able))


def _refuse_piece(state: State, move: PlacePiece) -> Reason | None:
    if not state.pieces_left(state.to_move):
        return because("no-piece")
    if state.lying >> move.square & 1:
        return because("occupied", square=NAMES[move.square])
    for neighbour in squares(NEIGHBOURS[move.square] & state.of(state.to_move)):
        return because("own-next", neighbour=NAMES[neighbour], square=NAMES[move.square])
    return None


def _refuse_stone(state: State, move: PlaceStone) -> Reason | None:
    if not state.stones_left[state.to_move - 1]:
        return because("no-stone")
    if state.lying >> move.square & 1:
        return because("occupied", square=NAMES[move.square])
    return None


def _refuse_slide(state: State, move: Slide) -> Reason | None:
    square = NAMES[move.start]
    if not state.affected:
        return because("no-movement")
    if not (state.p1 | state.p2) >> move.start & 1:
        return because("nothing-there", square=square)
    if not state.of(state.to_move) >> move.start & 1:
        return because("not-yours", square=square)
    if not state.affected >> move.start & 1:
        return because("not-affected", square=square)
    if left_alone(state) >> move.start & 1:
        return because("blocked", square=square)
    return _refuse_way(state.lying, move)


def _refuse_way(lying: Bits, move: Slide) -> Reason | None:
    """3.3: straight, over empty squares, and all the way."""
    names = {"start": NAMES[move.start], "end": NAMES[move.end]}
    if not (ROW[move.start] | COLUMN[move.start]) >> move.end & 1:
        return because("not-straight", **names)
    way = path(move.start, move.end)
    for square in way[: way.index(move.end) + 1]:
        if lying >> square & 1:
            return because("in-the-way", obstacle=NAMES[square], **names)
    stop = end_of_slide(move.start, move.end, lying)
    return None if stop == move.end else because("stops-short", stop=NAMES[stop], **names)
