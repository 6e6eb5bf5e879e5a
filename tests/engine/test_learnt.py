"""What the engine has learnt to see at a glance, and how it is taught."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludothek.engine import core
from ludothek.engine.core import Limits, Searcher
from ludothek.games import load
from training import network, repulso
from training.network import Weights
from training.selfplay import one_game
from training.sight import looked_at, placements, seen, turned, turned_inputs, turned_placements

GAME = load("repulso")


def kept() -> Weights:
    """The numbers that are built into the core."""
    folder = repulso.CORE
    scales = np.array((folder / "repulso_scales.inc").read_text().replace("F", "").split(",")[:-1])
    numbers = np.array((folder / "repulso_numbers.inc").read_text().split(","), np.float64)
    sizes = [rows * columns for rows, columns in network.SHAPES]
    parts = np.split(numbers, np.cumsum(sizes)[:-1])
    return [
        (part * scale).reshape(shape).astype(np.float32)
        for part, scale, shape in zip(parts, scales.astype(np.float64), network.SHAPES, strict=True)
    ]


def positions(seed: int) -> list[Any]:
    """All states of a game by lot."""
    random, found = Random(seed), [GAME.initial()]
    while moves := GAME.legal_moves(found[-1]):
        found.append(GAME.apply(found[-1], random.choice(moves)))
    return found[:-1]


def worth(weights: Weights, state: Any) -> float:
    return float(network.answers(weights, seen(state)[None])[0][0])


@pytest.mark.parametrize("seed", range(3))
def test_the_core_and_the_network_in_python_judge_alike(seed: int) -> None:
    weights = kept()
    for state in positions(seed)[:-2]:
        play = core.resume("repulso", GAME.format_position(state))
        found = Searcher("repulso").search(play, Limits(nodes=1, sight=1), learnt=True)
        tried = next(line for line in found.lines if line.visits)
        after = GAME.play(state, tried.moves[0])
        if tried.proof:
            continue
        own = worth(weights, after)
        expected = own if GAME.to_move(after) == found.seat else 1 - own
        assert tried.values[found.seat - 1] == pytest.approx(expected, abs=1e-4)


def test_a_search_with_it_looks_at_what_it_likes_first() -> None:
    weights, state = kept(), GAME.initial()
    liked = network.answers(weights, seen(state)[None])[1]
    shares = network.shared_out(liked, placements(state)[None])[0]
    found = core.Searcher("repulso").search(core.begin("repulso"), Limits(nodes=400), learnt=True)
    visits = looked_at({line.moves[0]: line.visits for line in found.lines})
    dear, cheap = np.argsort(shares)[-10:], np.argsort(shares)[:10]
    assert visits[dear].sum() > visits[cheap].sum()


def test_the_same_seed_gives_the_same_search() -> None:
    play, limits = core.begin("repulso"), Limits(nodes=500)
    first, second = (Searcher("repulso").search(play, limits, seed=3, learnt=True) for _ in "ab")
    assert first.lines == second.lines
    assert first.nodes == 500


@pytest.mark.parametrize("way", range(8))
def test_a_turned_board_is_seen_turned(way: int) -> None:
    state = positions(5)[14]
    squares = turned()[way]
    assert sorted(squares) == list(range(36))
    inputs, spots = turned_inputs(squares), turned_placements(squares)
    assert seen(state)[inputs].sum() == seen(state).sum()
    open_to_me = seen(state)[inputs][108:144]
    if GAME.turn_begins(state):
        assert (placements(state)[spots][:36] == open_to_me).all()


def test_a_step_makes_the_answers_better() -> None:
    states = positions(1)[:20]
    inputs, legal = (np.array([look(each) for each in states]) for look in (seen, placements))
    wanted = legal / np.maximum(legal.sum(1, keepdims=True), 1)
    worths = np.linspace(0.1, 0.9, len(states)).astype(np.float32)
    learner = network.Learner(network.begin(1))
    lessons = repulso.Lessons(inputs, worths, legal, wanted)

    def off() -> float:
        return float(np.mean((network.answers(learner.weights, inputs)[0] - worths) ** 2))

    before = off()
    for _ in range(60):
        learner.step(network.steps(learner.weights, *lessons), 0.01)
    assert off() < before / 4


def test_a_round_plays_learns_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repulso, "CORE", tmp_path)
    wishes = ["--games", "3", "--nodes", "30", "--jobs", "1", "--epochs", "9"]
    command = ["repulso", *wishes, "--out", str(tmp_path / "games.jsonl")]
    monkeypatch.setattr("sys.argv", command)
    repulso.main()
    numbers = (tmp_path / "repulso_numbers.inc").read_text().split(",")
    assert len(numbers) == sum(rows * columns for rows, columns in network.SHAPES)
    assert (tmp_path / "games.jsonl").read_text().count("winners") == 3


def test_a_game_to_learn_from_holds_what_the_search_said() -> None:
    asked = json.dumps({"seed": 4, "nodes": 40, "learnt": True})
    game = json.loads(one_game(asked, lambda _: None, lambda: False))
    assert game["winners"] in ([], [1], [2])
    for position, seat, score, _proven, visits in game["rows"]:
        state = GAME.parse_position(position)
        assert GAME.to_move(state) == seat
        assert 0 <= score <= 1
        assert set(visits) <= set(GAME.legal_texts(state))
