"""What thinks: computer players, and the rules again, compiled.

choice = player("level4", seed=7).choose(game, state, Limits(seconds=1))
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from ludothek.engine.compiled import Compiled
from ludothek.engine.levels import FIRST, LAST
from ludothek.engine.montecarlo import MonteCarlo
from ludothek.engine.player import Info, Limits, Player
from ludothek.engine.randomly import Randomly
from ludothek.games.errors import BadSetup

__all__ = ["PLAYERS", "STRONGEST", "Info", "Limits", "Player", "player"]

PLAYERS: Final[Mapping[str, Callable[[int | None], Player]]] = {
    **{f"level{level}": partial(Compiled, level) for level in range(FIRST, LAST + 1)},
    "montecarlo": MonteCarlo,
    "random": Randomly,
}
STRONGEST: Final = f"level{LAST}"


def player(name: str, seed: int | None = None, threads: int = 1) -> Player:
    """The player of that name; with a seed its choices can be repeated.

    Only the strongest thinks with several threads, and then its choices cannot be repeated.
    """
    if name not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise BadSetup("player-unknown", f"no player is named {name!r}; there are {known}")
    return Compiled(LAST, seed, threads) if name == STRONGEST else PLAYERS[name](seed)
