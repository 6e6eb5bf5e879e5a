"""OpenSpiel, measured beside the core in the same run: a bench-only dependency (`open_spiel`)."""

import importlib
import sys
from random import Random
from time import process_time
from typing import Any


def load() -> Any:
    """The compiled module of OpenSpiel, which has no types."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        sys.exit("this compares with OpenSpiel: install open_spiel first")


def rollouts(game_text: str, number: int) -> float:
    """Rollouts a second of its Monte-Carlo tree search from the start of a game."""
    spiel = load()
    game = spiel.load_game(game_text)
    evaluator = spiel.RandomRolloutEvaluator(1, 7)
    bot = spiel.MCTSBot(game, evaluator, 2.0, number, 1000, False, 42, False)
    start = process_time()
    bot.mcts_search(game.new_initial_state())
    return number / (process_time() - start)


def steps(game_text: str, seconds: float) -> float:
    """Random decisions a second, one by one from Python."""
    game, random, decisions = load().load_game(game_text), Random(1), 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        state = game.new_initial_state()
        while actions := state.legal_actions():
            state.apply_action(actions[int(random.random() * len(actions))])
            decisions += 1
    return decisions / spent
