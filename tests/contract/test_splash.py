from typing import Any, ClassVar

from ludothek.games.splash import SPLASH, Falls, State, longest
from ludothek.games.splash.position_validity import everything
from ludothek.testing import Contract, setups


class TestSplash(Contract):
    """splash 9.1, 9.3"""

    game: ClassVar = SPLASH
    longest = max(map(longest, setups(SPLASH)))

    @staticmethod
    def material(state: State) -> tuple[int, ...]:
        return tuple(sorted(everything(state)))

    @staticmethod
    def unlisted(move: Any) -> bool:
        return isinstance(move, Falls)
