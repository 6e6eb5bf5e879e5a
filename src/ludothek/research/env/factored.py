"""Factored actions: one choice among thousands as a few choices among dozens.

NEXUS with four seats has 52,244 actions. In parts an action is a kind (enter, lift, remove, lay,
walk, leap), then a ring or place, then where to, then what is sacrificed; parts a kind does not
have are 0. A policy chooses part by part: `mask` says what may come next after those chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

KINDS: Final = ("enter", "lift", "remove", "lay", "walk", "leap")
_RINGS: Final = {2: 19, 3: 28, 4: 37}


@dataclass(frozen=True, slots=True)
class FactoredActions:
    """The parts of a game's actions: how many values each has, and their names.

    >>> actions = FactoredActions.of_nexus(4)
    >>> actions.sizes, actions.names
    ((6, 111, 37, 37), ('kind', 'first', 'second', 'third'))
    >>> actions.join((5, 1, 2, 3))
    3037
    >>> actions.split(3037)
    (5, 1, 2, 3)
    """

    sizes: tuple[int, ...]
    names: tuple[str, ...]

    @classmethod
    def of_nexus(cls, seats: int) -> "FactoredActions":
        """Kind; ring, from, or place to lay; ring to; ring of the sacrificed marble."""
        rings = _RINGS[seats]
        return cls((len(KINDS), 3 * rings, rings, rings), ("kind", "first", "second", "third"))

    def split(self, action: int) -> tuple[int, ...]:
        """The parts of an action."""
        return tuple(int(part) for part in self.split_all(np.array([action]))[0])

    def split_all(self, actions: NDArray[np.integer]) -> NDArray[np.int64]:
        """The parts of many actions: a row for each."""
        rows = np.zeros((len(actions), len(self.sizes)), np.int64)
        if len(self.sizes) == 1:
            rows[:, 0] = actions
            return rows
        starts, shapes = self._runs()
        kinds = np.searchsorted(starts, actions, side="right") - 1
        for kind, shape in enumerate(shapes):
            these = kinds == kind
            rows[these, 0] = kind
            parts = np.unravel_index(actions[these] - starts[kind], shape)
            for place, part in enumerate(parts, start=1):
                rows[these, place] = part
        return rows

    def join(self, parts: Sequence[int]) -> int:
        """The action of some parts; parts that its kind does not have are 0."""
        self._check(parts)
        if len(self.sizes) == 1:
            return int(parts[0])
        starts, shapes = self._runs()
        kind, shape = parts[0], shapes[parts[0]]
        used, unused = parts[1 : 1 + len(shape)], parts[1 + len(shape) :]
        if any(unused) or any(part >= size for part, size in zip(used, shape, strict=True)):
            raise ValueError(f"{KINDS[kind]} has parts below {shape}, and 0 for the others")
        return int(starts[kind] + np.ravel_multi_index(tuple(used), shape))

    def mask(self, legal: NDArray[np.uint8], chosen: Sequence[int] = ()) -> NDArray[np.uint8]:
        """What the next part may be, 1 or 0, given the mask of all actions and the parts so far."""
        rows = self.split_all(np.flatnonzero(legal))
        agree = (rows[:, : len(chosen)] == np.asarray(chosen, np.int64)).all(axis=1)
        mask = np.zeros(self.sizes[len(chosen)], np.uint8)
        mask[rows[agree, len(chosen)]] = 1
        return mask

    def _check(self, parts: Sequence[int]) -> None:
        fits = len(parts) == len(self.sizes) and all(
            0 <= part < size for part, size in zip(parts, self.sizes, strict=True)
        )
        if not fits:
            raise ValueError(f"an action has parts below {self.sizes}, not {tuple(parts)}")

    def _runs(self) -> tuple[NDArray[np.int64], list[tuple[int, ...]]]:
        """Where the actions of each kind start, and the sizes of their parts."""
        rings = self.sizes[2]
        shapes: list[tuple[int, ...]] = [(rings,)] * 3
        shapes += [(3 * rings,), (rings, rings), (rings, rings, rings)]
        numbers = [int(np.prod(shape)) for shape in shapes]
        return np.concatenate([[0], np.cumsum(numbers)[:-1]]).astype(np.int64), shapes
