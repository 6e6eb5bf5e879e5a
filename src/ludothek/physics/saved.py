"""A table as bytes and back: strict, and wary of other versions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ludothek.physics.errors import BadTable, OtherVersion
from ludothek.physics.geometry import Pose, Quaternion
from ludothek.physics.hand import hand_named
from ludothek.physics.layout import Layout
from ludothek.physics.pieces import body_of
from ludothek.physics.result import VERSIONS
from ludothek.physics.stacks import Stack


@dataclass(frozen=True, slots=True)
class Saved:
    """What a table is made of."""

    seed: int
    hand: str
    placements: int
    layout: Layout
    fallen: tuple[Stack, ...]
    versions: Mapping[str, str]


def written(saved: Saved) -> bytes:
    """As JSON, whose numbers keep every bit."""
    poses = [[*pose[:3], *pose.turned] for pose in saved.layout.poses]
    return json.dumps(
        {
            "versions": dict(saved.versions),
            "seed": saved.seed,
            "hand": saved.hand,
            "placements": saved.placements,
            "pieces": saved.layout.pieces,
            "poses": poses,
            "fallen": saved.fallen,
        }
    ).encode()


def read(data: bytes, *, any_version: bool = False) -> Saved:
    """The saved table, if these bytes are one and of our versions."""
    try:
        saved = _saved(json.loads(data))
    except (ValueError, KeyError, TypeError) as error:
        raise BadTable("table", "these bytes are no saved table") from error
    if not any_version:
        check_versions(saved.versions)
    return saved


def check_versions(versions: Mapping[str, str]) -> None:
    """Report a game that was played on a table that may fall otherwise than this one."""
    for part, here in VERSIONS.items():
        there = versions.get(part, "unknown")
        if there != here:
            raise OtherVersion(
                f"{part}-version",
                f"simulated with {part} {there}, but here is {here}: towers may fall otherwise",
                there=there,
                here=here,
            )


def _saved(found: dict[str, Any]) -> Saved:
    saved = Saved(
        int(found["seed"]),
        hand_named(found["hand"]).name,
        int(found["placements"]),
        Layout(tuple(found["pieces"]), tuple(map(_pose, found["poses"]))),
        tuple(map(tuple, found["fallen"])),
        {str(part): str(version) for part, version in found["versions"].items()},
    )
    pieces = saved.layout.pieces
    stacked = sorted(piece for stack in saved.fallen for piece in stack)
    if len(set(pieces)) != len(saved.layout.poses) or stacked not in ([], sorted(pieces)):
        raise ValueError(pieces)
    for piece in pieces:
        body_of(piece)
    return saved


def _pose(numbers: list[float]) -> Pose:
    if not all(map(isfinite, numbers)):
        raise ValueError(numbers)
    x, y, z, *turned = numbers
    return Pose(x, y, z, Quaternion(*turned))
