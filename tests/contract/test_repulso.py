from typing import ClassVar

from ludothek.games.repulso import REPULSO, State
from ludothek.testing import Contract


class TestRepulso(Contract):
    game: ClassVar = REPULSO
    longest = 84  # 36 placements, and 12 stones with four slides each

    @staticmethod
    def material(state: State) -> int:
        return state.stones.bit_count() + sum(state.stones_left)
