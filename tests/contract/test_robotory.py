from typing import ClassVar

from ludothek.games.robotory import ROBOTORY, State
from ludothek.testing import Contract


class TestRobotory(Contract):
    """robotory 2.1, 3.4"""

    game: ClassVar = ROBOTORY
    longest = 104  # 20 discs go three ways, 8 go two; and at most 28 steps are followed by a stop

    @staticmethod
    def material(state: State) -> int:
        return len(set(state.robots))
