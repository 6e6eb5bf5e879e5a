from collections.abc import Mapping
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from ludothek.games.protocol import Event, Json
from ludothek.games.splash import SPLASH, State
from ludothek.games.splash.pieces import NAMES
from tests.games.splash.tables import OPENING, REFEREE, after, at, drafted, states


def board(state: State) -> Mapping[str, Json]:
    return SPLASH.drawing.board(state)


def events(state: State, move: str) -> list[Event]:
    return list(SPLASH.events(state, SPLASH.notation.parse_move(move)))


def test_the_board_of_the_draft() -> None:
    state = after(SPLASH.initial(3), "take:Tg", "take:Lr")
    assert board(state) == {
        "pool": [name for name in NAMES if name not in {"Tg", "Lr"}],
        "box": [],
        "tower": [],
        "top": None,
        "hand": None,
        "stocks": [["Tg"], ["Lr"], []],
        "drops": [0, 0, 0],
        "matching": [[], [], []],
        "teams": None,
        "incidents": {"bump": False, "fault": []},
        "phase": {"name": "draft", "seat": 3},
    }


def test_the_board_shows_what_matches_the_top() -> None:
    seen = board(at("Sg.Lr", "Sr.Sb,Ly,Ob", "give:1"))
    assert seen["tower"] == ["Sg", "Lr"]
    assert seen["top"] == "Lr"
    assert seen["matching"] == [["Sr"], ["Ly"], []]


PHASES = [
    ("Lr", "give:1", {"name": "give", "seat": 1}),
    ("Lr", "place:1>2:Lg", {"name": "place", "seat": 2, "piece": "Lg", "giver": 1, "from": 1}),
    ("Lr", "place:1>2:Lg<3", {"name": "place", "seat": 2, "piece": "Lg", "giver": 1, "from": 3}),
    (
        "-",
        "base:2:Lr.Sg^|Po|Tb.Ty^,give:2",
        {
            "name": "base",
            "seat": 2,
            "stacks": [["Lr", "Sg"], ["Po"], ["Tb", "Ty"]],
            "highest": ["Lr", "Tb"],
            "taking": True,
            "then": {"name": "give", "seat": 2},
        },
    ),
    (
        "Lr",
        "keep:2:Sg.Po.Ty.Tb,give:2",
        {
            "name": "keep",
            "seat": 2,
            "loose": ["Sg", "Po", "Ty", "Tb"],
            "then": {"name": "give", "seat": 2},
        },
    ),
]


@pytest.mark.parametrize(("tower", "phase", "shown"), PHASES)
def test_the_board_says_what_is_due(tower: str, phase: str, shown: Json) -> None:
    assert board(at(tower, "Sb,Sy,Ob", phase))["phase"] == shown


@pytest.mark.parametrize(
    ("tower", "phase"),
    [
        ("Lr.Sr", "place:1>2:Lg"),
        ("-", "bump:2:Lr|Sr,place:1>2:Lg"),
        ("Sr", "keep:3:Lr.Ly.Lb.Lo,place:1>2:Lg"),
    ],
)
def test_the_board_shows_the_piece_in_hand(tower: str, phase: str) -> None:
    """splash 6.5"""
    state = at(tower, "Sb,Sy,Ob", phase, options=REFEREE)
    assert board(state)["hand"] == {"seat": 2, "piece": "Lg"}


def test_the_board_of_a_finished_game_says_how_it_would_have_gone_on() -> None:
    state = at("Lr.Ly", "-,Sy,Ob", "over:1:last-piece,give:2")
    assert board(state)["phase"] == {
        "name": "over",
        "seat": 2,
        "winner": 1,
        "instead": {"name": "give", "seat": 2},
    }
    assert SPLASH.view(state)["outcome"] == {"winners": (1,), "reason": "last-piece"}


def test_the_board_says_which_incidents_are_possible() -> None:
    """splash 6.1, 6.3"""
    placing = at("Lr.Ly", "Sb,Sy,Ob", "place:1>2:Lg", options=REFEREE)
    assert board(placing)["incidents"] == {"bump": True, "fault": [1, 3]}
    assert board(after(placing, "stands"))["incidents"] == {"bump": True, "fault": [1, 2, 3]}
    low = at("Lr", "Sb,Sy,Ob", "give:1", options=REFEREE)
    choosing = at("-", "Sb,Sy,Ob", "base:2:Lr|Ly,give:2", options=REFEREE)
    for state in (low, choosing):
        assert board(state)["incidents"] == {"bump": False, "fault": []}


def test_the_board_shows_the_teams() -> None:
    """splash 7.1, 7.2"""
    assert board(drafted(4, teams="pairs"))["teams"] == [(1, 3), (2, 4)]
    assert board(drafted(6, teams="pairs"))["teams"] == [(1, 4), (2, 5), (3, 6)]
    assert board(drafted(6, teams="trios"))["teams"] == [(1, 3, 5), (2, 4, 6)]


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ("take:Lr", {"kind": "take", "piece": "Lr"}),
        ("give:Lr", {"kind": "give", "piece": "Lr", "from": None}),
        ("give:Lr<3", {"kind": "give", "piece": "Lr", "from": 3}),
        ("stands", {"kind": "stands"}),
        ("falls:?", {"kind": "falls", "stacks": None, "highest": None}),
        (
            "falls:Lr.Sg^|Po",
            {"kind": "falls", "stacks": [["Lr", "Sg"], ["Po"]], "highest": ["Lr"]},
        ),
        ("base:Lr", {"kind": "base", "piece": "Lr"}),
        ("keep:Lr.Po.Tb", {"kind": "keep", "pieces": ["Lr", "Po", "Tb"]}),
        (
            "bump:Lr|Po",
            {"kind": "bump", "stacks": [["Lr"], ["Po"]], "highest": ["Lr", "Po"]},
        ),
        (
            "fault3:Lr|Po.Sg^",
            {"kind": "fault", "seat": 3, "stacks": [["Lr"], ["Po", "Sg"]], "highest": ["Po"]},
        ),
    ],
)
def test_a_decision_says_what_it_touches(move: str, shown: dict[str, Json]) -> None:
    assert SPLASH.move_view(SPLASH.notation.parse_move(move)) == {"text": move, **shown}


def test_a_piece_is_taken() -> None:
    assert events(SPLASH.initial(), "take:Lr") == [
        {"event": "taken", "seat": 1, "piece": "Lr"},
        {"event": "turn", "seat": 2},
    ]


def test_the_last_two_pieces_are_boxed() -> None:
    """splash 2.2"""
    state = SPLASH.initial(4)
    for piece in NAMES[:27]:
        state = SPLASH.play(state, f"take:{piece}")
    assert events(state, "take:Oo") == [
        {"event": "taken", "seat": 4, "piece": "Oo"},
        {"event": "boxed", "pieces": ["Ob", "Op"]},
        {"event": "turn", "seat": 1},
    ]


def test_a_piece_is_given_and_stands() -> None:
    state = SPLASH.parse_position(OPENING)
    assert events(state, "give:Lr") == [
        {"event": "given", "piece": "Lr", "from": 1, "by": 1, "to": 2},
        {"event": "turn", "seat": 2},
    ]
    state = after(state, "give:Lr")
    assert events(state, "stands") == [
        {"event": "stood", "seat": 2, "piece": "Lr", "on": None, "height": 1}
    ]
    state = after(state, "stands", "give:Ly")
    assert events(state, "stands") == [
        {"event": "stood", "seat": 1, "piece": "Ly", "on": "Lr", "height": 2}
    ]


def test_a_piece_of_another_seat_is_given() -> None:
    state = at("Lr", "Sb,Sy,Or.Ob", "give:1")
    assert events(state, "give:Or<3")[0] == {
        "event": "given",
        "piece": "Or",
        "from": 3,
        "by": 1,
        "to": 2,
    }


def test_a_tower_falls() -> None:
    state = at("Lr.Sr.Tr.Ty", "Pb,Og", "place:1>2:Py")
    assert events(state, "falls:Lr.Sr^|Py|Tr|Ty") == [
        {
            "event": "fell",
            "seat": 2,
            "piece": "Py",
            "stacks": [["Lr", "Sr"], ["Py"], ["Tr"], ["Ty"]],
            "highest": ["Lr"],
        },
        {"event": "drop", "seat": 1, "drops": 2},
        {"event": "tower", "pieces": ["Lr", "Sr"], "chosen_by": None},
        {"event": "kept", "seat": 2, "pieces": ["Py", "Tr", "Ty"]},
    ]


def test_a_tower_falls_and_the_placer_chooses() -> None:
    state = at("Lr.Sr.Tr.Ty", "Pb,Og", "place:1>2:Py")
    names = [event["event"] for event in events(state, "falls:Lr|Sr|Py|Tr|Ty")]
    assert names == ["fell", "drop"]
    state = after(state, "falls:Lr|Sr|Py|Tr|Ty")
    assert events(state, "base:Ty") == [{"event": "tower", "pieces": ["Ty"], "chosen_by": 2}]
    state = after(state, "base:Ty")
    assert events(state, "keep:Lr.Sr.Py") == [
        {"event": "kept", "seat": 2, "pieces": ["Lr", "Sr", "Py"]},
        {"event": "boxed", "pieces": ["Tr"]},
    ]


def test_the_third_drop_is_the_end() -> None:
    state = at("Lr.Sr", "Pb,Og", "place:1>2:Tr", drops="2,0")
    assert events(state, "falls:Lr.Sr^|Tr")[1:] == [
        {"event": "drop", "seat": 1, "drops": 3},
        {"event": "won", "seats": [1], "reason": "third-drop"},
    ]


def test_the_last_piece_is_the_end() -> None:
    state = at("Lr", "Or,Py,Og", "give:1", options="last-piece=given")
    assert events(state, "give:Or")[1:] == [
        {"event": "turn", "seat": 2},
        {"event": "won", "seats": [1], "reason": "last-piece"},
    ]
    assert board(after(state, "give:Or"))["hand"] == {"seat": 2, "piece": "Or"}


def test_the_table_is_bumped() -> None:
    state = at("Lr.Sr.Tr", "Pb,Og", "give:1", options=REFEREE)
    assert events(state, "bump:Lr.Sr^|Tr") == [
        {"event": "bumped", "stacks": [["Lr", "Sr"], ["Tr"]], "highest": ["Lr"]},
        {"event": "tower", "pieces": ["Lr", "Sr"], "chosen_by": None},
        {"event": "boxed", "pieces": ["Tr"]},
    ]


def test_the_tower_is_knocked_over() -> None:
    state = at("Lr.Sr", "Pb,Og", "give:1", options=REFEREE)
    assert events(state, "fault2:Lr|Sr") == [
        {"event": "knocked", "seat": 2, "stacks": [["Lr"], ["Sr"]], "highest": ["Lr", "Sr"]},
        {"event": "turn", "seat": 2},
    ]
    assert events(after(state, "fault2:Lr|Sr"), "base:Lr") == [
        {"event": "tower", "pieces": ["Lr"], "chosen_by": 2},
        {"event": "kept", "seat": 2, "pieces": ["Sr"]},
        {"event": "turn", "seat": 1},
    ]


def labels(state: State) -> list[str]:
    picture = ET.fromstring(SPLASH.drawing.picture(state))
    return [element.text or "" for element in picture.iter() if element.tag.endswith("text")]


CAPTIONS = {
    "give:1": "p1 gives a piece",
    "place:1>2:Lg": "p2 places for p1",
    "keep:2:Sg.Po.Ty.Tb,give:2": "p2 keeps three",
}


@pytest.mark.parametrize(("phase", "caption"), CAPTIONS.items())
def test_the_picture_says_what_is_due(phase: str, caption: str) -> None:
    assert caption in labels(at("Lr.Lb", "Sb.Sp,Sy,Ob", phase))


def test_the_picture_of_fallen_stacks() -> None:
    assert "p2 chooses a tower" in labels(at("-", "Sb,Sy", "base:2:Lr.Sg^|Po|Tb.Ty^,give:2"))
    assert "p2 chooses a tower" in labels(at("-", "Sb,Sy", "base:2:Lr|Sg|Po|Tb,give:2"))


def test_the_picture_of_a_finished_game() -> None:
    assert "p1 wins: last piece" in labels(at("Lr.Ly", "-,Sy", "over:1:last-piece,give:2"))


def test_the_picture_shows_teams_and_empty_stocks() -> None:
    start = labels(SPLASH.initial(4, {"teams": "pairs"}))
    assert start.count("p1 + p3") == start.count("p2 + p4") == 2
    assert labels(SPLASH.initial(6, {"teams": "trios"})).count("p1 + p3 + p5") == 3
    assert start.count("no pieces") == 4
    assert "p1 takes a piece" in start


@given(states)
def test_the_picture_names_every_piece_once(state: State) -> None:
    codes = [label for label in labels(state) if label in NAMES]
    assert sorted(codes) == sorted(NAMES)


@given(states)
def test_a_picture_of_any_position_fits_its_frame(state: State) -> None:
    picture = ET.fromstring(SPLASH.drawing.picture(state))
    for element in picture.iter():
        if element.tag.endswith("text"):
            assert 0 < float(element.attrib["x"]) < 800
            assert 0 < float(element.attrib["y"]) < 600
