"""What the engine has learnt to see at a glance, and how it is taught."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludothek.engine import Limits, Searcher, core
from ludothek.games import AnyGame, load
from ludothek.games.protocol import Symmetry
from ludothek.games.repulso import PlacePiece
from training import __main__ as training
from training import network, repulso, teaching
from training.network import Weights
from training.pupil import Pupil
from training.selfplay import one_game

PUPILS = list(training.PUPILS.values())
REPULSO, ROBOTORY = load("repulso"), load("robotory")


def named(pupil: Pupil) -> str:
    return pupil.game.name


def kept(pupil: Pupil) -> Weights:
    """The numbers that are built into the core."""
    scales, numbers = (
        (teaching.CORE / f"{pupil.game.name}_{which}.inc").read_text().replace("F", "")
        for which in ("scales", "numbers")
    )
    shapes = teaching.shapes(pupil)
    sizes = [rows * columns for rows, columns in shapes]
    parts = np.split(np.array(numbers.split(","), np.float64), np.cumsum(sizes)[:-1])
    return [
        (part * float(scale)).reshape(shape).astype(np.float32)
        for part, scale, shape in zip(parts, scales.split(",")[:-1], shapes, strict=True)
    ]


def positions(game: AnyGame, seed: int, options: dict[str, str] | None = None) -> list[Any]:
    """All states of a game by lot."""
    random, found = Random(seed), [game.initial(2, options or {})]
    while moves := game.legal_moves(found[-1]):
        found.append(game.apply(found[-1], random.choice(moves)))
    return found[:-1]


def worth(pupil: Pupil, weights: Weights, state: Any) -> float:
    return float(network.answers(weights, pupil.seen(state)[None])[0][0])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pupil", PUPILS, ids=named)
def test_the_core_and_the_network_in_python_judge_alike(pupil: Pupil, seed: int) -> None:
    game, weights = pupil.game, kept(pupil)
    for state in positions(game, seed, dict(pupil.options[-1]))[:-2]:
        play = core.resume(game.name, game.format_position(state))
        found = Searcher(game.name).search(play, Limits(nodes=1), depth_limit=1)
        tried = next(line for line in found.lines if line.visits)
        after = game.play(state, tried.moves[0])
        if tried.proof:
            continue
        own = worth(pupil, weights, after)
        expected = own if game.to_move(after) == found.seat else 1 - own
        assert tried.values[found.seat - 1] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("pupil", PUPILS, ids=named)
def test_a_search_with_it_looks_at_what_it_likes_first(pupil: Pupil) -> None:
    game = pupil.game
    for state in positions(game, 2)[:12]:
        liked = network.answers(kept(pupil), pupil.seen(state)[None])[1]
        shares = network.shared_out(liked, pupil.legal(state)[None])[0]
        play = core.resume(game.name, game.format_position(state))
        found = Searcher(game.name).search(play, Limits(nodes=1), depth_limit=1)
        first = next(line.moves[0] for line in found.lines if line.visits)
        number = pupil.number(state, game.notation.parse_move(first))
        if number is not None:
            assert shares[number] == pytest.approx(shares.max(), abs=1e-5)


@pytest.mark.parametrize("pupil", PUPILS, ids=named)
def test_the_same_seed_gives_the_same_search(pupil: Pupil) -> None:
    name, limits = pupil.game.name, Limits(nodes=500)
    first, second = (Searcher(name).search(core.begin(name), limits, seed=3) for _ in "ab")
    assert first.lines == second.lines
    assert first.nodes == 500


@pytest.mark.parametrize("symmetry", REPULSO.symmetries, ids=lambda each: each.name)
def test_a_turned_board_is_seen_turned(symmetry: Symmetry[Any, Any]) -> None:
    """Among the ways to turn there is one that does to inputs what the rules do to the board."""
    pupil = repulso.PUPIL
    there = {symmetry.move(PlacePiece(square)).square: square for square in range(36)}
    (way,) = (
        at for at, way in enumerate(repulso.turned()) if [*way] == [*map(there.get, range(36))]
    )
    inputs, placements = pupil.ways[way]
    for state in positions(REPULSO, 5):
        image = symmetry.state(state)
        np.testing.assert_array_equal(pupil.seen(image), pupil.seen(state)[inputs])
        np.testing.assert_array_equal(pupil.legal(image), pupil.legal(state)[placements])


def test_a_board_is_turned_in_eight_ways() -> None:
    assert len({tuple(way) for way in repulso.turned()}) == len(REPULSO.symmetries) == 8


def test_both_seats_of_robotory_see_the_board_from_their_own_side() -> None:
    pupil, (symmetry,) = training.PUPILS["robotory"], ROBOTORY.symmetries
    for state in positions(ROBOTORY, 5):
        image = symmetry.state(state)
        np.testing.assert_array_equal(pupil.seen(image), pupil.seen(state))
        np.testing.assert_array_equal(pupil.legal(image), pupil.legal(state))


def test_white_for_black_is_another_way_to_see_robotory() -> None:
    pupil = training.PUPILS["robotory"]
    inputs, decisions = pupil.ways[1]
    swap = str.maketrans("WBwb", "BWbw")
    state = ROBOTORY.initial()
    other = ROBOTORY.parse_position("4/2B2/3W2/2R2/4 p1 w2b2,w2b2 w10b10 -")
    random = Random(3)
    while texts := list(ROBOTORY.legal_texts(state)):
        np.testing.assert_array_equal(pupil.seen(other), pupil.seen(state)[inputs])
        np.testing.assert_array_equal(pupil.legal(other), pupil.legal(state)[decisions])
        text = random.choice(texts)
        state = ROBOTORY.play(state, text)
        other = ROBOTORY.play(other, _swapped(text, swap))


def _swapped(text: str, swap: dict[int, int]) -> str:
    """The same decision with white and black swapped."""
    if text.startswith("+"):
        return f"+w{text[4]}b{text[2]}"
    first = text[0] if text == "stop" else text[0].translate(swap)
    return first + text[1:]


@pytest.mark.parametrize("pupil", PUPILS, ids=named)
def test_a_step_makes_the_answers_better(pupil: Pupil) -> None:
    states = positions(pupil.game, 1)[:20]
    inputs, legal = (np.array([*map(look, states)]) for look in (pupil.seen, pupil.legal))
    wanted = legal / np.maximum(legal.sum(1, keepdims=True), 1)
    worths = np.linspace(0.1, 0.9, len(states)).astype(np.float32)
    learner = network.Learner(network.begin(teaching.shapes(pupil), 1))
    lessons = teaching.Lessons(inputs, worths, legal, wanted)

    def off() -> float:
        return float(np.mean((network.answers(learner.weights, inputs)[0] - worths) ** 2))

    before = off()
    for _ in range(60):
        learner.step(network.steps(learner.weights, *lessons), 0.01)
    assert off() < before / 4


@pytest.mark.parametrize("pupil", PUPILS, ids=named)
def test_a_round_plays_learns_and_writes(
    pupil: Pupil, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "CORE", tmp_path)
    wishes = ["--games", "3", "--nodes", "30", "--jobs", "1", "--epochs", "9"]
    command = ["training", pupil.game.name, *wishes, "--out", str(tmp_path / "games.jsonl")]
    monkeypatch.setattr("sys.argv", command)
    training.main()
    numbers = (tmp_path / f"{pupil.game.name}_numbers.inc").read_text().split(",")
    assert len(numbers) == sum(rows * columns for rows, columns in teaching.shapes(pupil))
    assert (tmp_path / "games.jsonl").read_text().count("winners") == 3


@pytest.mark.parametrize("pupil", PUPILS, ids=named)
def test_a_game_to_learn_from_holds_what_the_search_said(pupil: Pupil) -> None:
    game, asked = pupil.game, teaching.task(pupil, 2, 3, nodes=40).job
    found = json.loads(one_game(json.dumps(asked), lambda _: None, lambda: False))
    assert found["winners"] in ([], [1], [2])
    setup = game.setup(2, found["options"])
    for position, seat, score, _proven, visits in found["rows"]:
        state = game.parse_position(position, setup)
        assert game.to_move(state) == seat
        assert 0 <= score <= 1
        assert set(visits) <= set(game.legal_texts(state))
