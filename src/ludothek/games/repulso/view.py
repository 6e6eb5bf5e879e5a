"""Plain data for front ends: the table, the decisions, and events."""

from ludothek.games.protocol import Event, Seat, View
from ludothek.games.repulso.board import NAMES, NEIGHBOURS, Bits, groups, squares
from ludothek.games.repulso.state import Move, PlacePiece, PlaceStone, Slide, State


def board(state: State) -> View:
    """Everything on the table."""
    return {
        "squares": {NAMES[square]: _what(state, square) for square in squares(state.lying)},
        "supplies": [
            {"pieces": state.pieces_left(seat), "stones": state.stones_left[seat - 1]}
            for seat in (1, 2)
        ],
        "turn": state.turn,
        "affected": _names(state.affected),
        "groups": [_groups(state.of(seat)) for seat in (1, 2)],
    }


def move_view(move: Move) -> View:
    """A decision: its kind and what it touches."""
    match move:
        case PlacePiece(square):
            return {"kind": "piece", "to": NAMES[square]}
        case PlaceStone(square):
            return {"kind": "stone", "to": NAMES[square]}
        case Slide(start, end):
            return {"kind": "slide", "from": NAMES[start], "to": NAMES[end]}


def happened(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """What a decision did, in order."""
    seat = before.to_move
    affected = before.affected
    events: list[Event] = []
    match move:
        case PlacePiece(square):
            events.append({"event": "placed", "seat": seat, "to": NAMES[square]})
        case PlaceStone(square):
            events.append({"event": "stone-placed", "seat": seat, "to": NAMES[square]})
            affected = NEIGHBOURS[square] & (before.p1 | before.p2)
            events += _about("affected", before, affected)
        case Slide(start, end):
            events.append({"event": "slid", "seat": seat, "from": NAMES[start], "to": NAMES[end]})
            affected &= ~(1 << start)
    if after.turn != before.turn:
        events += _about("left-alone", after, affected)
        events.append({"event": "turn", "seat": after.turn})
    elif after.to_move != seat:
        events.append({"event": "answers", "seat": after.to_move})
    return tuple(events)


def _what(state: State, square: int) -> str:
    if state.stones >> square & 1:
        return "stone"
    return "p1" if state.p1 >> square & 1 else "p2"


def _names(of: Bits) -> list[str]:
    return [NAMES[square] for square in squares(of)]


def _groups(of: Bits) -> View:
    connected = groups(of)
    return {
        "count": len(connected),
        "sizes": [group.bit_count() for group in connected],
        "squares": [_names(group) for group in connected],
    }


def _about(event: str, state: State, pieces: Bits) -> list[Event]:
    """An event about some pieces, if there are any."""
    if not pieces:
        return []
    return [
        {
            "event": event,
            "pieces": [
                {"at": NAMES[square], "seat": _owner(state, square)} for square in squares(pieces)
            ],
        }
    ]


def _owner(state: State, square: int) -> Seat:
    return 1 if state.p1 >> square & 1 else 2
