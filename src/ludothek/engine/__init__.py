"""What thinks: computer players, and the rules again, compiled.

choice = player("montecarlo", seed=7).choose(game, state, Limits(seconds=1))
"""

from collections.abc import Callable, Mapping
from typing import Final

from ludothek.engine.montecarlo import MonteCarlo
from ludothek.engine.player import Info, Limits, Player
from ludothek.engine.randomly import Randomly
from ludothek.games.errors import BadSetup

__all__ = ["PLAYERS", "Info", "Limits", "Player", "player"]

PLAYERS: Final[Mapping[str, Callable[[int | None], Player]]] = {
    "montecarlo": MonteCarlo,
    "random": Randomly,
}


def player(name: str, seed: int | None = None) -> Player:
    """The player of that name; with a seed its choices can be repeated."""
    if name not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise BadSetup("player-unknown", f"no player is named {name!r}; there are {known}")
    return PLAYERS[name](seed)
