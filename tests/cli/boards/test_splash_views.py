"""The simulated tower in letters: from the front, and from above."""

from ludothek.cli.boards.splash_views import Solids, below, fallen, outline, tower
from ludothek.cli.terminal.console import Display


def box(x: float, y: float, z: float, *size: float) -> list[list[float]]:
    """The corners of a box that stands at x, y on the height z, in millimetres."""
    wide, deep, high = size
    return [
        [x + a * wide / 2, y + b * deep / 2, z + c * high]
        for a in (-1, 1)
        for b in (-1, 1)
        for c in (0, 1)
    ]


TOWER: Solids = {"Pr": box(0, 0, 0, 20, 20, 5), "Lg": box(2.5, 0, 5, 15, 15, 15)}


def drawn(solids: Solids, width: int = 100) -> list[str]:
    return [line.rstrip() for line in tower(solids, Display(width, ascii=True)).plain.splitlines()]


def test_both_views_stand_side_by_side() -> None:
    assert drawn(TOWER) == [
        "from the front                    from above: x right, y up",
        "         ::::::::::::",
        "         ::::::::::::",
        "         :::::Lg:::::",
        "         ::::::::::::",
        "         ::::::::::::                  ################",
        "         ::::::::::::                  ####::::::::::::",
        "     #######Pr#######                  ####::::::::::::",
        "     ################                  ####:::::Lg:::::",
        "==============================         ####::::::+:::::",
        "                                       ####::::::::::::",
        "                                       ####::::::::::::",
        "                                       ################",
    ]


def test_where_there_is_little_room_one_stands_below_the_other() -> None:
    lines = drawn(TOWER, width=50)
    assert lines[0] == "from the front"
    assert "from above: x right, y up" in lines[1:]
    assert max(map(len, lines)) <= 30


def test_fewer_rows_are_drawn_where_words_need_the_room_below() -> None:
    high = {f"L{colour}": box(0, 0, 15 * n, 15, 15, 15) for n, colour in enumerate("rygbo")}
    assert len(drawn(high)) == 17
    assert len(drawn(high, width=80)) == 11


def test_a_high_tower_is_shown_from_the_top_and_the_rest_is_named() -> None:
    high = {f"L{colour}": box(0, 0, 15 * n, 15, 15, 15) for n, colour in enumerate("rygbo")}
    assert below(high, Display(100)) == ["Lr", "Ly"]
    assert below(high, Display(80)) == ["Lr", "Ly", "Lg"]
    assert not any("Lr" in line for line in drawn(high))
    assert any("Lo" in line for line in drawn(high))


def test_a_low_tower_hides_nothing() -> None:
    assert below(TOWER, Display(80)) == []


def test_what_has_fallen_is_shown_from_above_as_large_as_it_goes() -> None:
    far = {"Pr": box(0, 0, 0, 20, 20, 5), "Lg": box(150, 40, 0, 15, 15, 15)}
    lines = fallen(far, Display(60, ascii=True)).plain.splitlines()
    assert max(map(len, lines)) <= 60
    assert any("#" in line for line in lines)
    assert any(":" in line for line in lines[1:])


def test_an_outline_goes_around_all_points() -> None:
    points = [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0)]
    assert outline(points) == [(0, 0), (2, 0), (2, 2), (0, 2)]
