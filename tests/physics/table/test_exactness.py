"""Reproducibility: the same start, poses and seed give the same bits."""

import json
import subprocess
import sys

import pytest

from ludothek.physics import VERSIONS, BadTable, OtherVersion, Table, check_versions
from tests.physics.towers import STILL, tower

GAME: list[tuple[str, str, float, float, float]] = [
    ("Pr", "flat", 0, 0, 0),
    ("Lr", "flat", 10, 1, 0),
    ("Or", "flat", 20, 0, 1),
    ("Ty", "lying", 75, 0, 0),
    ("Lb", "flat", 5, 3, 2),
    ("Sb", "flat", 5, 0, 2),
]


def played(table: Table, game: list[tuple[str, str, float, float, float]]) -> bytes:
    """The table after these placements; after a fall its first highest stack goes on."""
    for piece, face, yaw, x, y in game:
        if table.place(piece, face, yaw, x, y).stands:
            continue
        table.keep(max(table.fallen, key=len)[0])
    return table.save()


def test_another_process_gives_the_same_bits() -> None:
    script = (
        "import sys; from ludothek.physics import Table;"
        "from tests.physics.table.test_exactness import GAME, played;"
        "sys.stdout.buffer.write(played(Table(5, 'shaky'), GAME))"
    )
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert there.stdout == played(Table(5, "shaky"), GAME)


@pytest.mark.parametrize("cut", range(len(GAME)))
def test_a_saved_table_goes_on_bit_for_bit(cut: int) -> None:
    first = Table(5, "shaky")
    saved = Table.load(played(first, GAME[:cut]))
    assert played(saved, GAME[cut:]) == played(first, GAME[cut:])


def test_a_table_can_be_saved_between_a_fall_and_the_choice() -> None:
    table = tower("PL")
    table.place("Sr", "flat", x=9, tremor=STILL)
    again = Table.load(table.save())
    assert again.fallen == table.fallen
    assert again.keep("Pr") == table.keep("Pr")


def test_another_seed_trembles_otherwise() -> None:
    assert played(Table(5, "shaky"), GAME[:2]) != played(Table(6, "shaky"), GAME[:2])


def test_a_reported_tremor_repeats_the_placement_without_the_seed() -> None:
    table, again = tower("PL"), tower("PL")
    result = table.place("Tg", "standing", 30, 1, 2)
    spot = result.spot
    assert (
        again.place(spot.piece, spot.face, spot.yaw, spot.x, spot.y, tremor=result.tremor) == result
    )


@pytest.mark.parametrize("part", ["engine", "table", "pieces"])
def test_a_table_of_another_version_is_reported(part: str) -> None:
    saved = json.loads(tower("PL").save())
    saved["versions"][part] = "older"
    data = json.dumps(saved).encode()
    with pytest.raises(OtherVersion) as refused:
        Table.load(data)
    assert refused.value.code == f"{part}-version"
    assert refused.value.params == {"there": "older", "here": VERSIONS[part]}
    assert Table.load(data, any_version=True).layout == tower("PL").layout


def test_a_table_of_another_version_stays_one_whatever_is_added() -> None:
    saved = json.loads(tower("PL").save())
    saved["versions"]["table"] = "older"
    table = Table.load(json.dumps(saved).encode(), any_version=True)
    result = table.place("Sr", "flat", tremor=STILL)
    assert result.plain["versions"] == VERSIONS
    assert table.plain["versions"] == saved["versions"]
    with pytest.raises(OtherVersion):
        Table.load(table.save())


def test_a_game_without_versions_is_reported() -> None:
    with pytest.raises(OtherVersion):
        check_versions({})
    check_versions(VERSIONS)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b'{"versions": {}, "seed": 1, "hand": "normal", "placements": 0}',
    ],
)
def test_other_bytes_are_no_table(data: bytes) -> None:
    with pytest.raises(BadTable):
        Table.load(data)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hand", "iron"),
        ("hand", []),
        ("seed", "x"),
        ("seed", 7.9),
        ("seed", True),
        ("seed", 10**400),
        ("placements", -5),
        ("placements", 2.5),
        ("placements", True),
        ("versions", []),
        ("versions", {"table": 2}),
        ("pieces", ["Pr", "Pr"]),
        ("pieces", "PrLr"),
        ("pieces", [["Pr"], "Lr"]),
        ("pieces", ["Pr", "Zz"]),
        ("poses", [[0, 0, 0, 1, 0, 0, 0]]),
        ("poses", [[0, 0, 0, 1, 0, 0, 0], [0, 0, float("nan"), 1, 0, 0, 0]]),
        ("poses", [[0, 0, 0, 1, 0, 0, 0], [0, 0]]),
        ("poses", [[0, 0, 0, 1, 0, 0, 0], [0, 0, 10**400, 1, 0, 0, 0]]),
        ("poses", [[0, 0, 0, 1, 0, 0, 0], [0, 0, 0.01, 0, 0, 0, 0]]),
        ("poses", [[0, 0, 0, 1, 0, 0, 0], [0, 0, 0.01, 2, 0, 0, 0]]),
        ("poses", [[0, 0, 0, 1, 0, 0, 0], [0, 0, 0.01, True, 0, 0, 0]]),
        ("poses", [[0, 0, 0, 1, 0, 0, 0], 3]),
        ("fallen", [["Pr"]]),
        ("fallen", [["Pr", "Lr"]]),
        ("fallen", [["Pr", "Lr"], []]),
        ("fallen", ["Pr", "Lr"]),
        ("fallen", 3),
    ],
)
def test_a_spoiled_table_is_refused(field: str, value: object) -> None:
    saved = json.loads(tower("PL").save())
    saved[field] = value
    with pytest.raises(BadTable):
        Table.load(json.dumps(saved).encode())


def test_two_pieces_cannot_share_a_pose() -> None:
    saved = json.loads(tower("P").save())
    saved["pieces"] = ["Pr", "Pr"]
    with pytest.raises(BadTable):
        Table.load(json.dumps(saved).encode())
