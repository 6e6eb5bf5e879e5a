import pytest

from ludothek.cli.boards import Scene, drawing
from ludothek.cli.terminal.console import Display
from ludothek.cli.terminal.screen_layout import match_picture
from ludothek.games import load, names
from ludothek.games.protocol import Json
from ludothek.testing import random_choices, setups, walk
from tests.cli.example_games import scene_of
from tests.cli.golden_screens import FOLDER, drawings, drawn

DRAWINGS = drawings()
SURROUNDED = (
    "-2,0:01;-2,1;-2,2;-1,-1;-1,0:10;-1,1:10;-1,2:10;0,-2;0,-1:10;0,0:01;0,1:10;0,2;1,-2;"
    "1,-1:10;1,0:02;1,1:10;2,-2;2,-1:10;2,0:10 p1 2,4 12 ee oo2 remove-o:2*2@0,0;1,0 2"
)
NO_MATCH = (
    "-/Lb.Lo.Lp.Sr.Sg.Sb.So.Sp.Pr.Pg.Pb.Po.Pp.Tr.Ty.Tg.Tb.To.Tp.Or.Oy.Og.Ob.Oo.Op/Lr.Lg/"
    "Sy.Py,Ly/2,2/give:1"
)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_screen_looks_as_it_always_looked(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert drawn(DRAWINGS[name]).splitlines() == golden.splitlines()


def test_no_drawing_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(DRAWINGS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_screen_is_never_wider_than_its_terminal(name: str) -> None:
    display, text = DRAWINGS[name].display, drawn(DRAWINGS[name])
    assert max(map(len, text.splitlines())) <= display.width
    assert text.isascii() or not display.ascii


@pytest.mark.parametrize("name", DRAWINGS)
def test_words_beside_a_board_leave_it_whole(name: str) -> None:
    match, display = DRAWINGS[name].match, DRAWINGS[name].display
    board = drawing(match.record.game).board(match_picture(match, display).scene)
    start = 0 if display.wide else 1  # below the title
    shown = drawn(DRAWINGS[name]).splitlines()[start:]
    lines = [line.rstrip() for line in board.plain.splitlines()]
    assert all(line.startswith(part) for line, part in zip(shown, lines, strict=False))


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("name", names())
def test_every_position_of_a_game_can_be_drawn(name: str, width: int, ascii_only: bool) -> None:
    game = load(name)
    for seats in game.seat_counts:
        setup = next(setup for setup in setups(game) if setup.seats == seats)
        for state in walk(game, game.start(setup), random_choices(seats, 120)).states[::4]:
            scene = Scene(game.view(state, game.to_move(state)), Display(width, ascii_only))
            board = drawing(name).board(scene)
            assert all(len(line) <= width for line in board.plain.splitlines())
            assert board.plain.isascii() or not ascii_only
            assert len(drawing(name).supplies(scene)) >= seats
            assert game.outcome(state) or drawing(name).phase(scene)


@pytest.mark.parametrize(
    ("game", "position", "question"),
    [
        (
            "repulso",
            "oxo1x*/xx1*o*/***o*x/o1*x*o/ooxo2/1*oxox p1 p1 1+2,3+0 -",
            "lay an action stone — there is no square for a piece",
        ),
        (
            "nexus",
            SURROUNDED,
            "remove a surrounded marble of p2, 2 to go",
        ),
        (
            "splash",
            NO_MATCH,
            "you own nothing that fits on Lg: take a piece of another seat for p2",
        ),
    ],
)
def test_the_question_says_what_is_asked(game: str, position: str, question: str) -> None:
    assert drawing(game).phase(scene_of(game, position, Display(80))) == question


def test_a_game_without_a_drawing_shows_a_line_for_each_thing_on_its_table() -> None:
    table: dict[str, Json] = {
        "heaps": (3, 5, 7),
        "moved": True,
        "hand": None,
        "drops": {"p1": 2, "p2": 0},
        "grid": [["x", None, "ö"], [None, "o", None]],
        "stocks": {"p1": ["a", "b"], "p2": []},
    }
    robotory = load("robotory")
    view = {**robotory.view(robotory.initial(), 1), "game": "draughts", "board": table}
    scene, plain = Scene(view, Display(80)), drawing("draughts")
    assert plain.board(scene).plain.splitlines() == [
        "heaps: 3 5 7",
        "moved: yes",
        "hand: .",
        "drops: p1 2, p2 0",
        "grid:",
        "  x . ö",
        "  . o .",
        "stocks:",
        "  p1: a b",
        "  p2: -",
    ]
    assert "  x . ?" in plain.board(Scene(view, Display(80, ascii=True))).plain
    assert [supply.owner for supply in plain.supplies(scene)] == ["p1", "p2"]
    assert plain.phase(scene) == "decide: place"
