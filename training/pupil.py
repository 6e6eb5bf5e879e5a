"""What the engine is taught about a game: how it sees positions, and numbers decisions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.games import AnyGame

Floats = NDArray[np.float32]
Order = NDArray[np.int64]  # for each place, what comes there


@dataclass(frozen=True, slots=True)
class Pupil:
    """A game that is taught; the core sees and numbers alike (GAME_judge.hpp)."""

    game: AnyGame
    inputs: int  # each is 0 or 1
    decisions: int  # that can be liked
    on: Callable[[Any], Iterable[int]]  # the inputs of a state that are 1
    number: Callable[[Any, Any], int | None]  # of a decision; None: likings do not tell them apart
    ways: tuple[tuple[Order, Order], ...]  # to turn a position: its inputs, its decisions
    options: tuple[Mapping[str, str], ...] = ({},)  # of the games it learns from, in turn

    def seen(self, state: Any) -> Floats:
        """The inputs of a position."""
        found = np.zeros(self.inputs, np.float32)
        found[list(self.on(state))] = 1
        return found

    def legal(self, state: Any) -> Floats:
        """Which decisions can be taken."""
        return self._shared(dict.fromkeys(self.game.legal_moves(state), 1), state)

    def looked_at(self, state: Any, visits: Mapping[str, int]) -> Floats:
        """How the visits of a search are shared out among decisions; all 0 if there are none."""
        parse = self.game.notation.parse_move
        found = self._shared({parse(text): times for text, times in visits.items()}, state)
        shares: Floats = found / max(1, found.sum())
        return shares

    def _shared(self, weights: Mapping[Any, int], state: Any) -> Floats:
        found = np.zeros(self.decisions, np.float32)
        for move, weight in weights.items():
            number = self.number(state, move)
            if number is not None:
                found[number] = weight
        return found
