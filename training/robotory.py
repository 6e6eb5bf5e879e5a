"""Positions of Robotory as the network sees them: from the side of the seat to decide.

Inputs: for each hex eight questions (white disc, black disc, White, Black, Red, and can White,
Black, Red eat its way there), then own white and black discs in stock, the other's (0 to 4), white
and black ones in the lid (0 to 10), the robot that is moving, and option end.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from ludothek.games.robotory import ROBOTORY
from ludothek.games.robotory.board import (
    COLOURS,
    NAMES,
    NEIGHBOURS,
    ROBOTS,
    Bits,
    Hex,
    Robot,
    hexes,
)
from ludothek.games.robotory.state import Move, Place, Refill, State, Step
from ludothek.games.robotory.symmetry import turned
from training.pupil import Order, Pupil

HEXES: Final = len(NAMES)
QUESTIONS: Final = 8
_STOCKS: Final = QUESTIONS * HEXES
_LID: Final = _STOCKS + 4 * 5
_MOVING: Final = _LID + 2 * 11
INPUTS: Final = _MOVING + 3 + 1
_STOP: Final = 5 * HEXES  # after discs of two colours and steps of three robots
DECISIONS: Final = _STOP + 1 + 25


def on(state: State) -> Iterator[int]:
    """The inputs that are on."""
    own, other = state.to_move - 1, 2 - state.to_move
    for question, answer in enumerate(
        (
            state.white,
            state.black,
            *(1 << hex for hex in state.robots),
            *(within_reach(state, robot) for robot in ROBOTS),
        )
    ):
        yield from (question * HEXES + seen_from(state, hex) for hex in hexes(answer))
    for place, count in enumerate((*state.stocks[own], *state.stocks[other])):
        yield _STOCKS + 5 * place + count
    for place, count in enumerate(state.lid):
        yield _LID + 11 * place + count
    if state.moving:
        yield _MOVING + ROBOTS.index(state.moving)
    if state.setup["end"] == "all":
        yield INPUTS - 1


def within_reach(state: State, robot: Robot) -> Bits:
    """All hexes that a robot can eat its way to."""
    food = {"W": state.white, "B": state.black, "R": state.white | state.black}[robot]
    found, fresh = 0, 1 << state.where(robot)
    while fresh:
        around = 0
        for hex in hexes(fresh):
            around |= NEIGHBOURS[hex]
        fresh = around & food & ~found
        found |= fresh
    return found


def seen_from(state: State, hex: Hex) -> Hex:
    """To dark the board is turned by half a circle."""
    return hex if state.to_move == 1 else turned(hex)


def number(state: State, move: Move) -> int:
    """Every decision has a number; hexes are counted as they are seen."""
    if isinstance(move, Place):
        return COLOURS.index(move.colour) * HEXES + seen_from(state, move.hex)
    if isinstance(move, Step):
        return (2 + ROBOTS.index(move.robot)) * HEXES + seen_from(state, move.hex)
    if isinstance(move, Refill):
        return _STOP + 1 + 5 * move.white + move.black
    return _STOP


def _swapped(order: list[int], first: int, size: int) -> None:
    """Swap two runs of numbers that stand side by side."""
    after, end = first + size, first + 2 * size
    order[first:after], order[after:end] = order[after:end], order[first:after]


def swapped_inputs() -> Order:
    """White for black: discs, robots, stocks, lid."""
    order = list(range(INPUTS))
    for first in (0, 2 * HEXES, 5 * HEXES):
        _swapped(order, first, HEXES)
    for first, size in ((_STOCKS, 5), (_STOCKS + 10, 5), (_LID, 11), (_MOVING, 1)):
        _swapped(order, first, size)
    return np.array(order)


def swapped_decisions() -> Order:
    """White for black: discs to place, robots to step, discs to take."""
    order = list(range(DECISIONS))
    for first in (0, 2 * HEXES):
        _swapped(order, first, HEXES)
    refills = np.arange(_STOP + 1, DECISIONS).reshape(5, 5).T
    return np.concatenate([order[: _STOP + 1], refills.ravel()])


PUPIL: Final = Pupil(
    ROBOTORY,
    INPUTS,
    DECISIONS,
    on,
    number,
    ((np.arange(INPUTS), np.arange(DECISIONS)), (swapped_inputs(), swapped_decisions())),
    ({}, {}, {}, {"end": "all"}),
)
