"""How strong a computer plays: levels 1 to 8 for every game and number of seats.

Weak levels play as weak people do: they see few decisions ahead, look at few possibilities, and
take what looks attractive (`heuristics`). They do not play well and then throw a game away. All
but the last are limited by nodes, so that they play the same on every machine; the last one
uses all the time it is given, and what it has learnt to see at a glance. `docs/strength.md` shows
how they do against each other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from hashlib import sha256
from typing import Final

from ludothek.games.errors import BadSetup
from ludothek.games.protocol import ENGINE_LEVELS

FIRST: Final = 1
LAST: Final = ENGINE_LEVELS
SECONDS: Final = 1.0  # the last level thinks, where nobody says otherwise
VERSION: Final = 2  # raised when a level plays otherwise than before with the same figures


@dataclass(frozen=True, slots=True)
class Level:
    """What a level sees."""

    nodes: int | None  # searched for a decision; 0: it does not think; None: as many as it can
    depth_limit: int = 0  # how many decisions ahead; 0: any number
    heuristic: float = 0.0  # how much a heuristic counts; 1: as much as all its thinking
    spread: float = 0.0  # what differs by no more than this is all the same to it


Table = tuple[Level, ...]  # level 1 first

_STRONGEST: Final = Level(None)

TABLES: Final[Mapping[tuple[str, int], Table]] = {
    ("repulso", 2): (
        Level(0, heuristic=1, spread=0.3),
        Level(80, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(200, depth_limit=2, heuristic=0.25, spread=0.1),
        Level(500, depth_limit=3, heuristic=0.1, spread=0.05),
        Level(2_000),
        Level(8_000),
        Level(40_000),
        _STRONGEST,
    ),
    ("robotory", 2): (
        Level(0, heuristic=1, spread=0.4),
        Level(100, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(250, depth_limit=2, heuristic=0.25, spread=0.1),
        Level(900, depth_limit=4, heuristic=0.1, spread=0.05),
        Level(3_000),
        Level(9_000),
        Level(30_000),
        _STRONGEST,
    ),
    ("nexus", 2): (
        Level(0, heuristic=1, spread=0.3),
        Level(10, depth_limit=1, heuristic=1, spread=0.1),
        Level(30, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(100, depth_limit=3, heuristic=0.2, spread=0.05),
        Level(400),
        Level(1_600),
        Level(8_000),
        _STRONGEST,
    ),
    ("nexus", 3): (
        Level(0, heuristic=1, spread=0.3),
        Level(10, depth_limit=1, heuristic=1, spread=0.1),
        Level(30, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(100, depth_limit=3, heuristic=0.2, spread=0.05),
        Level(150),
        Level(500),
        Level(2_000),
        _STRONGEST,
    ),
    ("nexus", 4): (
        Level(0, heuristic=1, spread=0.3),
        Level(10, depth_limit=1, heuristic=1, spread=0.1),
        Level(30, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(100, depth_limit=3, heuristic=0.2, spread=0.05),
        Level(150),
        Level(280),
        Level(600),
        _STRONGEST,
    ),
}
# Splash! and games of third parties: playouts in plain Python (`montecarlo`).
OTHERS: Final[Table] = (
    *(Level(nodes) for nodes in (2, 5, 12, 30, 75, 180, 450)),
    _STRONGEST,
)


def table_of(game: str, seats: int) -> Table:
    """The levels of a game with so many seats."""
    return TABLES.get((game, seats), OTHERS)


def level_of(game: str, seats: int, number: int) -> Level:
    """One level."""
    if not FIRST <= number <= LAST:
        raise BadSetup("level", f"a level is a number from {FIRST} to {LAST}, not {number}")
    return table_of(game, seats)[number - 1]


def fingerprint(levels: Iterable[Level]) -> str:
    """A short text that changes with the levels, so that old results are not mixed with new."""
    rows = repr((VERSION, [astuple(level) for level in levels]))
    return sha256(rows.encode()).hexdigest()[:8]
