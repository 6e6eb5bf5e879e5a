"""What a fall leaves: stacks, of which one goes on."""

import pytest

from ludothek.physics import Layout, Table
from ludothek.physics.simulation.geometry import Pose, turn
from ludothek.physics.simulation.settle import settle
from ludothek.physics.simulation.stability import is_tower
from ludothek.physics.simulation.stepping import touches
from ludothek.physics.table.fallen_stacks import Stack, decision, highest, stacks_left
from tests.physics.towers import STILL, lying, tower


def left(layout: Layout) -> tuple[Stack, ...]:
    """The stacks of a layout that has come to rest."""
    return stacks_left(settle(layout))


def test_pieces_side_by_side_are_stacks_of_their_own() -> None:
    assert left(lying(Sr=(0, 0, 3.5), Lr=(30, 0, 7.5))) == (("Lr",), ("Sr",))


def test_stacks_are_told_from_bottom_to_top_and_sorted_by_their_bottoms() -> None:
    layout = lying(To=(0, 0, 2.5), Pb=(40, 0, 2.5), Lr=(40, 0, 12.5), Sg=(0, 0, 8.5))
    assert decision(layout, left(layout)) == "falls:Pb.Lr^|To.Sg"


def test_the_stack_that_reaches_highest_is_marked_and_not_that_of_most_pieces() -> None:
    layout = lying(
        Pr=(0, 0, 2.5), Py=(0, 0, 7.5), Pg=(0, 0, 12.5), Lb=(40, 0, 7.5), Sb=(40, 0, 18.5)
    )
    assert decision(layout, left(layout)) == "falls:Lb.Sb^|Pr.Py.Pg"


def test_a_stick_that_stands_on_a_cube_is_higher_than_three_plates() -> None:
    flat = lying(Pr=(0, 0, 2.5), Py=(0, 0, 7.5), Pg=(0, 0, 12.5), Sb=(40, 0, 3.5))
    upright = Pose(0.04, 0, 0.0195, turn("y", -90))
    layout = Layout((*flat.pieces, "Tb"), (*flat.poses, upright))
    assert decision(layout, left(layout)) == "falls:Sb.Tb^|Pr.Py.Pg"
    lying_down = lying(
        Pr=(0, 0, 2.5), Py=(0, 0, 7.5), Pg=(0, 0, 12.5), Sb=(40, 0, 3.5), Tb=(40, 0, 9.5)
    )
    assert decision(lying_down, left(lying_down)) == "falls:Sb.Tb|Pr.Py.Pg^"


def test_stacks_less_than_a_millimetre_apart_are_equally_high() -> None:
    stacks = (("Lr", "Ly"), ("Lg", "Lb"), ("So",))
    for apart, marked in ((0.0, 2), (0.99, 2), (1.01, 1)):
        layout = lying(
            Lr=(0, 0, 7.5),
            Ly=(0, 0, 22.5 + apart),
            Lg=(40, 0, 7.5),
            Lb=(40, 0, 22.5),
            So=(80, 0, 90),
        )
        assert [stack[0] for stack in highest(layout, stacks)] == ["Lr", "Lg"][:marked]


def test_single_pieces_are_never_marked() -> None:
    layout = lying(Lr=(0, 0, 7.5), Ly=(40, 0, 7.5))
    assert decision(layout, left(layout)) == "falls:Lr|Ly"


def test_a_piece_on_two_others_is_its_own_stack() -> None:
    layout = lying(Lr=(-9, 0, 7.5), Ly=(9, 0, 7.5), Tg=(0, 0, 17.5))
    assert left(layout) == (("Lr",), ("Ly",), ("Tg",))


def test_what_lies_on_a_piece_that_lies_on_two_is_alone_as_well() -> None:
    layout = lying(Lr=(-9, 0, 7.5), Ly=(9, 0, 7.5), Tg=(0, 0, 17.5), Sb=(0, 0, 23.5))
    assert left(layout) == (("Lr",), ("Ly",), ("Sb",), ("Tg",))


def test_of_two_pieces_on_one_the_higher_pile_stays_with_it() -> None:
    layout = lying(Pr=(0, 0, 2.5), Sr=(-6, 0, 8.5), Sy=(6, 0, 8.5), Sg=(6, 0, 15.5))
    assert left(layout) == (("Sr",), ("Pr", "Sy", "Sg"))
    stick = Pose(-0.006, 0, 0.0175, turn("y", -90))
    two_cubes = lying(Pr=(0, 0, 2.5), Sy=(6, 0, 8.5), Sg=(6, 0, 15.5))
    upright = Layout((*two_cubes.pieces, "Tr"), (*two_cubes.poses, stick))
    assert left(upright) == (("Sy",), ("Sg",), ("Pr", "Tr"))


def test_of_two_piles_of_the_same_height_the_one_placed_first_stays() -> None:
    layout = lying(Pr=(0, 0, 2.5), Sy=(6, 0, 8.5), Sr=(-6, 0, 8.5))
    assert left(layout) == (("Sr",), ("Pr", "Sy"))


def test_a_tower_with_a_piece_leaning_on_it_is_still_a_stack() -> None:
    leaning = Pose(-0.0161, 0, 0.0118, turn("y", -60))
    standing = lying(Lr=(0, 0, 7.5), Lg=(0, 0, 22.5))
    layout = Layout((*standing.pieces, "Tr"), (*standing.poses, leaning))
    assert left(layout) == (("Lr", "Lg"), ("Tr",))


def test_what_would_not_stay_alone_is_no_stack() -> None:
    """The upper cube juts out too far; only the column beside it holds it."""
    layout = lying(Lr=(0, 0, 7.5), Lg=(8, 0, 22.5), Po=(14, 0, 2.5), Tb=(14, 0, 7.5))
    end = settle(layout)
    assert not is_tower(end.touches, 4)
    for stack in stacks_left(end):
        alone = settle(end.end.only(stack))
        assert len(stack) == 1 or alone.stands


def test_pieces_in_another_order_than_they_were_placed_are_no_tower() -> None:
    """A tower stands on its base; turned over, it has fallen, and is told as two stacks."""
    motion = settle(lying(Sr=(0, 0, 8.5), Pr=(0, 0, 2.5)))
    assert not motion.stands
    assert stacks_left(motion) == (("Sr",), ("Pr",))


def test_only_the_new_piece_falls() -> None:
    table = tower("PLL")
    result = table.place("Sr", "flat", x=9, tremor=STILL)
    assert result.decision == "falls:Sr|Pr.Lr.Ly^"
    assert table.fallen == result.stacks


def test_the_table_goes_on_from_the_chosen_stack() -> None:
    table = tower("PLL")
    table.place("Sr", "flat", x=9, tremor=STILL)
    assert table.keep("Pr").pieces == ("Pr", "Lr", "Ly")
    assert table.place("Sr", "flat", tremor=STILL).stacks == (("Pr", "Lr", "Ly", "Sr"),)


def test_a_single_piece_can_be_kept_and_comes_to_lie_on_the_table() -> None:
    table = tower("PLL")
    table.place("Sr", "flat", x=9, tremor=STILL)
    layout = table.keep("Sr")
    assert is_tower(touches(layout), 1)
    assert table.place("Sg", "flat", tremor=STILL).stands


@pytest.mark.parametrize("seed", range(4))
def test_every_stack_that_is_told_can_be_kept(seed: int) -> None:
    for choice in range(9):
        table = _collapsed(seed)
        if choice < len(table.fallen):
            stack = table.fallen[choice]
            assert is_tower(touches(table.keep(stack[0])), len(stack))


def _collapsed(seed: int) -> Table:
    """A tower that lies on the table after a large cube was set down far out."""
    table = Table(seed, "normal")
    for piece, face in (("Pr", "flat"), ("Sr", "flat"), ("Lr", "flat"), ("Tr", "standing")):
        if not table.place(piece, face, tremor=STILL).stands:
            return table
    result = table.place("Lg", "flat", x=4 + seed, y=seed, tremor=STILL)
    assert not result.stands
    assert sorted(piece for stack in result.stacks for piece in stack) == sorted(
        ["Pr", "Sr", "Lr", "Tr", "Lg"]
    )
    return table
