"""The half turn of the board, with seats and camps swapped (RULES.md, 1.2)."""

from dataclasses import replace

from ludothek.games.protocol import Seat, Symmetry
from ludothek.games.robotory.board import NAMES, Bits, Hex, hexes
from ludothek.games.robotory.state import Move, Place, State, Step


def turned(hex: Hex) -> Hex:
    """a1 becomes e4, a2 becomes e3, …: the numbering just runs backwards."""
    return len(NAMES) - 1 - hex


def _turned_set(of: Bits) -> Bits:
    return sum(1 << turned(hex) for hex in hexes(of))


def _turned_state(state: State) -> State:
    white, black, red = state.robots
    return replace(
        state,
        white=_turned_set(state.white),
        black=_turned_set(state.black),
        robots=(turned(white), turned(black), turned(red)),
        stocks=(state.stocks[1], state.stocks[0]),
        to_move=_other(state.to_move),
    )


def _turned_move(move: Move) -> Move:
    if isinstance(move, Place | Step):
        return replace(move, hex=turned(move.hex))
    return move


def _other(seat: Seat) -> Seat:
    return 3 - seat


HALF_TURN: Symmetry[State, Move] = Symmetry("half-turn", _turned_state, _turned_move, _other)
