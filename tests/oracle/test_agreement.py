"""Random games, decision by decision: the same choices, the same seat, the same result."""

from random import Random

import pytest

from ludothek.games import Setup, load, names
from ludothek.testing import setups
from tests.oracle.compare import random_game

GAMES = {"repulso": 8, "robotory": 10, "splash": 1, "nexus": 1}  # for every setup


@pytest.mark.parametrize(
    ("name", "setup"), [(name, setup) for name in names() for setup in setups(load(name))]
)
def test_random_games_agree_with_the_oracle(name: str, setup: Setup) -> None:
    for seed in range(GAMES[name]):
        random_game(load(name), setup, Random(f"{name} {setup} {seed}"))
