"""The player that draws lots."""

from dataclasses import dataclass
from threading import Event

from ludothek.engine.player import Limits, Report, choices, dice, quietly
from ludothek.games.protocol import Game, M, S


@dataclass(frozen=True, slots=True)
class Randomly:
    """Chooses any decision, all equally likely."""

    seed: int | None = None

    def choose(
        self,
        game: Game[S, M],
        state: S,
        limits: Limits,  # noqa: ARG002
        stop: Event | None = None,  # noqa: ARG002
        report: Report = quietly,  # noqa: ARG002
    ) -> M:
        """A random decision."""
        return dice(self.seed, game, state).choice(choices(game, state))
