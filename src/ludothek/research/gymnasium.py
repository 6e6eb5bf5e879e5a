"""Gymnasium environments for all four games: one agent against computer players.

    import gymnasium, ludothek.research.gymnasium
    env = gymnasium.make("Ludothek/Robotory-v1", opponent="level1")

The agent sits on a seat that is drawn for each episode, or on `seat`; all others are played by
`opponent`: `random`, `level1` …, `network`, `network:FILE`, or a function of observation and mask
that returns an action.
`env.action_masks()` (as sb3-contrib asks for it) and `info["action_mask"]` say what is legal. The
reward is that of the specification, at the end. An illegal action ends the episode with -1 and
`info["illegal"]`, a sentence. NEXUS with `draw=off` has no end by the rules: with `max_decisions`
an episode is truncated where the agent is to decide after so many decisions of all seats.
`gymnasium.make_vec` makes many games at once (`vector`), of Splash!
with `vectorization_mode="async"` in processes.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ludothek.engine.core import GAMES
from ludothek.games import IllegalMove
from ludothek.research.env import opponents, vector
from ludothek.research.env.limits import check_decisions, check_seat
from ludothek.research.env.match import BoardMatch, Match, match
from ludothek.research.env.rendering import MODES, check_mode, render
from ludothek.research.env.spaces import action_space, observation_space

Policy = Callable[[NDArray[Any], Any], Any]  # of an observation and a mask: an action
IDS: Final = {
    "repulso": "Ludothek/Repulso-v1",
    "robotory": "Ludothek/Robotory-v1",
    "nexus": "Ludothek/Nexus-v1",
    "splash": "Ludothek/Splash-v1",
}


class LudothekEnv(gymnasium.Env[NDArray[Any], Any]):
    """An environment of one agent against computer players.

    >>> env = LudothekEnv("robotory", opponent="level1", seat=1)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((8, 1, 24), 42)
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(  # noqa: PLR0913 (all but the first three are seldom needed)
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        *,
        opponent: str | Policy = "random",
        seat: int | None = None,
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.match: Match = match(game, seats, options)
        self.wanted_seat = check_seat(seat, self.match.setup.seats)
        self.opponent, self.max_decisions = opponent, check_decisions(max_decisions)
        opponents.check(opponent, self.match.check)
        self.render_mode = check_mode(render_mode)
        self.observation_space = observation_space(self.match)
        self.action_space = action_space(self.match)
        self.seat = self.wanted_seat or 1
        self.finished = True  # no episode has begun

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin anew, up to the agent's first decision."""
        super().reset(seed=seed, options=options)
        self.finished = False
        self.seat = self.wanted_seat or int(self.np_random.integers(self.match.setup.seats)) + 1
        self.match.restart(self._seed())
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """The agent's action, and all that follows until it decides again."""
        if self.finished:
            raise gymnasium.error.ResetNeeded("no episode is under way: call reset first")
        try:
            self.match.act(action)
        except TypeError as error:
            raise gymnasium.error.InvalidAction(str(error)) from None
        except IllegalMove as error:
            self.finished = True
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._let_others_play()
        terminated = self.match.over or self.seat not in self.match.seats_in
        truncated = not terminated and self._late()
        self.finished = terminated or truncated
        reward = self._reward() if terminated else 0.0
        return self._seen(), reward, terminated, truncated, self._info()

    def action_masks(self) -> Any:
        """What is legal, as sb3-contrib's MaskablePPO asks for it."""
        mask = self.match.mask()
        return mask.astype(np.bool_) if isinstance(mask, np.ndarray) else mask

    def render(self) -> Any:
        """As `render_mode` wants it."""
        return render(self.match.rules, self.match.state, self.render_mode)

    def _seen(self) -> NDArray[Any]:
        return self.match.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask(), "seat": self.seat}

    def _reward(self) -> float:
        if self.match.over:
            return self.match.rewards[self.seat - 1]
        return -1 / (self.match.setup.seats - 1)

    def _late(self) -> bool:
        return self.max_decisions is not None and self.match.decisions >= self.max_decisions

    def _seed(self) -> int:
        return int(self.np_random.integers(2**32))

    def _let_others_play(self) -> None:
        here = self.match
        while not here.over and here.seat != self.seat and self.seat in here.seats_in:
            here.act(self._answer())

    def _answer(self) -> Any:
        here = self.match
        if callable(self.opponent):
            return self.opponent(here.observation(here.seat), here.mask())
        if self.opponent == "random" and isinstance(here, BoardMatch):
            return self.np_random.choice(np.flatnonzero(here.mask()))
        return here.choose(self.opponent, self._seed())


def register() -> None:
    """Register the ids with Gymnasium. Importing this module does so.

    >>> register()
    >>> "Ludothek/Robotory-v1" in gymnasium.registry
    True
    """
    for game, name in IDS.items():
        if name not in gymnasium.registry:
            many = f"{vector.__name__}:LudothekVectorEnv" if game in GAMES else None
            gymnasium.register(
                name, f"{__name__}:LudothekEnv", vector_entry_point=many, kwargs={"game": game}
            )


register()
