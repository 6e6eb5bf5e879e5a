"""Directed games: from positions and with players that steer into what is rare."""

from random import Random

import pytest

from ludothek.games import Setup, load, names
from ludothek.testing import setups
from tests.oracle.compare import Met, directed_game, random_setup

GAMES = {"repulso": 60, "robotory": 10, "splash": 2, "nexus": 3}  # for every setup

MET = {
    "repulso": [
        *(
            f"{result} at once with {n} stones"
            for result in ("none", "p1win", "p2win")
            for n in (1, 2)
        ),
        "p1win at once with 0 stones",
        "prospect of several stones",
    ],
    "robotory": ["p1win", "p2win"],
    "splash": [
        *(f"{what} while to {phase}" for what in ("bump", "fault") for phase in ("give", "place")),
        *(
            f"{what}: {marks}"
            for what in ("falls", "bump", "fault")
            for marks in ("single pieces", "one mark", "marks")
        ),
        "2 to choose from",
        "3 to choose from",
        "taken by the giver",
        "given by one who has none",
    ],
    "nexus": [
        *(f"closed by {action}" for action in ("ring", "enter", "step", "leap")),
        "2 areas",
        "2 victims",
        "circle that does not pay",
        "grown",
        "mixed rings",
        "mixed rings only",
        "removal chosen",
        "ring-less places beside",
    ],
}


def every_setup(name: str) -> list[Setup]:
    """Every value of every option, and as many setups with all options drawn."""
    game, random = load(name), Random(name)
    return [each for setup in setups(game) for each in (setup, random_setup(game, random))]


@pytest.mark.parametrize("name", names())
def test_directed_games_agree_with_the_oracle_and_meet_what_is_rare(name: str) -> None:
    met = Met()
    for setup in every_setup(name):
        for seed in range(GAMES[name]):
            met += directed_game(load(name), setup, Random(f"{name} {setup} {seed}"))
    assert [what for what in MET[name] if not met[what]] == []
