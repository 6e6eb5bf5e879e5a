"""PettingZoo's own suites pass for every game, seat count and option."""

import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from ludothek.games import BadSetup
from ludothek.research import pettingzoo
from tests.research.env.setups import BOARDS, SOME_BOARDS, TABLES, Chosen


def check(chosen: Chosen, cycles: int) -> None:
    """The three suites. They warn of what is a matter of taste, such as dictionaries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test, render_test, seed_test  # warns of its own examples

        api_test(pettingzoo.env(*chosen), num_cycles=cycles)
        seed_test(partial(pettingzoo.env, *chosen), num_cycles=cycles)
        render_test(partial(pettingzoo.env, *chosen))


@pytest.mark.parametrize("chosen", SOME_BOARDS)
def test_the_suites_pass_with_a_board(chosen: Chosen) -> None:
    check(chosen, 40)


@pytest.mark.parametrize("chosen", TABLES[:1])
def test_the_suites_pass_with_a_table(chosen: Chosen) -> None:
    check(chosen, 15)


@pytest.mark.full
@pytest.mark.parametrize("chosen", TABLES[1:])
def test_the_suites_pass_with_every_table(chosen: Chosen) -> None:
    check(chosen, 100)


@pytest.mark.full
@pytest.mark.parametrize("chosen", BOARDS)
def test_the_suites_pass_with_whole_games(chosen: Chosen) -> None:
    check(chosen, 1000)


def play_out(env: Any, seed: int) -> dict[str, float]:
    """What each agent got in a game by lot."""
    got: dict[str, float] = {}
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert not truncated
        if terminated:
            got[agent] = reward
        legal = np.flatnonzero(seen["action_mask"])
        assert terminated or len(legal)
        env.step(None if terminated else int(random.choice(legal)))
    return got


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_nexus_is_zero_sum_and_everybody_gets_their_own(seats: int) -> None:
    got = play_out(pettingzoo.env("nexus", seats), seed=5)
    assert len(got) == seats
    assert sum(got.values()) == pytest.approx(0)


def test_an_eliminated_agent_leaves_while_the_others_play_on() -> None:
    env = pettingzoo.raw_env("nexus", 3)
    for seed in range(20):
        random, left = np.random.default_rng(seed), []
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, terminated, _, _ = env.last()
            if terminated:
                left.append((agent, reward, env.match.over))
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if terminated else int(random.choice(legal)))
        if not left[0][2]:
            assert left[0][1] == -0.5
            return
    pytest.fail("nobody was eliminated early in 20 games")


ENDLESS = ("nexus", 3, {"draw": "off"})


@pytest.mark.parametrize("most", [1, 25])
def test_a_limit_truncates_all_agents_after_so_many_decisions(most: int) -> None:
    env, random, decided = pettingzoo.env(*ENDLESS, max_decisions=most), np.random.default_rng(1), 0
    env.reset()
    truncated = set()
    for agent in env.agent_iter():
        seen, reward, terminated, late, _ = env.last()
        assert not terminated
        assert late == (decided == most)
        if late:
            truncated.add(agent)
            assert reward == 0
            assert not seen["action_mask"].any()
        decided += not late
        env.step(None if late else int(random.choice(np.flatnonzero(seen["action_mask"]))))
    assert truncated == {"p1", "p2", "p3"}
    env.reset()
    assert not any(env.truncations.values())


def test_who_was_eliminated_before_the_limit_has_lost_and_was_not_truncated() -> None:
    for seed in range(40):
        env, random = pettingzoo.raw_env(*ENDLESS, max_decisions=200), np.random.default_rng(seed)
        env.reset()
        ends: dict[str, tuple[float, bool, bool]] = {}
        for agent in env.agent_iter():
            seen, reward, *ended, _ = env.last()
            if any(ended):
                ends[agent] = (reward, *ended)
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if any(ended) else int(random.choice(legal)))
        kinds = sorted(ends.values())
        if kinds == [(-0.5, True, False), (0.0, False, True), (0.0, False, True)]:
            return
    pytest.fail("no game of 40 went on without somebody")


@pytest.mark.parametrize("chosen", [("nexus", 2, {"draw": "off"}), ("splash", 2, {})])
def test_the_suites_pass_with_a_limit(chosen: Chosen) -> None:
    made = partial(pettingzoo.env, *chosen, max_decisions=8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test, seed_test

        api_test(made(), num_cycles=30)
        seed_test(made, num_cycles=30)


def test_an_illegal_action_ends_the_game_for_who_took_it() -> None:
    env = pettingzoo.env("repulso")
    env.reset()
    env.step(100)
    seen, reward, terminated, _, info = env.last()
    assert (env.agent_selection, reward, terminated) == ("p1", -1.0, True)
    assert info["illegal"] == "action 100 is not legal here; the mask says which are"
    assert not seen["action_mask"].any()
    env.step(None)
    assert env.last()[1:3] == (0.0, True)


def test_an_illegal_choice_of_splash_ends_it_too() -> None:
    env = pettingzoo.env("splash")
    env.reset(seed=1)
    env.step({"piece": 0, "face": 0, "pose": np.zeros(3, np.float32)})
    env.step({"piece": 0, "face": 0, "pose": np.zeros(3, np.float32)})
    assert env.last()[1:3] == (0.0, True)
    env.step(None)
    assert env.last()[1] == -1.0
    assert "cannot be chosen here" in env.last()[4]["illegal"]


@pytest.mark.parametrize("action", ["a1", 1.5, None, [3, 4]])
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = pettingzoo.env("repulso")
    env.reset()
    before = env.observe("p1")["observation"]
    with pytest.raises(AssertionError, match="an action is one whole number below 216, not"):
        env.step(action)
    np.testing.assert_array_equal(env.observe("p1")["observation"], before)
    assert (env.agent_selection, env.last()[2]) == ("p1", False)


def test_wrong_wishes_get_a_sentence() -> None:
    with pytest.raises(BadSetup, match="NEXUS und Rabauken is played with 2, 3, 4 seats, not 5"):
        pettingzoo.env("nexus", 5)
    with pytest.raises(BadSetup, match="option jump of NEXUS und Rabauken is one of"):
        pettingzoo.env("nexus", 2, {"jump": "high"})
    with pytest.raises(BadSetup, match="NEXUS und Rabauken has no option 'wind'; it has edge"):
        pettingzoo.env("nexus", 2, {"wind": "north"})
    with pytest.raises(BadSetup, match="learners play repulso, robotory, nexus, splash, not"):
        pettingzoo.env("chess")
    with pytest.raises(BadSetup, match="on the simulated table: referee=no"):
        pettingzoo.env("splash", 2, {"referee": "yes"})
    with pytest.raises(ValueError, match="render_mode is one of human, rgb_array, ansi, not 'x'"):
        pettingzoo.env("nexus", render_mode="x")
