"""Ludothek: play and study Repulso, Robotory, Splash! and NEXUS und Rabauken.

What is used every day is imported from here; nothing is implemented here.

>>> import ludothek
>>> game = ludothek.load("robotory")
>>> state = game.play(game.initial(), "w@d2")
>>> ludothek.analyse(game, state, ludothek.Limits(nodes=100)).seat
2
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ludothek.engine import Limits, analyse, player, search
    from ludothek.games import BadSetup, IllegalMove, LudothekError, load, names

__version__ = "0.1.0"

__all__ = [
    "BadSetup",
    "IllegalMove",
    "Limits",
    "LudothekError",
    "__version__",
    "analyse",
    "load",
    "names",
    "player",
    "search",
]

_HOMES: Final = {
    "ludothek.engine": ("Limits", "analyse", "player", "search"),
    "ludothek.games": ("BadSetup", "IllegalMove", "LudothekError", "load", "names"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import ludothek` costs nothing."""
    for home, public in _HOMES.items():
        if name in public:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'ludothek' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
