"""Gymnasium vector environments on the core's batches.

    import gymnasium, ludothek.research.gymnasium
    envs = gymnasium.make_vec("Ludothek/Robotory-v1", num_envs=256, opponent="random")

Games, seats and rewards are those of `ludothek.research.gymnasium`. An `opponent` that is a
function gets the observations and masks of all games it has to decide in, and returns as many
actions. A game that ends is reset in the same step: its last observation is in
`infos["final_obs"]`, the rest in `infos["final_info"]`. With `autoreset_mode="Disabled"` it stays
at its end until `reset(options={"reset_mask": …})`. A game that has had `max_decisions` decisions,
of all seats, is truncated when the agent is to decide again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ludothek.engine.batch import Batch
from ludothek.research.env import opponents
from ludothek.research.env.action_checks import illegal
from ludothek.research.env.limits import check_decisions, check_seat
from ludothek.research.env.rendering import MODES, check_mode, render
from ludothek.research.specification import specification

BatchPolicy = Callable[[NDArray[Any], NDArray[Any]], Any]  # observations and masks: actions
Bools = NDArray[np.bool_]


class LudothekVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """One agent's view of many games.

    >>> envs = LudothekVectorEnv("robotory", num_envs=4, opponent="random")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape == (4, *envs.single_observation_space.shape)
    True
    >>> first_legal = envs.action_masks().argmax(axis=1)
    >>> observations, rewards, ended, cut_off, infos = envs.step(first_legal)
    >>> rewards
    array([0., 0., 0., 0.])
    """

    def __init__(  # noqa: PLR0913 (all but the first four are seldom needed)
        self,
        game: str,
        num_envs: int = 1,
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        *,
        opponent: str | BatchPolicy = "random",
        seat: int | None = None,
        max_decisions: int | None = None,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.spec_of_game = specification(game, seats, options)
        self.wanted_seat = check_seat(seat, self.spec_of_game.setup.seats)
        self.opponent, self.max_decisions = opponent, check_decisions(max_decisions)
        opponents.check(opponent, partial(opponents.check_name, game))
        self.batch = Batch(game, num_envs, seats, options, threads=threads, restarts=False)
        self.render_mode, self.num_envs = check_mode(render_mode), num_envs
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "render_fps": 1,
            "autoreset_mode": self.autoreset_mode,
        }
        high = self.spec_of_game.high
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.single_action_space = spaces.Discrete(self.spec_of_game.number_of_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats = np.full(num_envs, self.wanted_seat or 1, np.int32)  # of the agent
        self.decisions = np.zeros(num_envs, np.int64)  # taken so far in each game
        self.ended: Bools = np.ones(num_envs, np.bool_)  # none has begun

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin all games anew, or those of `options["reset_mask"]`."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise ValueError("the games of a batch have one seed together: a number")
        which = self._mask_of(options)
        super().reset(seed=None if seed is None else int(seed))
        if which.all():
            self.batch.reset(int(self.np_random.integers(2**32)))
        self._restart(which)
        return self._seen(), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """The agent's actions, and all that follows until it decides again."""
        chosen = self._checked(actions)
        fits = (chosen >= 0) & (chosen < self.batch.mask.shape[1])
        legal = fits & self.batch.mask[np.arange(self.num_envs), np.where(fits, chosen, 0)]
        self._act(np.where(legal, chosen, -1).astype(np.int32))
        self._let_others_play(legal)
        terminated, rewards = self._results(legal)
        truncated = self._late() & ~terminated
        ended = self.ended = terminated | truncated
        sentences = {int(i): illegal(int(chosen[i])) for i in np.flatnonzero(~legal)}
        if self.autoreset_mode is AutoresetMode.DISABLED or not ended.any():
            return self._seen(), rewards, terminated, truncated, self._infos(sentences)
        final = {"final_obs": self._seen(), "final_info": self._infos(sentences)}
        self._restart(ended.copy())
        infos = {**self._infos(), **_only(final, terminated | truncated)}
        return self._seen(), rewards, terminated, truncated, infos

    def action_masks(self) -> Bools:
        """What is legal in each game."""
        return self.batch.mask.copy()

    def render(self) -> tuple[Any, ...]:
        """Each game as `render_mode` wants it."""
        setup, rules = self.spec_of_game.setup, self.spec_of_game.rules
        texts = [self.batch.play(i).position for i in range(self.num_envs)]
        states = [rules.parse_position(text, setup) for text in texts]
        return tuple(render(rules, state, self.render_mode) for state in states)

    def _seen(self) -> NDArray[np.uint8]:
        return self.batch.observe(self.seats)

    def _infos(self, sentences: Mapping[int, str] | None = None) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        infos: dict[str, Any] = {
            "action_mask": self.batch.mask.view(np.int8).copy(),
            "_action_mask": everywhere,
            "seat": self.seats.copy(),
            "_seat": everywhere,
        }
        if sentences:
            texts = np.array([sentences.get(i) for i in range(self.num_envs)], object)
            infos |= {"illegal": texts, "_illegal": np.array([each is not None for each in texts])}
        return infos

    def _results(self, legal: Bools) -> tuple[Bools, NDArray[np.float64]]:
        """Which games have ended for the agent, and its rewards."""
        games, seats = np.arange(self.num_envs), self.batch.rewards.shape[1]
        out = ~self.batch.playing[games, self.seats - 1] & ~self.batch.done
        rewards = self.batch.rewards[games, self.seats - 1].astype(np.float64)
        rewards[out] = -1 / (seats - 1)
        rewards[~legal] = -1.0
        return self.batch.done | out | ~legal, rewards

    def _restart(self, which: Bools) -> None:
        self.batch.restart(which)
        self.ended[which], self.decisions[which] = False, 0
        if self.wanted_seat is None:
            number = self.batch.rewards.shape[1]
            drawn = self.np_random.integers(number, size=int(which.sum()))
            self.seats[which] = drawn + 1
        self._let_others_play(which)

    def _act(self, actions: NDArray[np.int32]) -> None:
        self.batch.step(actions)
        self.decisions += actions >= 0

    def _late(self) -> Bools:
        """Which games have as many decisions as they may have."""
        if self.max_decisions is None:
            return np.zeros(self.num_envs, np.bool_)
        late: Bools = self.decisions >= self.max_decisions
        return late

    def _let_others_play(self, which: Bools) -> None:
        """Until it is the agent's turn, or the game is over for it."""
        batch, games = self.batch, np.arange(self.num_envs)
        while True:
            waiting = which & ~batch.done & (batch.seat != self.seats)
            waiting &= batch.playing[games, self.seats - 1]
            if not waiting.any():
                return
            self._act(self._answers(waiting))

    def _answers(self, waiting: Bools) -> NDArray[np.int32]:
        answers = np.full(self.num_envs, -1, np.int32)
        if self.opponent == "random":
            answers[waiting] = self.batch.sample()[waiting]
        elif callable(self.opponent):
            masks = self.batch.mask[waiting]
            actions = np.asarray(self.opponent(self.batch.observations[waiting], masks))
            answers[waiting] = _whole_numbers(actions, len(masks), "the opponent's actions")
        else:
            for game in np.flatnonzero(waiting):
                play, seed = self.batch.play(int(game)), int(self.np_random.integers(2**32))
                answers[game] = opponents.decide(self.spec_of_game, play, self.opponent, seed)
        return answers

    def _checked(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        _whole_numbers(chosen, self.num_envs, "actions")
        if self.ended.any():
            number = int(np.flatnonzero(self.ended)[0])
            raise gymnasium.error.ResetNeeded(f"game {number} is not under way: reset it first")
        return chosen.astype(np.int64)

    def _mask_of(self, options: Mapping[str, Any] | None) -> Bools:
        if not options or "reset_mask" not in options:
            return np.ones(self.num_envs, np.bool_)
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("reset_mask is a NumPy array of truth values")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask has {self.num_envs} truth values, and one that is true")
        return mask.copy()


def _whole_numbers(actions: NDArray[Any], number: int, what: str) -> NDArray[Any]:
    if actions.shape != (number,) or not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(f"{what} are {number} whole numbers, one for each game")
    return actions


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    wished = AutoresetMode(mode)
    if wished is AutoresetMode.NEXT_STEP:
        raise ValueError("autoreset_mode is SameStep or Disabled: games are reset at once")
    return wished


def _only(final: dict[str, Any], ended: Bools) -> dict[str, Any]:
    """What is final, as Gymnasium wants it: observations as objects, and which games have them."""
    seen = np.full(len(ended), None, object)
    for game in np.flatnonzero(ended):
        seen[game] = final["final_obs"][game]
    rest = {key: value for key, value in final["final_info"].items() if not key.startswith("_")}
    rest |= {f"_{key}": final["final_info"][f"_{key}"] & ended for key in tuple(rest)}
    marks = {"_final_obs": ended.copy(), "_final_info": ended.copy()}
    return {"final_obs": seen, "final_info": rest, **marks}
