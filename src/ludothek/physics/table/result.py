"""The result of a placement, as a value and as plain data."""

from dataclasses import asdict, dataclass
from typing import Final

from ludothek.games.protocol import Json
from ludothek.physics.simulation import scene
from ludothek.physics.simulation.geometry import Pose
from ludothek.physics.simulation.trajectory import Path
from ludothek.physics.table import pieces
from ludothek.physics.table.fallen_stacks import Stack, decision
from ludothek.physics.table.hand import Tremor
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.release import Spot

VERSIONS: Final[dict[str, str]] = {
    "engine": f"mujoco {scene.ENGINE}",
    "table": str(scene.VERSION),
    "pieces": pieces.VERSION,
}


@dataclass(frozen=True, slots=True)
class Result:
    """A placement, from letting go to rest.

    >>> from ludothek.physics import Table
    >>> Table(seed=7).place("Lr", "flat").stands
    True
    """

    number: int  # of the placement on its table, from 1
    spot: Spot
    tremor: Tremor
    stacks: tuple[Stack, ...]  # a single one: the tower, and it stands
    start: Pose  # where the new piece was let go
    layout: Layout  # where everything lies now
    path: Path
    frames: int  # how long it took, in sixtieths of a second
    energy: tuple[float, ...]  # joules, frame by frame

    @property
    def stands(self) -> bool:
        """Whether the tower stands, the new piece on top."""
        return len(self.stacks) == 1

    @property
    def decision(self) -> str:
        """The outcome as a decision of the rules."""
        return decision(self.layout, self.stacks)

    @property
    def plain(self) -> dict[str, Json]:
        """For a front end; lengths in millimetres."""
        return {
            "number": self.number,
            "spot": asdict(self.spot),
            "tremor": asdict(self.tremor),
            "stands": self.stands,
            "decision": self.decision,
            "stacks": self.stacks,
            "start": plain_pose(self.start),
            "poses": plain_poses(self.layout),
            "path": dict(self.path),
            "frames": self.frames,
            "versions": VERSIONS,
        }


def plain_poses(layout: Layout) -> dict[str, Json]:
    """Where each piece lies, for a front end."""
    return {
        piece: plain_pose(pose) for piece, pose in zip(layout.pieces, layout.poses, strict=True)
    }


def plain_pose(pose: Pose) -> list[float]:
    """x, y, z of the middle in millimetres, then the quaternion w, x, y, z."""
    place = [round(1000 * length, 4) for length in pose[:3]]
    return place + [round(part, 6) for part in pose.turned]
