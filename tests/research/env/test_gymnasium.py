"""Gymnasium's own checker passes; episodes are those of the rules."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludothek.engine.networks import SHIPPED
from ludothek.games import BadSetup
from ludothek.research.gymnasium import IDS, LudothekEnv
from tests.research.env.setups import BOARDS, SOME_BOARDS, TABLES, Chosen


def made(chosen: Chosen, **wishes: Any) -> Any:
    name, seats, options = chosen
    return gymnasium.make(IDS[name], seats=seats, options=options, **wishes)


@pytest.mark.parametrize("chosen", [*SOME_BOARDS, *TABLES[:1]])
def test_the_checker_passes(chosen: Chosen) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(made(chosen, render_mode="rgb_array").unwrapped)


@pytest.mark.full
@pytest.mark.parametrize("chosen", [*BOARDS, *TABLES])
def test_the_checker_passes_with_every_setup(chosen: Chosen) -> None:
    test_the_checker_passes(chosen)


@pytest.mark.full
@pytest.mark.parametrize("chosen", BOARDS)
def test_ppo_with_masks_learns_from_every_board_unchanged(chosen: Chosen) -> None:
    """`make test-all` installs sb3-contrib for it."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", made(chosen), n_steps=32, batch_size=32, n_epochs=1, seed=1)
    model.learn(64)
    env = made(chosen).unwrapped
    seen, _ = env.reset(seed=1)
    action, _ = model.predict(seen, action_masks=env.action_masks())
    assert env.action_masks()[action]


def episode(env: Any, seed: int) -> tuple[float, int]:
    """The reward of an agent that acts by lot, and its seat."""
    random = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    while True:
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        _, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        if terminated:
            return float(reward), info["seat"]


@pytest.mark.parametrize("chosen", BOARDS)
def test_an_episode_ends_with_the_reward_of_the_specification(chosen: Chosen) -> None:
    seats = chosen[1]
    rewards = [episode(made(chosen), seed)[0] for seed in range(4)]
    low = -1 / (seats - 1)
    assert all(low - 1e-6 <= reward <= 1 for reward in rewards)
    assert episode(made(chosen), 3) == episode(made(chosen), 3)


ENDLESS: Chosen = ("nexus", 3, {"draw": "off"})


def test_a_limit_truncates_where_the_agent_is_to_decide_again() -> None:
    env, random = made(ENDLESS, seat=2, max_decisions=20), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    truncated = terminated = False
    while not truncated:
        assert not terminated
        assert env.unwrapped.match.decisions < 20
        action = random.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated) == (0.0, False)
    assert env.unwrapped.match.decisions >= 20
    assert env.unwrapped.match.seat == 2
    assert info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded, match="no episode is under way"):
        env.unwrapped.step(0)
    env.reset()
    assert env.unwrapped.match.decisions < 20


def test_the_checker_passes_with_a_limit() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(made(ENDLESS, max_decisions=3, render_mode="rgb_array").unwrapped)


def test_the_seat_is_drawn_or_as_wanted() -> None:
    env = gymnasium.make(IDS["robotory"])
    assert {episode(env, seed)[1] for seed in range(12)} == {1, 2}
    assert {episode(gymnasium.make(IDS["robotory"], seat=2), seed)[1] for seed in range(5)} == {2}


def test_level_1_of_robotory_beats_a_player_by_lot() -> None:
    env = gymnasium.make(IDS["robotory"], opponent="level1")
    assert sum(episode(env, seed)[0] for seed in range(20)) < 0


def test_a_function_can_be_the_opponent() -> None:
    calls = []

    def first(_seen: Any, mask: Any) -> int:
        calls.append(1)
        return int(np.flatnonzero(mask)[0])

    episode(gymnasium.make(IDS["repulso"], opponent=first), 1)
    assert calls


def test_an_illegal_action_ends_the_episode() -> None:
    env = gymnasium.make(IDS["robotory"], seat=1)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(120)
    assert (reward, terminated) == (-1.0, True)
    assert info["illegal"] == "action 120 is not legal here; the mask says which are"
    with pytest.raises(gymnasium.error.ResetNeeded, match="no episode is under way"):
        env.unwrapped.step(0)


def test_the_same_seed_plays_the_same_splash_against_a_level() -> None:
    def steps(seed: int) -> list[bytes]:
        env: Any = gymnasium.make(IDS["splash"], options={"draft": "random"}, opponent="level1")
        seen, _ = env.reset(seed=seed)
        views, random = [seen.tobytes()], np.random.default_rng(seed)
        for _ in range(6):
            action = env.unwrapped.match.random_action(random)
            seen, _, terminated, _, _ = env.step(action)
            views.append(seen.tobytes())
            if terminated:
                break
        return views

    assert steps(3) == steps(3)
    assert steps(3) != steps(4)


@pytest.mark.parametrize("opponent", ["level13", "network", f"network:{SHIPPED / 'robotory.net'}"])
def test_what_thinks_without_a_limit_is_given_one(opponent: str) -> None:
    def first_view() -> bytes:
        env = gymnasium.make(IDS["robotory"], opponent=opponent, seat=2)
        return bytes(env.reset(seed=1)[0].tobytes())

    assert first_view() == first_view()


def test_splash_can_be_played_in_several_processes() -> None:
    wishes: dict[str, Any] = {"options": {"draft": "random"}, "seat": 1}

    def steps(mode: str) -> list[bytes]:
        envs: Any = gymnasium.make_vec(IDS["splash"], 2, vectorization_mode=mode, **wishes)
        seen, infos = envs.reset(seed=3)
        views = [seen.tobytes()]
        for _ in range(3):
            pieces = infos["action_mask"]["piece"].argmax(axis=1)
            poses = np.zeros((2, 3), np.float32)
            actions = {"piece": pieces, "face": np.zeros(2, np.int64), "pose": poses}
            seen, _, _, _, infos = envs.step(actions)
            views.append(seen.tobytes())
        envs.close()
        return views

    assert steps("async") == steps("sync")


@pytest.mark.parametrize("action", ["a1", 1.5, None, [3, 4]])
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any) -> None:
    env: Any = gymnasium.make(IDS["robotory"], seat=1, disable_env_checker=True)
    _, info = env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="one whole number below 146, not"):
        env.step(action)
    _, _, terminated, _, _ = env.step(np.argmax(info["action_mask"]))
    assert not terminated


def test_what_is_no_action_of_splash_is_refused() -> None:
    env: Any = gymnasium.make(IDS["splash"], disable_env_checker=True)
    env.reset(seed=1)
    for wrong in (3, {"piece": 3}, {"piece": 3, "face": 0, "pose": np.zeros(2)}):
        with pytest.raises(gymnasium.error.InvalidAction, match="and pose, three numbers, not"):
            env.step(wrong)


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="no episode is under way"):
        LudothekEnv("robotory").step(0)


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"seats": 5}, "NEXUS und Rabauken is played with 2, 3, 4 seats, not 5"),
        ({"options": {"jump": "high"}}, "option jump of NEXUS und Rabauken is one of chain, line"),
        ({"options": {"wind": "north"}}, "NEXUS und Rabauken has no option 'wind'; it has edge"),
        ({"render_mode": "x"}, "render_mode is one of human, rgb_array, ansi, not 'x'"),
    ],
)
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.filterwarnings("ignore:.*not in the possible render_modes")  # Gymnasium's own
def test_a_setup_that_cannot_be_gets_a_sentence(
    wishes: dict[str, Any], sentence: str, many: bool
) -> None:
    with pytest.raises(ValueError, match=sentence):
        (gymnasium.make_vec if many else gymnasium.make)(IDS["nexus"], **wishes)


def test_wrong_wishes_get_a_sentence() -> None:
    with pytest.raises(BadSetup, match="seat is a number from 1 to 2, not 3"):
        gymnasium.make(IDS["repulso"], seat=3)
    with pytest.raises(BadSetup, match="no player is named 'nobody'"):
        gymnasium.make(IDS["repulso"], opponent="nobody")
    with pytest.raises(BadSetup, match=r"repulso\.net is a network of repulso, not robotory"):
        gymnasium.make(IDS["robotory"], opponent=f"network:{SHIPPED / 'repulso.net'}")
    with pytest.raises(BadSetup, match="no player of Splash! is named 'level8'; there are random"):
        gymnasium.make(IDS["splash"], opponent="level8")
