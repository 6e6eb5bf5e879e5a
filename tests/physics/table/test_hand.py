"""The hand: its tremor follows from the seed, and its size is the documented one."""

from random import Random

import pytest

from ludothek.physics import HANDS, Hand, Spot, Table, chance
from tests.physics.towers import tower


def hands(name: str, seed: int) -> list[tuple[float, ...]]:
    """The tremors of the first placements of a table, as numbers."""
    table = Table(seed, name)
    results = [table.place(piece, "flat") for piece in ("Pr", "Lr", "Pb")]
    return [(t.x, t.y, t.turn, t.tilt_x, t.tilt_y) for t in (r.tremor for r in results)]


@pytest.mark.parametrize("name", HANDS)
def test_every_placement_trembles_in_its_own_way_and_within_bounds(name: str) -> None:
    tremors = hands(name, seed=3)
    hand = HANDS[name]
    bounds = (hand.aside, hand.aside, hand.turn, hand.tilt, hand.tilt)
    assert len(set(tremors)) == 3
    for tremor in tremors:
        assert all(abs(part) < bound for part, bound in zip(tremor, bounds, strict=True))


def test_the_same_seed_trembles_the_same() -> None:
    assert hands("normal", 3) == hands("normal", 3) != hands("normal", 4)


def test_a_steady_hand_is_steadier_than_a_normal_and_a_shaky_one() -> None:
    steady, normal, shaky = (HANDS[name] for name in ("steady", "normal", "shaky"))
    assert steady.aside < normal.aside < shaky.aside
    assert steady.turn < normal.turn < shaky.turn
    assert steady.tilt < normal.tilt < shaky.tilt


def test_a_plate_on_a_large_cube_is_safe() -> None:
    assert share("PLLL", "Py", "flat") == 1


def test_a_stick_standing_on_a_small_cube_is_a_gamble() -> None:
    assert 0.5 < share("PLS", "Tr", "standing") < 0.95


def share(shapes: str, piece: str, face: str, hand: Hand = HANDS["normal"]) -> float:
    """How often a centred piece stands."""
    return chance(tower(shapes).layout, Spot(piece, face), hand, Random(9), 40)
