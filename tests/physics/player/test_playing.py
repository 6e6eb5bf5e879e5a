"""Whole games between computers."""

from functools import cache

import pytest

from ludothek.games.errors import LudothekError
from ludothek.games.splash import SPLASH
from ludothek.physics.player import Budget, Played, play_out

GAMES = [  # seats, level of all seats, options
    (2, 2, {}),
    (2, 1, {"hand": "steady"}),
    (3, 2, {"last-piece": "given"}),
    (4, 2, {"teams": "yes"}),
    (4, 1, {"draft": "random"}),
    (5, 2, {}),
    (6, 3, {"hand": "shaky"}),
    (6, 2, {"teams": "yes", "hand": "shaky"}),
]


@cache
def played(number: int) -> Played:
    seats, level, options = GAMES[number]
    return play_out(SPLASH.setup(seats, options), [level] * seats, seed=number)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_games_end_for_all_numbers_of_seats_and_for_teams(number: int) -> None:
    game = played(number)
    seats, _, options = GAMES[number]
    assert len(game.outcome.winners) == (2 if options.get("teams") else 1)
    assert len(game.steps) <= 3 * 30 + 16 * seats  # splash 9.1


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


def test_the_strongest_play_to_the_end_as_well() -> None:
    setup = SPLASH.setup(2, {"hand": "shaky"})
    game = play_out(setup, [5, 4], seed=8, budgets=[Budget(2), Budget(2)])
    assert game.outcome.winners
    assert max(game.longest) > 0


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
