"""Wire types of simulated tables.

Millimetres and degrees; poses are x, y, z of the middle and the quaternion w, x, y, z.
"""

from dataclasses import dataclass
from typing import Annotated

from ludothek.server.match.commands import SpotInfo
from ludothek.server.wire.base import Limit, Wire

Pose = Annotated[list[float], Limit(min_length=7, max_length=7)]
Versions = dict[str, str]  # of engine, table and pieces
Position = Annotated[str, Limit(min_length=1, max_length=4000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedSpot(SpotInfo):
    """How a piece was let go."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TremorInfo(Wire):
    """How far the hand missed."""

    x: float
    y: float
    turn: float
    tilt_x: float
    tilt_y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion(Wire):
    """A placement, from letting go to rest."""

    number: int  # of the placements of the match, from 1
    spot: PlacedSpot
    tremor: TremorInfo
    stands: bool
    decision: str  # what the rules were told
    stacks: list[list[str]]  # what is left, each from bottom to top; a single one stands
    start: Pose  # where the piece was let go
    poses: dict[str, Pose]  # where every piece came to rest
    path: dict[str, str]  # tracks of the pieces that moved; docs/wire.md tells how to read one
    frames: int  # how long it took, in sixtieths of a second
    versions: Versions


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(Wire):
    """The table at rest at a ply: nothing moves until the next placement."""

    ply: int
    motion: int | None  # number of the entry with the placement that led there
    tower: list[str]  # from bottom to top; after a fall nothing, until the base is known
    poses: dict[str, Pose]  # of the tower, or of everything that lies about after a fall
    versions: Versions  # the poses were simulated with
    here: Versions  # of this server; where they differ towers may fall otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo(Wire):
    """The last placement on the simulated table of a match.

    A match that goes on from another one may begin with a tower, before any placement of its own.
    """

    motion: int | None  # number of the entry whose motion can be fetched
    ply: int  # of the decision it led to
    at: int  # wall time at which it was told
    versions: Versions  # it was simulated with
    mixed: bool  # earlier placements were simulated with other versions


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTrial(Wire):
    """A position in which a piece is to be placed, its tower, and a spot to try."""

    game: Annotated[str, Limit(min_length=1, max_length=40)]
    position: Position
    tower: Annotated[list[PlacedSpot], Limit(max_length=30)]  # let go without any tremor
    spot: SpotInfo | None = None  # None: only the tower is wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTried(Wire):
    """A tower that was built to try something, and what became of it."""

    poses: dict[str, Pose]  # of the tower
    motion: Motion | None
