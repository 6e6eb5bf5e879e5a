"""PettingZoo environments (AEC) for all four games: `env("nexus", seats=3)`.

Agents are `p1`, `p2`, …. An observation is a dictionary with `observation` (the planes of the
specification) and `action_mask`; in Splash!, whose actions have parts, it is an array, and the mask
stands in `info["action_mask"]`. Rewards are zero-sum and come at the end; an eliminated agent gets
its own at once and terminates. An illegal action ends the game: -1 for who took it, 0 for the
others, and `info["illegal"]` says why. With `max_decisions` all agents are truncated after so many
decisions of all together: NEXUS with `draw=off` has no end by the rules. What is no action at all,
by type or shape, is refused with an `AssertionError`, as PettingZoo's own wrappers do, and changes
nothing.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ludothek.games import IllegalMove
from ludothek.games.protocol import all_seats, seat_text
from ludothek.research.env.limits import check_decisions
from ludothek.research.env.match import BoardMatch, Match, match
from ludothek.research.env.rendering import MODES, check_mode, render
from ludothek.research.env.spaces import action_space, observation_space

Agent = str


def env(
    game: str,
    seats: int = 2,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
    max_decisions: int | None = None,
) -> "AECEnv[Agent, Any, Any]":
    """A game as an environment, wrapped so that methods called out of order are reported.

    >>> game = env("nexus", seats=3)
    >>> game.reset(seed=1)
    >>> game.agent_selection
    'p1'
    """
    return OrderEnforcingWrapper(raw_env(game, seats, options, render_mode, max_decisions))


class raw_env(AECEnv[Agent, Any, Any]):  # noqa: N801
    """The environment without the wrapper that checks the order of calls.

    >>> game = raw_env("robotory")
    >>> game.reset(seed=1)
    >>> game.agent_selection, game.possible_agents
    ('p1', ['p1', 'p2'])
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        max_decisions: int | None = None,
    ) -> None:
        super().__init__()
        self.match: Match = match(game, seats, options)
        self.render_mode = check_mode(render_mode)
        self.max_decisions = check_decisions(max_decisions)
        self.metadata = {
            "name": self.match.id.replace("-", "_"),
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [seat_text(seat) for seat in all_seats(self.match.setup)]
        self.observation_spaces = {agent: _masked(self.match) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.match) for agent in self.possible_agents}

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin anew; the seed matters where something is left to chance (Splash!)."""
        self.match.restart(int(np.random.default_rng(seed).integers(2**32)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = seat_text(self.match.seat)
        self._tell_mask()

    def observe(self, agent: Agent) -> Any:
        """What an agent sees now; only the one to decide has legal actions."""
        seat = int(agent[1:])
        observation = self.match.observation(seat)
        if not isinstance(self.match, BoardMatch):
            return observation
        decides = agent == self.agent_selection and not self._has_ended(agent)
        mask = self.match.mask()
        return {"observation": observation, "action_mask": mask if decides else np.zeros_like(mask)}

    def step(self, action: Any) -> None:
        """Carry out the selected agent's action."""
        agent = self.agent_selection
        if self._has_ended(agent):
            self._was_dead_step(action)
            return
        illegal = self._act(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos = {each: {} for each in self.agents}
        if illegal:
            self._end_illegally(agent, illegal)
        else:
            self._go_on()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """As `render_mode` wants it."""
        return render(self.match.rules, self.match.state, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def _act(self, action: Any) -> str | None:
        """Carry it out, or say why it is illegal."""
        try:
            self.match.act(action)
        except IllegalMove as error:
            return str(error)
        except TypeError as error:
            raise AssertionError(str(error)) from None
        return None

    def _go_on(self) -> None:
        rewards = self.match.rewards
        lost = -1 / (self.match.setup.seats - 1)
        for agent in self.agents:
            seat = int(agent[1:])
            if self.match.over:
                self.terminations[agent], self.rewards[agent] = True, rewards[seat - 1]
            elif seat not in self.match.seats_in:
                self.terminations[agent], self.rewards[agent] = True, lost
        if not self.match.over:
            self.agent_selection = seat_text(self.match.seat)
            self._tell_mask()
            if self.max_decisions and self.match.decisions >= self.max_decisions:
                self.truncations = {each: not self.terminations[each] for each in self.agents}

    def _has_ended(self, agent: Agent) -> bool:
        """For this agent, or altogether: who is no longer there has ended."""
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)

    def _end_illegally(self, agent: Agent, sentence: str) -> None:
        for each in self.agents:
            self.terminations[each] = True
        self.rewards[agent] = -1.0
        self.infos[agent] = {"illegal": sentence}

    def _tell_mask(self) -> None:
        if not isinstance(self.match, BoardMatch):
            self.infos[self.agent_selection] = {"action_mask": self.match.mask()}


def _masked(of: Match) -> spaces.Space[Any]:
    observation = observation_space(of)
    if not isinstance(of, BoardMatch):
        return observation
    mask = spaces.Box(0, 1, (of.spec.number_of_actions,), np.int8)
    return spaces.Dict({"observation": observation, "action_mask": mask})
