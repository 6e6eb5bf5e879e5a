"""Positions of Repulso as the network sees them.

Inputs: for each square seven questions (own piece, other's, stone, open to me, open to the other,
own affected, other's affected), then the stones left of both (0 to 6), whether it is the turn of
the seat to decide, and whether a movement is under way.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from ludothek.games.repulso import REPULSO, rules
from ludothek.games.repulso.board import SIZE, squares
from ludothek.games.repulso.state import STONES, Move, PlacePiece, PlaceStone, State
from training.pupil import Order, Pupil

SQUARES: Final = SIZE * SIZE
QUESTIONS: Final = 7
_STONES: Final = QUESTIONS * SQUARES  # the first input that counts them
INPUTS: Final = _STONES + 2 * (STONES + 1) + 2


def on(state: State) -> Iterator[int]:
    """The inputs that are on."""
    own, other = state.to_move, 3 - state.to_move
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
        yield from (question * SQUARES + square for square in squares(answer))
    yield _STONES + state.stones_left[own - 1]
    yield _STONES + STONES + 1 + state.stones_left[other - 1]
    if state.turn == own:
        yield INPUTS - 2
    if state.affected:
        yield INPUTS - 1


def number(_state: State, move: Move) -> int | None:
    """Placements are told apart, slides are not."""
    if isinstance(move, PlacePiece | PlaceStone):
        return move.square + (SQUARES if isinstance(move, PlaceStone) else 0)
    return None


def turned() -> list[Order]:
    """The eight ways to turn a board: for each square, the one that comes there."""
    board = np.arange(SQUARES).reshape(SIZE, SIZE)
    ways = [np.rot90(board, quarter) for quarter in range(4)]
    return [way.ravel() for each in ways for way in (each, np.fliplr(each))]


def _turned_inputs(way: Order) -> Order:
    boards = [question * SQUARES + way for question in range(QUESTIONS)]
    return np.concatenate([*boards, np.arange(_STONES, INPUTS)])


def _turned_placements(way: Order) -> Order:
    return np.concatenate([way, SQUARES + way])


PUPIL: Final = Pupil(
    REPULSO,
    INPUTS,
    2 * SQUARES,
    on,
    number,
    tuple((_turned_inputs(way), _turned_placements(way)) for way in turned()),
)
