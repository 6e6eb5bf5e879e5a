"""A third party's game keeps the same contract, and everything works with it."""

from typing import ClassVar

from ludothek.engine import Limits, player
from ludothek.testing import Contract
from ludothek_nim import HEAPS, NIM, State


class TestNim(Contract):
    game: ClassVar = NIM
    longest = sum(HEAPS)

    @staticmethod
    def material(state: State) -> int:
        return len(state.heaps)


def test_a_computer_plays_it() -> None:
    state = NIM.parse_position("1,0,2 p1")
    move = player("montecarlo", seed=1).choose(NIM, state, Limits(nodes=300))
    assert str(move) == "3:1"
