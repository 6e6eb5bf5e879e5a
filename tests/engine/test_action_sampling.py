"""Legal actions drawn by logits, how likely they were, and what they led to: as NumPy has it."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ludothek.engine.batch import Batch, final_returns, log_probs
from ludothek.engine.core import GAMES
from ludothek.games import BadSetup

Floats = NDArray[np.float32]


def logits_of(batch: Batch, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).normal(0, 3, batch.mask.shape).astype(np.float32)


def expected(logits: Floats, mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The softmax over the legal actions, plainly."""
    weights = np.where(mask, np.exp(logits.astype(np.float64)), 0)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


@pytest.mark.parametrize(("name", "seats"), [(name, 2) for name in GAMES] + [("nexus", 4)])
def test_actions_drawn_by_logits_are_legal_and_as_likely_as_the_softmax_says(
    name: str, seats: int
) -> None:
    batch = Batch(name, 40, seats, seed=3)
    for seed in range(60 if name != "nexus" else 12):
        logits = logits_of(batch, seed)
        actions, mask = batch.sample(logits).copy(), batch.mask.copy()
        rows = np.arange(40)
        assert mask[rows, actions].all()
        chances = np.log(expected(logits, mask)[rows, actions])
        np.testing.assert_allclose(batch.log_probs, chances, rtol=1e-4, atol=1e-5)
        again = log_probs(logits, mask, actions)
        np.testing.assert_allclose(again, batch.log_probs, rtol=1e-5, atol=1e-6)
        batch.step(actions)


@pytest.mark.parametrize("name", GAMES)
def test_actions_come_as_often_as_they_are_likely(name: str) -> None:
    number = 3_000 if name == "nexus" else 20_000
    batch = Batch(name, number, seed=7)
    row = np.random.default_rng(5).normal(0, 1, batch.mask.shape[1:]).astype(np.float32)
    logits = np.ascontiguousarray(np.broadcast_to(row, batch.mask.shape))
    often = np.bincount(batch.sample(logits), minlength=len(row)) / number
    chances = expected(logits[:1], batch.mask[:1])[0]
    deviation = np.sqrt(chances * (1 - chances) / number)
    assert (np.abs(often - chances) <= 5 * deviation + 1e-9).all()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_draws_the_same_on_any_number_of_threads(name: str) -> None:
    alone, together = Batch(name, 33, seed=5), Batch(name, 33, seed=5, threads=2)
    for seed in range(30):
        logits = logits_of(alone, seed)
        one, two = alone.sample(logits).copy(), together.sample(logits).copy()
        np.testing.assert_array_equal(one, two)
        alone.step(one)
        together.step(two)


def test_an_action_without_hope_is_not_drawn() -> None:
    batch = Batch("robotory", 200, seed=1)
    logits = np.full(batch.mask.shape, -np.inf, np.float32)
    logits[:, 3] = 0
    assert set(batch.sample(logits).tolist()) == {3}


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_logits_that_are_no_numbers_are_refused(value: float) -> None:
    batch = Batch("repulso", 3)
    logits = np.zeros(batch.mask.shape, np.float32)
    logits[1] = value
    sentence = "the logits of game 1 are not finite numbers for its legal actions"
    with pytest.raises(ValueError, match=sentence):
        batch.sample(logits)


def test_logits_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="logits are an array of 3 x 216 numbers"):
        Batch("repulso", 3).sample(np.zeros((3, 215), np.float32))


@pytest.mark.parametrize(
    "logits",
    [np.zeros((3, 216)), np.zeros((3, 216), np.int32), np.zeros(216, np.float32), [[0] * 216] * 3],
)
def test_logits_of_another_type_are_refused_and_not_rounded(logits: Any) -> None:
    with pytest.raises(TypeError, match=r"^logits are numbers of the type float32 on 2 axes, not "):
        Batch("repulso", 3).sample(logits)


def test_logits_that_lie_otherwise_in_memory_say_the_same() -> None:
    one, other = Batch("robotory", 5, seed=1), Batch("robotory", 5, seed=1)
    logits = logits_of(one)
    there = one.sample(np.asfortranarray(logits)).tolist()
    assert there == other.sample(logits).tolist()
    short: Any = logits.astype(np.float16)
    assert one.sample(short).tolist() == other.sample(short.astype(np.float32)).tolist()


WRONG_TYPES = {
    "logits": (np.zeros((1, 4)), "logits are numbers of the type float32 on 2 axes, not float64"),
    "mask": (np.ones((1, 4), np.int8), "masks are truth values on 2 axes, not int8"),
    "actions": ([1.5], "actions are whole numbers on 1 axis, not float64"),
}


@pytest.mark.parametrize("name", WRONG_TYPES)
def test_arrays_of_another_type_have_no_probabilities(name: str) -> None:
    arrays: dict[str, Any] = {
        "logits": np.zeros((1, 4), np.float32),
        "mask": np.ones((1, 4), np.bool_),
        "actions": [1],
    }
    assert log_probs(**arrays).tolist() == pytest.approx([np.log(0.25)])
    wrong, sentence = WRONG_TYPES[name]
    with pytest.raises(TypeError, match=f"^{sentence}"):
        log_probs(**{**arrays, name: wrong})


def test_an_illegal_action_has_no_probability() -> None:
    logits, mask = np.zeros((1, 20), np.float32), np.zeros((1, 20), np.bool_)
    mask[0, 19] = True
    for action in (0, -1, 20):
        with pytest.raises(ValueError, match="the action of row 0 is not legal"):
            log_probs(logits, mask, np.array([action], np.int32))


def plain_returns(rollout: dict[str, Any], n: int, discount: float) -> Floats:
    """The same step by step."""
    rewards, done, seat = rollout["rewards"], rollout["done"], rollout["seat"]
    values = rollout.get("values")
    steps, games = done.shape
    expected = np.zeros((steps, games), np.float32)
    for step, game in np.ndindex(steps, games):
        who = seat[step, game] - 1
        after = min(step + n, steps)
        ends = [later for later in range(step, after) if done[later, game]]
        if ends:
            expected[step, game] = discount ** (ends[0] - step) * rewards[ends[0], game, who]
        elif values is not None:
            expected[step, game] = discount ** (after - step) * values[after, game, who]
    return expected


@pytest.mark.parametrize("n", [1, 5, 1000])
@pytest.mark.parametrize("with_values", [False, True])
def test_final_returns_are_what_the_seat_that_decided_got(n: int, with_values: bool) -> None:
    batch, rows = Batch("nexus", 6, 3, seed=2), []
    for _ in range(400):
        seat = batch.seat.copy()
        batch.step(batch.sample())
        rows.append((batch.rewards.copy(), batch.done.copy(), seat))
    rewards, done, seats = (np.array(column) for column in zip(*rows, strict=True))
    assert done.any()
    rollout = {"rewards": rewards, "done": done, "seat": seats}
    if with_values:
        values = np.random.default_rng(1).uniform(-1, 1, (401, 6, 3))
        rollout["values"] = values.astype(np.float32)
    returns = final_returns(**rollout, n=n, discount=0.99)
    np.testing.assert_allclose(returns, plain_returns(rollout, n, 0.99), rtol=1e-4, atol=1e-6)


def test_arrays_of_a_rollout_fit_each_other() -> None:
    rewards = np.zeros((4, 2, 2), np.float32)
    done, seat = np.zeros((4, 2), np.bool_), np.ones((4, 2), np.int32)
    with pytest.raises(ValueError, match="rewards are steps x games x seats"):
        final_returns(rewards, done[:3], seat, n=1)
    for wrong in (0, 3):
        with pytest.raises(ValueError, match="a seat is a number from 1 to as many as"):
            final_returns(rewards, done, seat * wrong, n=1)
    numbers_of_steps: tuple[Any, ...] = (0, 1.5, "1")
    for number in numbers_of_steps:
        with pytest.raises(BadSetup, match="n is a number from 1"):
            final_returns(rewards, done, seat, n=number)
    listed: Any = rewards.tolist()
    with pytest.raises(TypeError, match=r"^rewards are numbers of the type float32 on 3 axes, not"):
        final_returns(listed, done, seat, n=1)
    numbers: Any = done.astype(np.int8)
    with pytest.raises(TypeError, match=r"^ends are truth values on 2 axes, not int8"):
        final_returns(rewards, numbers, seat, n=1)
