"""Saving and loading a table: strict, and checked for versions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any, Final

from ludothek.physics.simulation.geometry import Pose, Quaternion, are_numbers
from ludothek.physics.table.errors import BadTable, OtherVersion
from ludothek.physics.table.fallen_stacks import Stack
from ludothek.physics.table.hand import hand_named
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import body_of
from ludothek.physics.table.result import VERSIONS

LARGEST: Final = 2**64  # seed or count
UNIT: Final = 1e-6  # how far the length of a quaternion may be from 1


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
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadTable("table", "these bytes are no saved table") from error
    if not any_version:
        check_versions(saved.versions)
    return saved


def check_versions(versions: Mapping[str, str]) -> None:
    """Report a game that was played on a table that may fall otherwise than this one.

    >>> from ludothek.physics import VERSIONS
    >>> check_versions(VERSIONS)
    """
    for part, here in VERSIONS.items():
        there = versions.get(part, "unknown")
        if there != here:
            raise OtherVersion(
                f"{part}-version",
                f"simulated with {part} {there}, but here is {here}: towers may fall otherwise",
                there=there,
                here=here,
            )


def checked_seed(seed: object) -> int:
    """A seed, if it is one."""
    if type(seed) is not int or not -LARGEST < seed < LARGEST:
        raise BadTable("seed", "a seed is a whole number of at most 64 bits")
    return seed


def _saved(data: dict[str, Any]) -> Saved:
    saved = Saved(
        checked_seed(data["seed"]),
        hand_named(data["hand"]).name,
        _count(data["placements"]),
        Layout(_pieces(data["pieces"]), tuple(map(_pose, _listed(data["poses"])))),
        tuple(map(_pieces, _listed(data["fallen"]))),
        _versions(data["versions"]),
    )
    pieces = saved.layout.pieces
    if len(pieces) != len(saved.layout.poses) or not _sorted_out(saved.fallen, pieces):
        raise ValueError(pieces)
    return saved


def _sorted_out(fallen: tuple[Stack, ...], pieces: Stack) -> bool:
    """Whether there is nothing to choose, or every piece lies in one of several stacks."""
    stacked = sorted(piece for stack in fallen for piece in stack)
    return not fallen or (len(fallen) > 1 and all(fallen) and stacked == sorted(pieces))


def _listed(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value < LARGEST:
        raise ValueError(value)
    return value


def _pieces(value: object) -> Stack:
    """Pieces of the game, each of them once."""
    pieces = tuple(_listed(value))
    for piece in pieces:
        body_of(piece)
    if len(set(pieces)) < len(pieces):
        raise ValueError(pieces)
    return pieces


def _versions(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(
        isinstance(version, str) for version in value.values()
    ):
        raise TypeError(value)
    return value


def _pose(value: object) -> Pose:
    x, y, z, *turned = numbers = _listed(value)
    if not are_numbers(*numbers) or abs(hypot(*turned) - 1) > UNIT:
        raise ValueError(numbers)
    return Pose(x, y, z, Quaternion(*turned))
