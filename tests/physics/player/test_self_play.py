"""Self-play: whole games between levels."""

from functools import cache

import pytest

from ludothek.games.errors import LudothekError
from ludothek.games.splash import SPLASH
from ludothek.physics.player import Budget, Played, play_out

GAMES = [  # levels of the seats, options
    ([2, 2], {}),
    ([1, 1], {"hand": "steady"}),
    ([2, 2, 2], {"last-piece": "given"}),
    ([2, 2, 2, 2], {"teams": "pairs"}),
    ([1, 1, 1, 1], {"draft": "random"}),
    ([2, 2, 2, 2, 2], {}),
    ([3, 3, 3, 3, 3, 3], {"hand": "shaky"}),
    ([2, 2, 2, 2, 2, 2], {"teams": "trios", "hand": "shaky"}),
    ([5, 4, 4], {"hand": "shaky", "draft": "random"}),
    ([5, 4, 5, 4], {"teams": "pairs", "hand": "shaky", "draft": "random"}),
    ([4, 5, 4, 4, 4], {"hand": "shaky", "draft": "random"}),
    ([4, 4, 5, 4, 4, 5], {"teams": "pairs", "hand": "shaky", "draft": "random"}),
]
FEW = Budget(1)  # tries, so that the strongest levels are as quick as the others


@cache
def played(number: int) -> Played:
    levels, options = GAMES[number]
    setup = SPLASH.setup(len(levels), options)
    return play_out(setup, levels, seed=number, budgets=[FEW] * len(levels))


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_games_end_for_all_numbers_of_seats_and_for_teams(number: int) -> None:
    game = played(number)
    levels, options = GAMES[number]
    members = {"pairs": 2, "trios": 3}.get(options.get("teams", "no"), 1)
    assert len(game.outcome.winners) == members
    assert min(game.longest) > 0
    assert len(game.steps) <= 3 * 30 + 16 * len(levels)  # splash 9.1


def test_games_are_won_in_both_ways() -> None:
    reasons = {played(number).outcome.reason for number in range(len(GAMES))}
    assert reasons == {"last-piece", "third-drop"}


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_rules_agree_with_every_step(number: int) -> None:
    game = played(number)
    state = SPLASH.start(game.setup)
    for step in game.steps:
        assert (step.spot is not None) == step.text.startswith(("stands", "falls:"))
        state = SPLASH.play(state, step.text)
    assert SPLASH.outcome(state) == game.outcome


def test_the_same_seed_plays_the_same_game() -> None:
    setup = SPLASH.setup(2, {"hand": "shaky"})
    first, again, other = (play_out(setup, [2, 1], seed) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.full
def test_the_last_level_beats_the_first() -> None:
    """The ladder in docs/strength.md says how often; here it may not even try its spots."""
    won = 0
    for seed in range(4):
        seats = [5, 1] if seed % 2 else [1, 5]
        budgets = [Budget(0), Budget(0)]
        (winner,) = play_out(SPLASH.setup(2, {}), seats, seed, budgets).outcome.winners
        won += seats[winner - 1] == 5
    assert won >= 3


def test_a_game_nobody_waits_for_is_left() -> None:
    with pytest.raises(LudothekError, match="not played to its end"):
        play_out(SPLASH.setup(2, {}), [1, 1], 1, stop=lambda: True)
