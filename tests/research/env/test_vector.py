"""Many games for one agent: the same as the single environment, by Gymnasium's conventions."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from ludothek.games import BadSetup
from ludothek.research.gymnasium import IDS
from tests.research.env.setups import BOARDS, Chosen

DISABLED = AutoresetMode.DISABLED


def made(chosen: Chosen, num_envs: int, **wishes: Any) -> Any:
    name, seats, options = chosen
    return gymnasium.make_vec(IDS[name], num_envs=num_envs, seats=seats, options=options, **wishes)


def by_lot(random: np.random.Generator, masks: NDArray[Any]) -> NDArray[np.int64]:
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("chosen", BOARDS)
def test_games_end_with_a_final_observation_and_go_on(chosen: Chosen) -> None:
    envs, random, ended = made(chosen, 3), np.random.default_rng(1), 0
    start, infos = envs.reset(seed=2)
    assert start in envs.observation_space
    while ended < 4:
        seen, rewards, terminated, truncated, infos = envs.step(
            by_lot(random, infos["action_mask"])
        )
        assert seen in envs.observation_space
        assert not truncated.any()
        assert infos["action_mask"].any(axis=1).all()
        assert not rewards[~terminated].any()
        assert terminated.any() == ("final_obs" in infos)
        for game in np.flatnonzero(terminated):
            assert infos["final_obs"][game] in envs.single_observation_space
            assert not np.array_equal(infos["final_obs"][game], seen[game])
            assert infos["final_info"]["seat"][game] in range(1, chosen[1] + 1)
        ended += int(terminated.sum())


def first(_seen: Any, masks: NDArray[Any]) -> Any:
    return np.argmax(masks, axis=-1)


@pytest.mark.parametrize("chosen", [("robotory", 2, {}), ("nexus", 3, {})])
def test_a_game_among_many_is_the_game_alone(chosen: Chosen) -> None:
    envs = made(chosen, 2, opponent=first, seat=2, autoreset_mode=DISABLED)
    name, seats, options = chosen
    alone: Any = gymnasium.make(IDS[name], seats=seats, options=options, opponent=first, seat=2)
    seen, infos = envs.reset(seed=1)
    seen_alone, info = alone.reset(seed=1)
    random, ends = np.random.default_rng(4), np.zeros(2, np.bool_)
    while not ends.any():
        np.testing.assert_array_equal(seen[0], seen_alone)
        np.testing.assert_array_equal(infos["action_mask"][1], info["action_mask"])
        action = by_lot(random, infos["action_mask"][:1])[0]
        seen, rewards, ends, _, infos = envs.step(np.array([action, action]))
        seen_alone, reward, terminated, _, info = alone.step(action)
        assert rewards.tolist() == pytest.approx([reward, reward])
        assert ends.tolist() == [terminated, terminated]
    np.testing.assert_array_equal(seen[0], seen_alone)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, DISABLED])
def test_a_limit_truncates_each_game_as_it_does_the_game_alone(mode: AutoresetMode) -> None:
    name, seats, options = chosen = ("nexus", 3, {"draw": "off"})
    wishes: dict[str, Any] = {"opponent": first, "seat": 2, "max_decisions": 30}
    envs = made(chosen, 2, autoreset_mode=mode, **wishes)
    alone: Any = gymnasium.make(IDS[name], seats=seats, options=options, **wishes)
    _, infos = envs.reset(seed=1)
    alone.reset(seed=1)
    late = np.zeros(2, np.bool_)
    while not late.any():
        seat_of_last = int(infos["seat"][0])
        action = int(np.flatnonzero(infos["action_mask"][0])[-1])
        seen, rewards, ends, late, infos = envs.step(np.array([action, action]))
        seen_alone, reward, terminated, truncated, _ = alone.step(action)
        assert (rewards.tolist(), ends.tolist()) == ([reward] * 2, [terminated] * 2)
        assert late.tolist() == [truncated] * 2
    last = infos["final_obs"][0] if mode is AutoresetMode.SAME_STEP else seen[0]
    np.testing.assert_array_equal(last, seen_alone)
    assert (rewards.tolist(), seat_of_last) == ([0, 0], 2)
    if mode is DISABLED:
        with pytest.raises(gymnasium.error.ResetNeeded):
            envs.step(np.array([0, 0]))
        _, infos = envs.reset(options={"reset_mask": np.ones(2, np.bool_)})
    _, _, _, late, _ = envs.step(np.argmax(infos["action_mask"], axis=1))
    assert not late.any()


def rollout(seed: int, **wishes: Any) -> list[bytes]:
    envs, random = made(("robotory", 2, {}), 4, **wishes), np.random.default_rng(3)
    seen, infos = envs.reset(seed=seed)
    views = [seen.tobytes()]
    for _ in range(12):
        seen, _, _, _, infos = envs.step(by_lot(random, infos["action_mask"]))
        views.append(seen.tobytes())
    return views


@pytest.mark.parametrize("opponent", ["random", "level1", "network"])
def test_the_same_seed_plays_the_same_games_on_any_number_of_threads(opponent: str) -> None:
    games = rollout(5, opponent=opponent)
    assert games == rollout(5, opponent=opponent, threads=2)
    assert games != rollout(6, opponent=opponent)


def test_an_illegal_action_ends_its_game_and_no_other() -> None:
    envs = made(("robotory", 2, {}), 3, seat=1)
    _, infos = envs.reset(seed=1)
    actions = np.argmax(infos["action_mask"], axis=1)
    actions[1] = 120
    _, rewards, terminated, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    sentence = "action 120 is not legal here; the mask says which are"
    assert infos["final_info"]["illegal"].tolist() == [None, sentence, None]
    assert infos["final_info"]["_illegal"].tolist() == [False, True, False]


def test_without_autoreset_a_game_waits_for_its_reset() -> None:
    envs = made(("repulso", 2, {}), 2, seat=1, autoreset_mode="Disabled")
    start, infos = envs.reset(seed=1)
    first_legal = int(np.argmax(infos["action_mask"][0]))
    after, _, terminated, _, infos = envs.step(np.array([999, first_legal]))
    assert terminated.tolist() == [True, False]
    assert infos["illegal"][0].startswith("action 999 is not legal here")
    with pytest.raises(
        gymnasium.error.ResetNeeded, match="game 0 is not under way: reset it first"
    ):
        envs.step(np.array([0, 0]))
    again, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    np.testing.assert_array_equal(again[0], start[0])
    np.testing.assert_array_equal(again[1], after[1])


def test_games_can_be_looked_at() -> None:
    envs = made(("robotory", 2, {}), 2, render_mode="ansi")
    envs.reset(seed=1)
    assert all(text.startswith("Robotory: p") for text in envs.render())


def test_wrong_wishes_get_a_sentence() -> None:
    envs = made(("robotory", 2, {}), 2)
    with pytest.raises(gymnasium.error.ResetNeeded, match="game 0 is not under way"):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    for wrong in (np.zeros(3, np.int64), np.zeros(2), np.zeros((2, 1), np.int64)):
        with pytest.raises(ValueError, match="actions are 2 whole numbers, one for each game"):
            envs.step(wrong)
    with pytest.raises(ValueError, match="one seed together"):
        envs.reset(seed=[1, 2])
    with pytest.raises(TypeError, match="reset_mask is a NumPy array of truth values"):
        envs.reset(options={"reset_mask": [True, False]})
    with pytest.raises(ValueError, match="reset_mask has 2 truth values, and one that is true"):
        envs.reset(options={"reset_mask": np.zeros(2, np.bool_)})
    with pytest.raises(ValueError, match="autoreset_mode is SameStep or Disabled"):
        made(("robotory", 2, {}), 2, autoreset_mode="NextStep")
    with pytest.raises(BadSetup, match=r"no player is named 'level14'; .* network:FILE"):
        made(("robotory", 2, {}), 2, opponent="level14")
    with pytest.raises(BadSetup, match="seat is a number from 1 to 2, not 0"):
        made(("robotory", 2, {}), 2, seat=0)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (np.zeros(5, np.int64), "the opponent's actions are 2 whole numbers, one for each game"),
        (np.zeros(2), "the opponent's actions are 2 whole numbers, one for each game"),
        (np.full(2, 120), "the action of game 0 is not legal"),
    ],
)
def test_an_opponent_that_answers_wrongly_is_told_so(answer: NDArray[Any], sentence: str) -> None:
    envs = made(("robotory", 2, {}), 2, seat=2, opponent=lambda _seen, _masks: answer)
    with pytest.raises(ValueError, match=sentence):
        envs.reset(seed=1)
