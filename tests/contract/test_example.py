"""Games of third parties keep the same contract, and everything works with them."""

from typing import ClassVar

from ludothek.engine import Limits, player
from ludothek.testing import Contract
from ludothek_coins import COINS
from ludothek_coins import State as CoinsState
from ludothek_nim import HEAPS, NIM, State


class TestNim(Contract):
    game: ClassVar = NIM
    longest = sum(HEAPS)

    @staticmethod
    def material(state: State) -> int:
        return len(state.heaps)


class TestCoins(Contract):
    game: ClassVar = COINS
    longest = 18

    @staticmethod
    def material(state: CoinsState) -> int:
        return len(state.stocks)


def test_a_computer_plays_it() -> None:
    state = NIM.parse_position("1,0,2 p1")
    move = player("montecarlo", seed=1).choose(NIM, state, Limits(nodes=300))
    assert str(move) == "3:1"
