"""OpenSpiel's own tests and search run on the games."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts

import ludothek.research.openspiel  # noqa: F401
from ludothek.engine.core import begin
from tests.research.env.setups import BOARDS, SOME_BOARDS, Chosen


def text_of(chosen: Chosen) -> str:
    name, seats, options = chosen
    wishes = {**({"players": str(seats)} if name == "nexus" else {}), **options}
    return f"ludothek_{name}({','.join(f'{key}={value}' for key, value in wishes.items())})"


@pytest.mark.parametrize("chosen", SOME_BOARDS)
def test_random_simulations_pass(chosen: Chosen) -> None:
    game = pyspiel.load_game(text_of(chosen))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.full
@pytest.mark.parametrize("chosen", BOARDS)
def test_random_simulations_pass_with_every_setup(chosen: Chosen) -> None:
    game = pyspiel.load_game(text_of(chosen))
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["repulso", "robotory", "nexus"])
def test_a_state_can_be_stored_and_read_again(name: str) -> None:
    game = pyspiel.load_game(f"ludothek_{name}")
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    assert str(game.deserialize_state(state.serialize())) == str(state)


def check_playthrough(chosen: Chosen) -> None:
    name, seats, options = chosen
    text = generate_playthrough.playthrough(text_of(chosen), None, seed=1)
    assert f'GameType.short_name = "ludothek_{name}"' in text
    assert str(begin(name, seats, options).position) in text


@pytest.mark.parametrize("name", ["repulso", "robotory"])
def test_a_playthrough_shows_our_texts(name: str) -> None:
    check_playthrough((name, 2, {}))


@pytest.mark.full
@pytest.mark.parametrize("chosen", BOARDS)
def test_every_setup_has_a_playthrough(chosen: Chosen) -> None:
    check_playthrough(chosen)


def check_search(chosen: Chosen) -> None:
    game = pyspiel.load_game(text_of(chosen))
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = mcts.MCTSBot(game, 2.0, 12, evaluator, random_state=random)
    state = game.new_initial_state()
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("chosen", [("robotory", 2, {}), ("nexus", 3, {})])
def test_the_search_of_openspiel_finds_a_legal_action(chosen: Chosen) -> None:
    check_search(chosen)


@pytest.mark.full
@pytest.mark.parametrize("chosen", BOARDS)
def test_the_search_of_openspiel_runs_on_every_setup(chosen: Chosen) -> None:
    check_search(chosen)


def test_a_limit_ends_a_game_as_drawn_by_all() -> None:
    game = pyspiel.load_game("ludothek_nexus(draw=off,max_decisions=12)")
    assert game.max_game_length() == 12
    state = game.new_initial_state()
    for _ in range(12):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert (state.current_player(), state.legal_actions()) == (pyspiel.PlayerId.TERMINAL, [])
    assert state.returns() == [0, 0]
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_a_game_that_may_go_on_for_ever_says_so() -> None:
    texts = ("ludothek_nexus(draw=off)", "ludothek_nexus")
    longest = [pyspiel.load_game(text).max_game_length() for text in texts]
    assert longest == [2**31 - 1, 100_000]


def test_a_copy_goes_its_own_way() -> None:
    state: Any = pyspiel.load_game("ludothek_repulso").new_initial_state()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)


def test_observations_are_those_of_the_core() -> None:
    state: Any = pyspiel.load_game("ludothek_nexus(players=3)").new_initial_state()
    state.apply_action(state.legal_actions()[2])
    play = begin("nexus", 3)
    play.apply(play.legal()[2])
    for player in range(3):
        seen = np.array(state.observation_tensor(player)).reshape(22, 16, 16)
        np.testing.assert_array_equal(seen, play.observation(player + 1))


def test_what_cannot_be_is_an_error_of_openspiel_with_our_sentence() -> None:
    with pytest.raises(pyspiel.SpielError, match="NEXUS und Rabauken is played with 2, 3, 4 seats"):
        pyspiel.load_game("ludothek_nexus(players=5)")
    with pytest.raises(pyspiel.SpielError, match="option tiebreak of Repulso is one of"):
        pyspiel.load_game("ludothek_repulso(tiebreak=coin)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'wind'"):
        pyspiel.load_game("ludothek_nexus(wind=north)")
    state: Any = pyspiel.load_game("ludothek_repulso").new_initial_state()
    for action in (100, 216):
        with pytest.raises(pyspiel.SpielError, match=f"action {action} is not legal here"):
            state.apply_action(action)
    assert state.history() == []
