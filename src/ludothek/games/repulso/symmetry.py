"""The 8 symmetries of the board; the seats stay (RULES.md, 1.4)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ludothek.games.protocol import Symmetry
from ludothek.games.repulso.board import SIZE, Bits, Square, squares
from ludothek.games.repulso.state import Move, Slide, State

_Place = tuple[int, int]  # column and row, from 0
_LAST: Final = SIZE - 1

_WAYS: Final[dict[str, Callable[[int, int], _Place]]] = {
    "identity": lambda x, y: (x, y),
    "quarter-turn": lambda x, y: (y, _LAST - x),
    "half-turn": lambda x, y: (_LAST - x, _LAST - y),
    "three-quarter-turn": lambda x, y: (_LAST - y, x),
    "left-right": lambda x, y: (_LAST - x, y),
    "up-down": lambda x, y: (x, _LAST - y),
    "diagonal": lambda x, y: (y, x),
    "other-diagonal": lambda x, y: (_LAST - y, _LAST - x),
}


def _symmetry(name: str, way: Callable[[int, int], _Place]) -> Symmetry[State, Move]:
    places = (way(square % SIZE, square // SIZE) for square in range(SIZE * SIZE))
    image = tuple(x + SIZE * y for x, y in places)
    return Symmetry(
        name,
        state=lambda state: _turned_state(image, state),
        move=lambda move: _turned_move(image, move),
    )


def _turned_state(image: tuple[Square, ...], state: State) -> State:
    return replace(
        state,
        p1=_turned_set(image, state.p1),
        p2=_turned_set(image, state.p2),
        stones=_turned_set(image, state.stones),
        affected=_turned_set(image, state.affected),
    )


def _turned_set(image: tuple[Square, ...], of: Bits) -> Bits:
    return sum(1 << image[square] for square in squares(of))


def _turned_move(image: tuple[Square, ...], move: Move) -> Move:
    if isinstance(move, Slide):
        return Slide(image[move.start], image[move.end])
    return replace(move, square=image[move.square])


SYMMETRIES: Final = tuple(_symmetry(name, way) for name, way in _WAYS.items())
