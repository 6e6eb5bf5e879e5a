"""Plain data for front ends: the table, the decisions, and events."""

from typing import Final

from ludothek.games.protocol import Event, View
from ludothek.games.robotory.board import CAMPS, NAMES, ROBOTS, hexes
from ludothek.games.robotory.state import Discs, Move, Place, Refill, State, Step, Stop

_CAMPS: Final = {str(seat): [NAMES[hex] for hex in hexes(camp)] for seat, camp in CAMPS.items()}


def board(state: State) -> View:
    """Everything on the table."""
    return {
        "discs": {NAMES[hex]: "w" for hex in hexes(state.white)}
        | {NAMES[hex]: "b" for hex in hexes(state.black)},
        "robots": {robot: NAMES[state.where(robot)] for robot in ROBOTS},
        "camps": _CAMPS,
        "stocks": [_discs(stock) for stock in state.stocks],
        "lid": _discs(state.lid),
        "moving": state.moving,
        "at_home": [(camp & state.standing).bit_count() for camp in CAMPS.values()],
    }


def move_view(move: Move) -> View:
    """A decision: its kind and what it touches."""
    match move:
        case Place(colour, hex):
            return {"kind": "place", "disc": colour, "to": NAMES[hex]}
        case Step(robot, hex):
            return {"kind": "step", "robot": robot, "to": NAMES[hex]}
        case Stop():
            return {"kind": "stop"}
        case Refill(white, black):
            return {"kind": "refill", "discs": _discs((white, black))}


def happened(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """What a decision did, in order."""
    seat = before.to_move
    events: list[Event] = []
    match move:
        case Place(colour, hex):
            events.append({"event": "placed", "seat": seat, "disc": colour, "to": NAMES[hex]})
        case Step(robot, hex):
            start, end = NAMES[before.where(robot)], NAMES[hex]
            disc = "w" if before.white >> hex & 1 else "b"
            events.append(
                {"event": "stepped", "seat": seat, "robot": robot, "from": start, "to": end}
            )
            events.append({"event": "eaten", "robot": robot, "disc": disc, "at": end})
        case Stop():
            events.append({"event": "stopped", "seat": seat, "robot": before.moving})
        case Refill(white, black):
            events.append({"event": "refilled", "seat": seat, "discs": _discs((white, black))})
    if after.to_move != seat:
        events.append({"event": "turn", "seat": after.to_move})
    return tuple(events)


def _discs(discs: Discs) -> View:
    return {"w": discs[0], "b": discs[1]}
