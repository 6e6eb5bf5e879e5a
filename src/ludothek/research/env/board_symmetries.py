"""Symmetries of observation planes and of actions, for learners.

    for symmetry in spec.board_symmetries:
        symmetry.planes(observations), symmetry.actions(mask), symmetry.actions(policy)

They are those of the rules, put into numbers: what a seat sees of a turned position is what
`planes` makes of what it saw (as the seat `symmetry.seat(seat)`), and the same decisions, turned,
are legal. Repulso's board can be turned and mirrored in 8 ways; Robotory's by half a circle, with
the seats swapped.

NEXUS has the identity only. Its rings have no fixed places: an action counts the rings in the order
of their positions, and the planes show the part of the grid around the middle of the board. Where a
turned ring comes in that order depends on all other rings, so no renaming of actions holds for
every position. The networks' features and outputs are about places; `Specification.symmetries`
turns those.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from ludothek.games import AnyGame
from ludothek.games.protocol import Symmetry
from ludothek.games.repulso.board import NAMES as SQUARES
from ludothek.games.robotory.board import NAMES as HEXES

Order = NDArray[np.int32]
Number = TypeVar("Number", bound=np.generic)

# The names of the places in the order of planes and actions, and a decision that names one.
_PLACES: Final = {"repulso": (SQUARES, "{}"), "robotory": (HEXES, "w@{}")}
_STEPS: Final = (6, 1, -6, -1)  # of a slide of Repulso: up, right, down, left
_INNER: Final = SQUARES.index("b2")  # it has a neighbour in each direction
_NUMBERS: Final = {"robotory": 7}  # the plane that shows numbers, not places
_SEAT: Final = 7  # which of these numbers is the seat, 0 or 1


@dataclass(frozen=True, slots=True)
class BoardSymmetry:
    """A renaming of places (and perhaps of seats) under which the rules stay the same.

    `turned[i] = seen[places[i]] ^ swapped[i]` for the bytes of the planes, one after the other, and
    `turned[i] = values[order[i]]` for actions.

    >>> from ludothek.research.specification import specification
    >>> spec = specification("robotory")
    >>> half_turn = spec.board_symmetries[1]
    >>> mask = spec.mask(spec.begin())
    >>> half_turn.seat(1), half_turn.actions(mask).shape == mask.shape
    (2, True)
    """

    name: str
    seats: tuple[int, ...]  # what becomes of each seat
    places: Order
    swapped: NDArray[np.uint8]  # 1 where a byte is the number of a seat that changes
    order: Order

    def seat(self, seat: int) -> int:
        """The seat that sees in the turned position what this one sees, turned."""
        return self.seats[seat - 1]

    def planes(self, seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Observations, turned: of one game or of many."""
        flat = seen.reshape(*seen.shape[:-3], -1)
        if seen.ndim < 3 or flat.shape[-1] != len(self.places):
            raise ValueError(f"planes are {len(self.places)} bytes a game, not {seen.shape}")
        turned: NDArray[np.uint8] = flat[..., self.places] ^ self.swapped
        return turned.reshape(seen.shape)

    def actions(self, values: NDArray[Number]) -> NDArray[Number]:
        """What stands at each action (a mask, a policy, logits), turned: of one game or of many."""
        if values.shape[-1:] != self.order.shape:
            raise ValueError(f"there are {len(self.order)} actions, not {values.shape}")
        return values[..., self.order]

    def action(self, action: int) -> int:
        """The number of an action in the turned position."""
        return int(np.flatnonzero(self.order == action)[0])


def board_symmetries(
    game: AnyGame, shape: tuple[int, int, int], runs: Sequence[int], seats: int
) -> tuple[BoardSymmetry, ...]:
    """The identity first; `runs` are the lengths of the runs of actions.

    >>> from ludothek.research.specification import specification
    >>> [symmetry.name for symmetry in specification("robotory").board_symmetries]
    ['identity', 'half-turn']
    """
    number, length = sum(runs), int(np.prod(shape))
    everybody = tuple(range(1, seats + 1))
    places, order = np.arange(length, dtype=np.int32), np.arange(number, dtype=np.int32)
    identity = BoardSymmetry("identity", everybody, places, np.zeros(length, np.uint8), order)
    if game.name not in _PLACES:
        return (identity,)
    turns = (each for each in game.symmetries if each.name != identity.name)
    return (identity, *(_in_numbers(game, each, shape, runs) for each in turns))


def _in_numbers(
    game: AnyGame, symmetry: Symmetry[Any, Any], shape: tuple[int, int, int], runs: Sequence[int]
) -> BoardSymmetry:
    image = _image(game, symmetry)
    seats = (symmetry.seat(1), symmetry.seat(2))
    places, swapped = _places(image, shape[0], _NUMBERS.get(game.name))
    if seats == (2, 1):
        swapped[_NUMBERS[game.name], _SEAT] = 1
    order = _order(image, runs)
    return BoardSymmetry(symmetry.name, seats, places.ravel(), swapped.ravel(), order)


def _image(game: AnyGame, symmetry: Symmetry[Any, Any]) -> Order:
    """Where each place goes, by the texts of decisions."""
    names, decision = _PLACES[game.name]
    texts = [decision.format(name) for name in names]
    turned = [str(symmetry.move(game.notation.parse_move(text))) for text in texts]
    return np.array([texts.index(text) for text in turned], np.int32)


def _places(image: Order, planes: int, numbers: int | None) -> tuple[Order, NDArray[np.uint8]]:
    size = len(image)
    places = np.arange(planes * size, dtype=np.int32).reshape(planes, size)
    for plane in range(planes):
        if plane != numbers:
            places[plane] = places[plane, np.argsort(image)]
    return places, np.zeros((planes, size), np.uint8)


def _order(image: Order, runs: Sequence[int]) -> Order:
    """A run counts places, or places and directions, or something that stays as it is."""
    images, first = [], 0
    for length in runs:
        ways, rest = divmod(length, len(image))
        turned = np.arange(length) if rest else _turned(image, ways)
        images.append(first + turned)
        first += length
    return np.argsort(np.concatenate(images)).astype(np.int32)


def _turned(image: Order, ways: int) -> NDArray[np.int64]:
    directions = [0] if ways == 1 else _directions(image)
    turned = image.astype(np.int64)[:, None] * ways + np.array(directions, np.int64)
    return turned.ravel()


def _directions(image: Order) -> list[int]:
    return [_STEPS.index(int(image[_INNER + step] - image[_INNER])) for step in _STEPS]
