"""The core is held to the Python rules where stones are all that a seat of Repulso has left."""

from random import Random

import pytest

from ludothek.engine import core
from ludothek.games import BadSetup
from ludothek.games.repulso import REPULSO
from tests.engine import lockstep
from tests.games.repulso.tables import crowded
from tests.games.repulso.test_repulso_stuck import LOST, THREE_STONES, TWO_STONES


@pytest.mark.parametrize("stuck", ["no-prospect", "no-turn"])
@pytest.mark.parametrize("position", [TWO_STONES, THREE_STONES, LOST])
def test_the_core_and_the_rules_agree_on_prospects(position: str, stuck: str) -> None:
    """repulso 4.2, 4.3, 5.1"""
    state = REPULSO.parse_position(position, REPULSO.setup(2, {"stuck": stuck}))
    lockstep.compare(REPULSO, state, core.resume("repulso", REPULSO.format_position(state)))


@pytest.mark.parametrize("stones", range(1, 5))
def test_the_core_and_the_rules_agree_on_crowded_boards(stones: int) -> None:
    """repulso 4.2, 4.3"""
    random = Random(stones)
    for _ in range(100):
        state = crowded(random, stones)
        play = core.resume("repulso", REPULSO.format_position(state))
        while legal := lockstep.compare(REPULSO, state, play):
            move = random.choice(legal)
            state = REPULSO.play(state, move)
            core.advance(play, move)


def test_the_core_refuses_prospects_of_version_1() -> None:
    """repulso 7.2"""
    with pytest.raises(BadSetup, match="by version 2 of the rules, not by version 1"):
        core.resume("repulso", f"{TWO_STONES} rules=1")
