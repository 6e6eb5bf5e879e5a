"""Actions of NEXUS in parts, for learners whose policies choose one number at a time.

    env = PartByPart(gymnasium.make("Ludothek/Nexus-v1", seats=4))

One of 52,244 actions becomes a few choices, each among at most 111, and nothing is lost: what a
part may be depends on the parts before. A step chooses the next part; one that follows from those
before is not asked for. The observation has a plane more for each part but the last: what was
chosen, plus 1, or 0. `action_masks()` is what sb3-contrib's MaskablePPO asks for. A part that is
not legal ends the episode like an action that is not.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludothek.games import BadSetup
from ludothek.research.env.action_checks import illegal, whole
from ludothek.research.env.match import BoardMatch

Step = tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]


class PartByPart(
    gymnasium.Wrapper[NDArray[np.uint8], Any, NDArray[Any], Any],
    gymnasium.utils.RecordConstructorArgs,  # so that it can be made again from its `spec`
):
    """An environment of a board game whose actions are chosen part by part.

    >>> import ludothek.research.gymnasium
    >>> env = PartByPart(gymnasium.make("Ludothek/Nexus-v1", seats=4))
    >>> int(env.action_space.n), env.observation_space.shape
    (111, (25, 16, 16))
    """

    def __init__(self, env: gymnasium.Env[NDArray[Any], Any]) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        super().__init__(env)
        match = getattr(env.unwrapped, "match", None)
        if not isinstance(match, BoardMatch):
            raise BadSetup("parts", f"only actions of board games have parts, not those of {env}")
        self.match, self.parts = match, match.spec.factored
        *before, _ = self.parts.sizes
        planes = [np.full((1, *match.spec.shape[1:]), size, np.uint8) for size in before]
        high = np.concatenate([match.spec.high, *planes])
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space = spaces.Discrete(max(self.parts.sizes))
        self.chosen: tuple[int, ...] = ()
        self._seen, self._info = match.observation(1), dict[str, Any]()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin anew, up to the agent's first choice."""
        self._seen, self._info = super().reset(seed=seed, options=options)
        self._begin()
        return self._observation(), self._infos()

    def step(self, action: Any) -> Step:
        """The next part; with the last one the action is carried out."""
        try:
            part = whole(action, max(self.parts.sizes))
        except TypeError as error:
            raise gymnasium.error.InvalidAction(str(error)) from None
        if not 0 <= part < max(self.parts.sizes) or not self.action_masks()[part]:
            return self._refused(part)
        self.chosen = self._with_what_follows((*self.chosen, part), len(self.parts.sizes))
        if len(self.chosen) < len(self.parts.sizes):
            return self._observation(), 0.0, False, False, self._infos()
        return self._act(self.parts.join(self.chosen))

    def action_masks(self) -> NDArray[np.bool_]:
        """What the next part may be."""
        mask = np.zeros(max(self.parts.sizes), np.bool_)
        part = self._next(self.chosen)
        mask[: len(part)] = part
        return mask

    def _act(self, action: int) -> Step:
        self._seen, reward, terminated, truncated, self._info = super().step(action)
        self._begin()
        return self._observation(), float(reward), terminated, truncated, self._infos()

    def _refused(self, part: int) -> Step:
        """Any action that is not legal ends the episode; what is said of it is about the part."""
        seen, reward, terminated, truncated, info = self._act(int(np.argmin(self.match.mask())))
        return seen, reward, terminated, truncated, {**info, "illegal": illegal(part)}

    def _begin(self) -> None:
        """At least one part is asked for, also where there is one action only."""
        self.chosen = self._with_what_follows((), len(self.parts.sizes) - 1)

    def _with_what_follows(self, chosen: tuple[int, ...], most: int) -> tuple[int, ...]:
        while len(chosen) < most:
            values = np.flatnonzero(self._next(chosen))
            if len(values) != 1:
                break
            chosen = (*chosen, int(values[0]))
        return chosen

    def _next(self, chosen: tuple[int, ...]) -> NDArray[np.uint8]:
        return self.parts.mask(self.match.mask().view(np.uint8), chosen)

    def _observation(self) -> NDArray[np.uint8]:
        shown = np.zeros((len(self.parts.sizes) - 1, *self._seen.shape[1:]), np.uint8)
        for plane, part in zip(shown, self.chosen, strict=False):
            plane[:] = part + 1
        return np.concatenate([self._seen, shown])

    def _infos(self) -> dict[str, Any]:
        return {**self._info, "action_mask": self.action_masks().view(np.int8)}
