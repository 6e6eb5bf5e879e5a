"""Positions of Repulso as the network sees them; the core has the same (repulso_judge.hpp).

Inputs are 0 or 1: for each square seven questions (own piece, other's, stone, open to me, open to
the other, own affected, other's affected), then the stones left of both (0 to 6), whether it is
the turn of the seat to decide, and whether a movement is under way.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludothek.games.repulso import rules
from ludothek.games.repulso.board import SIZE, squares
from ludothek.games.repulso.notation import parse_move
from ludothek.games.repulso.state import STONES, PlacePiece, PlaceStone, State

Floats = NDArray[np.float32]

SQUARES: Final = SIZE * SIZE
QUESTIONS: Final = 7
INPUTS: Final = QUESTIONS * SQUARES + 2 * (STONES + 1) + 2
PLACEMENTS: Final = 2 * SQUARES


def seen(state: State) -> Floats:
    """The inputs of a position."""
    own, other = state.to_move, 3 - state.to_move
    found = np.zeros(INPUTS, np.float32)
    for question, answer in enumerate(
        (
            state.of(own),
            state.of(other),
            state.stones,
            rules.openings(state.of(own), state.lying),
            rules.openings(state.of(other), state.lying),
            state.affected & state.of(own),
            state.affected & state.of(other),
        )
    ):
        found[[question * SQUARES + square for square in squares(answer)]] = 1
    after = QUESTIONS * SQUARES
    found[after + state.stones_left[own - 1]] = 1
    found[after + STONES + 1 + state.stones_left[other - 1]] = 1
    found[-2] = state.turn == own
    found[-1] = bool(state.affected)
    return found


def placements(state: State) -> Floats:
    """Which placements are legal: pieces, then stones."""
    found = np.zeros(PLACEMENTS, np.float32)
    for move in rules.legal_moves(state):
        if isinstance(move, PlacePiece | PlaceStone):
            found[_number(move)] = 1
    return found


def looked_at(visits: Mapping[str, int]) -> Floats:
    """How the visits of a search are shared out among placements; all 0 if there are none."""
    found = np.zeros(PLACEMENTS, np.float32)
    for text, times in visits.items():
        move = parse_move(text)
        if isinstance(move, PlacePiece | PlaceStone):
            found[_number(move)] = times
    shares: Floats = found / max(1, found.sum())
    return shares


def turned() -> list[NDArray[np.int64]]:
    """The eight ways to turn a board: for each square, the one that comes there."""
    board = np.arange(SQUARES).reshape(SIZE, SIZE)
    ways = [np.rot90(board, quarter) for quarter in range(4)]
    return [way.ravel() for each in ways for way in (each, np.fliplr(each))]


def turned_inputs(way: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same for inputs."""
    boards = [question * SQUARES + way for question in range(QUESTIONS)]
    return np.concatenate([*boards, np.arange(QUESTIONS * SQUARES, INPUTS)])


def turned_placements(way: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same for placements."""
    return np.concatenate([way, SQUARES + way])


def _number(move: PlacePiece | PlaceStone) -> int:
    return move.square + (SQUARES if isinstance(move, PlaceStone) else 0)
