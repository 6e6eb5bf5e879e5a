"""Actions as numbers and observations as arrays, made from the Python rules."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.games import AnyGame, nexus, repulso, robotory
from ludothek.games.nexus.actions import changing
from ludothek.games.nexus.state import Changing, Entering, Removing, Stepping
from ludothek.games.robotory.board import CAMPS

Picture = NDArray[np.uint8]

RINGS = {2: 19, 3: 28, 4: 37}  # by seats
SIDE = 16  # of a picture of NEXUS


def numbered(game: AnyGame, state: Any, legal: list[int]) -> dict[int, Any]:
    """The legal decisions by their numbers.

    Places to lay rings are counted with those where none may be laid; so of these only the order
    is compared with the numbers that are said to be legal.
    """
    moves = game.legal_moves(state)
    if moves and isinstance(moves[0], nexus.Lay):
        rings = RINGS[state.setup.seats]
        assert all(3 * rings <= number < 6 * rings for number in legal)
        by_row = sorted(moves, key=lambda move: (move.to[1], move.to[0]))
        return dict(zip(legal, by_row, strict=True))
    return {_number(state, move): move for move in moves}


def picture(state: Any, seen: Picture) -> Picture:
    """What there is to see; where the middle of a board of NEXUS is, is taken from what is seen."""
    if isinstance(state, repulso.State):
        return _repulso(state)
    return _robotory(state) if isinstance(state, robotory.State) else _nexus(state, seen)


def _number(state: Any, move: Any) -> int:
    if isinstance(state, nexus.State):
        return _of_nexus(state, move)
    return _of_repulso(move) if isinstance(state, repulso.State) else _of_robotory(move)


def _of_repulso(move: repulso.Move) -> int:
    match move:
        case repulso.PlacePiece(square):
            return square
        case repulso.PlaceStone(square):
            return 36 + square
        case repulso.Slide(start, end):
            columns, rows = end % 6 - start % 6, end // 6 - start // 6
            ways = [rows > 0, columns > 0, rows < 0, columns < 0]
            return 72 + 4 * start + ways.index(True)


def _of_robotory(move: robotory.Move) -> int:
    match move:
        case robotory.Place(colour, hex):
            return 24 * "wb".index(colour) + hex
        case robotory.Step(robot, hex):
            return 48 + 24 * "WBR".index(robot) + hex
        case robotory.Stop():
            return 120
        case robotory.Refill(white, black):
            return 121 + 5 * white + black


def _of_nexus(state: nexus.State, move: nexus.Move) -> int:
    """Of any decision but where to lay a ring."""
    rings, number = RINGS[state.setup.seats], state.board.index
    match move:
        case nexus.Enter(ring):
            return number[ring]
        case nexus.Lift(ring):
            return rings + number[ring]
        case nexus.Remove(_, ring):
            return 2 * rings + number[ring]
        case nexus.Walk(start, to):
            return 6 * rings + rings * number[start] + number[to]
        case nexus.Leap(start, to, sacrificed):
            pair = rings * number[start] + number[to]
            return 6 * rings + rings**2 + rings * pair + number[sacrificed]
        case nexus.Lay():
            raise ValueError("places to lay are numbered together")


def _on(bits: int, places: int) -> list[int]:
    return [bits >> place & 1 for place in range(places)]


def _repulso(state: repulso.State) -> Picture:
    own, other = state.to_move, 3 - state.to_move
    boards = (state.of(own), state.of(other), state.stones, state.affected)
    left = [state.pieces_left(own), state.pieces_left(other)]
    left += [state.stones_left[own - 1], state.stones_left[other - 1]]
    left += [1, state.turn == own]
    planes = [_on(board, 36) for board in boards] + [[number] * 36 for number in left]
    return np.array(planes, np.uint8).reshape(10, 6, 6)


def _robotory(state: robotory.State) -> Picture:
    seat, robots = state.to_move, [1 << hex for hex in state.robots]
    moving = 1 << state.where(state.moving) if state.moving else 0
    boards = [state.white, state.black, *robots, moving, CAMPS[seat]]
    numbers = [*state.stocks[seat - 1], *state.stocks[2 - seat], *state.lid]
    numbers += [state.setup["end"] == "all", seat - 1, 1]
    planes = [_on(board, 24) for board in boards] + [numbers + [0] * 15]
    return np.array(planes, np.uint8).reshape(8, 1, 24)


def _nexus(state: nexus.State, seen: Picture) -> Picture:
    planes, board, change = np.zeros_like(seen), state.board, state.under_way
    row, column = np.argwhere(seen[8])[0]
    q, r = board.rings[seen[8, row, column] - 1]
    down, right = row - r, column - q
    order = [(state.to_move - 1 + after) % state.setup.seats for after in range(state.setup.seats)]
    before = getattr(change, "before", ())
    for ring, (q, r) in enumerate(board.rings):
        lying = [state.marbles[ring][seat] for seat in order]
        shown = [1, *lying, *[0] * (4 - len(lying)), board.border >> ring & 1, (q, r) in before]
        if 0 <= r + down < SIDE and 0 <= q + right < SIDE:
            planes[:7, r + down, q + right] = shown
            planes[8, r + down, q + right] = ring + 1
    for q, r in change.lifted if isinstance(change, Changing) else ():
        if 0 <= r + down < SIDE and 0 <= q + right < SIDE:
            planes[7, r + down, q + right] = 1
    for place, seat in enumerate(order):
        planes[9 + place] = state.reserves[seat]
    planes[13] = changing.allowed(state)
    planes[14] = _phase(change)
    planes[15] = _left(change)
    planes[16] = state.first_turn
    for place, seat in enumerate(order):
        planes[18 + place] = state.previous[seat] == "r"
    return planes


def _phase(change: object) -> int:
    match change:
        case Entering():
            return 1
        case Changing(lifted):
            return 3 if len(lifted) == 4 else 2
        case Stepping():
            return 4
        case Removing():
            return 5
    return 0


def _left(change: object) -> int:
    match change:
        case Entering(left):
            return left
        case Changing(lifted, laid):
            return 4 - laid if len(lifted) == 4 else 0
    return 0
