"""Actions chosen part by part are the actions, in a space of dozens."""

import doctest
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludothek.games import BadSetup
from ludothek.research.env import parts
from ludothek.research.env.parts import PartByPart
from ludothek.research.gymnasium import IDS
from tests.research.env.setups import SOME_BOARDS, Chosen


def made(chosen: Chosen, **wishes: Any) -> Any:
    name, seats, options = chosen
    return PartByPart(gymnasium.make(IDS[name], seats=seats, options=options, **wishes))


@pytest.mark.parametrize("chosen", SOME_BOARDS)
def test_the_checker_passes(chosen: Chosen) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(made(chosen), skip_render_check=True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_episode_is_that_of_the_actions_that_were_put_together(seats: int) -> None:
    def first(_seen: Any, mask: Any) -> Any:
        return np.argmax(mask)

    env = made(("nexus", seats, {}), seat=1, opponent=first)
    whole: Any = gymnasium.make(IDS["nexus"], seats=seats, seat=1, opponent=first)
    seen, info = env.reset(seed=1)
    expected, _ = whole.reset(seed=1)
    random, factored, terminated = np.random.default_rng(2), env.parts, False
    while not terminated:
        assert seen in env.observation_space
        np.testing.assert_array_equal(seen[:22], expected)
        before = env.chosen
        assert seen[22:, 0, 0].tolist() == [*(part + 1 for part in before), 0, 0, 0][:3]
        rows = factored.split_all(np.flatnonzero(whole.unwrapped.action_masks()))
        possible = {tuple(row[: len(before)]): 0 for row in rows.tolist()}
        assert before in possible
        part = int(random.choice(np.flatnonzero(info["action_mask"])))
        agree = [row for row in rows.tolist() if tuple(row)[: len(before) + 1] == (*before, part)]
        assert agree
        seen, reward, terminated, truncated, info = env.step(part)
        if len(agree) == 1:
            step = whole.step(factored.join(agree[0]))
            expected = step[0]
            assert (reward, terminated, truncated) == step[1:4]
        else:
            assert (reward, terminated, truncated) == (0, False, False)
            assert len(env.chosen) > len(before)


def test_a_part_that_is_not_legal_ends_the_episode() -> None:
    env = made(("nexus", 2, {}), seat=1)
    _, info = env.reset(seed=1)
    wrong = int(np.argmin(info["action_mask"]))
    _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated) == (-1.0, True)
    assert info["illegal"] == f"action {wrong} is not legal here; the mask says which are"
    with pytest.raises(gymnasium.error.InvalidAction, match="one whole number below 57, not 'a'"):
        env.step("a")


def test_a_game_of_one_part_stays_as_it_is() -> None:
    env = made(("robotory", 2, {}), seat=1)
    seen, info = env.reset(seed=1)
    assert seen.shape == (8, 1, 24)
    np.testing.assert_array_equal(info["action_mask"], env.match.mask())


def test_splash_has_other_parts() -> None:
    with pytest.raises(BadSetup, match="only actions of board games have parts, not those of"):
        PartByPart(gymnasium.make(IDS["splash"]))


@pytest.mark.full
def test_ppo_with_masks_learns_part_by_part() -> None:
    """`make test-all` installs sb3-contrib for it."""
    from sb3_contrib import MaskablePPO

    env = made(("nexus", 4, {}))
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=1)
    model.learn(64)
    seen, _ = env.reset(seed=1)
    action, _ = model.predict(seen, action_masks=env.action_masks())
    assert env.action_masks()[action]


def test_the_examples_run() -> None:
    assert doctest.testmod(parts).attempted
    assert not doctest.testmod(parts).failed
