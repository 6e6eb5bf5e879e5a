"""Computer players of a game at the terminal."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from ludothek.cli.play.match import Match
from ludothek.engine import Analysis, Limits, player, strongest
from ludothek.engine.networks import Network

_ADVICE_SECONDS: Final = 2.0  # at most, for a hint
_STEADINESS: Final = 8  # one placement in so many falls where no real tower is observed

Report = Callable[[str], None]  # progress of a search, in a few words


@dataclass(frozen=True, slots=True)
class Thinkers:
    """Computer players with the same search limits."""

    limits: Limits
    seed: int | None = None
    network: Network | None = None  # of the strongest, in place of the one that is shipped

    def choose(self, match: Match, report: Report) -> str:
        """The decision of the computer whose choice it is."""
        if match.awaits_report():
            return self._random_report(match)
        return self._think(match, match.player(match.to_move), self.limits, report)

    def hint(self, match: Match, report: Report) -> str:
        """What a computer would decide for a person."""
        seconds = min(_ADVICE_SECONDS, self.limits.seconds or _ADVICE_SECONDS)
        limits = Limits(seconds, self.limits.nodes)
        return self._think(match, strongest(match.game.name), limits, report)

    def _think(self, match: Match, name: str, limits: Limits, report: Report) -> str:
        def tell(analysis: Analysis) -> None:
            report(f"{analysis.nodes} tried, expects {analysis.score:.0%}")

        move = player(name, self.seed, network=self.network).choose(
            match.game, match.state, limits, report=tell
        )
        return str(move)

    def _random_report(self, match: Match) -> str:
        """A random report where no real tower is observed."""
        game, state = match.game, match.state
        random = Random() if self.seed is None else Random(f"{self.seed} {match.ply}")
        stands, *falls = game.legal_moves(state)
        if falls and not random.randrange(_STEADINESS):
            stands = game.concrete(state, falls[0], random)
        return str(stands)
