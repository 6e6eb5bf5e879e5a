"""Playing strength: the levels of the compiled search, for every game and number of seats.

Weak levels play as weak people do: they see few decisions ahead, look at few possibilities, and
take what looks attractive (`heuristics`). They do not play well and then throw a game away: nobody
misses a win in one decision, and who is as good as won takes no more chances. All but the last are
limited by nodes, so that they play the same on every machine; the last one uses all the time it is
given. `docs/strength.md` shows how they do against each other.

What is stored names a level by its number, and the scale it belongs to. Scale 1 had eight levels.
Their table stays as it was, so that a stored game goes on against the player it began with.
"""

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from typing import Final

from ludothek.games.errors import BadSetup
from ludothek.games.protocol import FORMER_LEVELS, LEVEL_SCALE

FIRST: Final = 1
FORMER_SCALE: Final = 1
SCALE: Final = LEVEL_SCALE
SECONDS: Final = 1.0  # the last level thinks, where nobody says otherwise
VERSION: Final = 3  # raised when a level plays otherwise than before with the same figures


@dataclass(frozen=True, slots=True)
class Level:
    """What a level sees."""

    nodes: int | None  # searched for a decision; 0: it does not think; None: as many as it can
    depth_limit: int = 0  # how many decisions ahead; 0: any number
    heuristic: float = 0.0  # how much a heuristic counts; 1: as much as all its thinking
    spread: float = 0.0  # what differs by no more than this is all the same to it
    network: bool = False  # it evaluates with the network of its game, not with playouts
    sway: float = 1.0  # in what share of its decisions the heuristic counts
    alert: bool = True  # it misses no win in one decision, and takes no chances when it is winning


Table = tuple[Level, ...]  # level 1 first

_STRONGEST: Final = Level(None, network=True, alert=False)  # it sees all that by itself


def _network(nodes: int, spread: float = 0.3) -> Level:
    """Without a spread, levels with a network would repeat their games."""
    return Level(nodes, spread=spread, network=True)


_NEXUS: Final[Table] = (
    Level(0, heuristic=1, spread=0.3),
    Level(2, heuristic=1, spread=0.9),
    Level(2, heuristic=1, spread=0.6),
    Level(2, heuristic=1, spread=0.6, sway=0.5),
    Level(2, heuristic=1, spread=0.6, sway=0.2),
    Level(2, spread=0.9),
    Level(6),
    Level(13),
    Level(20),
    Level(30),
    Level(70),
    _network(3),
    _network(10),
    _network(60),
    _network(250),
    _network(700),
    _network(2_000, 0.25),
    _STRONGEST,
)
TABLES: Final[Mapping[tuple[str, int], Table]] = {
    ("repulso", 2): (
        Level(0, heuristic=1, spread=0.3),
        Level(30, depth_limit=2, heuristic=0.7, spread=0.15),
        Level(80, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(150, depth_limit=2, heuristic=0.3, spread=0.1),
        Level(300, depth_limit=2, heuristic=0.2, spread=0.1),
        Level(800, depth_limit=4, heuristic=0.05, spread=0.05),
        Level(2_000),
        _network(2),
        _network(100),
        _network(500),
        _network(1_500),
        _network(4_500, 0.25),
        _network(16_000, 0.2),
        _STRONGEST,
    ),
    ("robotory", 2): (
        Level(0, heuristic=1, spread=0.4),
        Level(100, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(250, depth_limit=2, heuristic=0.25, spread=0.1),
        Level(700, depth_limit=4, heuristic=0.1, spread=0.05),
        Level(1_800),
        Level(4_500),
        Level(11_000),
        _network(2),
        _network(70),
        _network(250),
        _network(1_000),
        _network(4_000, 0.25),
        _STRONGEST,
    ),
    ("nexus", 2): _NEXUS,
    ("nexus", 3): _NEXUS,
    ("nexus", 4): _NEXUS,
}
# Games of third parties without players of their own: playouts in plain Python (`montecarlo`).
OTHERS: Final[Table] = (
    *(Level(nodes) for nodes in (2, 3, 5, 8, 13, 22, 36, 60, 100, 170, 280, 450)),
    _STRONGEST,
)

_FORMER: Final[Mapping[tuple[str, int], Table]] = {
    ("repulso", 2): (
        Level(0, heuristic=1, spread=0.3),
        Level(80, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(200, depth_limit=2, heuristic=0.25, spread=0.1),
        Level(500, depth_limit=3, heuristic=0.1, spread=0.05),
        Level(2_000),
        Level(8_000),
        Level(40_000),
        Level(None, network=True),
    ),
    ("robotory", 2): (
        Level(0, heuristic=1, spread=0.4),
        Level(100, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(250, depth_limit=2, heuristic=0.25, spread=0.1),
        Level(900, depth_limit=4, heuristic=0.1, spread=0.05),
        Level(3_000),
        Level(9_000),
        Level(30_000),
        Level(None, network=True),
    ),
    ("nexus", 2): (
        Level(0, heuristic=1, spread=0.3),
        Level(10, depth_limit=1, heuristic=1, spread=0.1),
        Level(30, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(100, depth_limit=3, heuristic=0.2, spread=0.05),
        Level(400),
        Level(1_600),
        Level(8_000),
        Level(None),
    ),
    ("nexus", 3): (
        Level(0, heuristic=1, spread=0.3),
        Level(10, depth_limit=1, heuristic=1, spread=0.1),
        Level(30, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(100, depth_limit=3, heuristic=0.2, spread=0.05),
        Level(150),
        Level(500),
        Level(2_000),
        Level(None),
    ),
    ("nexus", 4): (
        Level(0, heuristic=1, spread=0.3),
        Level(10, depth_limit=1, heuristic=1, spread=0.1),
        Level(30, depth_limit=2, heuristic=0.5, spread=0.1),
        Level(100, depth_limit=3, heuristic=0.2, spread=0.05),
        Level(150),
        Level(280),
        Level(600),
        Level(None),
    ),
}
_FORMER_OTHERS: Final[Table] = (
    *(Level(nodes) for nodes in (2, 5, 12, 30, 75, 180, 450)),
    Level(None, network=True),
)


def table_of(game: str, seats: int, scale: int = SCALE) -> Table:
    """The levels of a game with so many seats."""
    if scale == SCALE:
        return TABLES.get((game, seats), OTHERS)
    rows = _FORMER.get((game, seats), _FORMER_OTHERS)
    return tuple(replace(level, alert=False) for level in rows)


def last_of(game: str, scale: int = SCALE) -> int:
    """The number of the strongest level of a game, the same for every number of seats."""
    if scale != SCALE:
        return FORMER_LEVELS
    return next((len(rows) for (name, _), rows in TABLES.items() if name == game), len(OTHERS))


def level_of(game: str, seats: int, number: int, scale: int = SCALE) -> Level:
    """One level."""
    last = last_of(game, scale)
    if not FIRST <= number <= last:
        raise BadSetup("level", f"a level is a number from {FIRST} to {last}, not {number}")
    return table_of(game, seats, scale)[number - 1]


def fingerprint(levels: Iterable[Level]) -> str:
    """A short text that changes with the levels, so that old results are not mixed with new."""
    rows = repr((VERSION, [astuple(level) for level in levels]))
    return sha256(rows.encode()).hexdigest()[:8]
