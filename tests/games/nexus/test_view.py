from ludothek.games.nexus import NEXUS, State
from ludothek.games.protocol import Json
from tests.games.nexus.tables import at, play


def happened(state: State, move: str) -> list[dict[str, Json]]:
    return [dict(event) for event in NEXUS.events(state, NEXUS.notation.parse_move(move))]


def under_way(state: State) -> Json:
    return NEXUS.drawing.board(state)["under_way"]


def test_the_board_shows_everything_on_the_table() -> None:
    board = NEXUS.drawing.board(at({"0,0": "11", "-2,0": "10", "2,0": "01"}))
    assert isinstance(board["rings"], list)
    assert {"at": "0,0", "q": 0, "r": 0, "marbles": (1, 1)} in board["rings"]
    assert board["on_board"] == [2, 2]
    assert board["reserves"] == (7, 7)
    assert board["under_way"] is None


def test_what_is_left_to_do_is_shown() -> None:
    state = at({"0,0": "10", "-2,0": "10", "2,0": "01"})
    assert under_way(play(state, "@-2,1")) == {"action": "enter", "left": 2}
    assert under_way(play(state, "0,0>0,1")) == {"action": "steps", "left": 1, "leapt": False}
    assert under_way(play(state, "-0,1")) == {
        "action": "rings",
        "lifts": 3,
        "lays": 4,
        "lifted": ["0,1"],
    }


def test_a_choice_of_marbles_is_shown() -> None:
    wall = dict.fromkeys(["1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,1", "2,0", "0,2", "2,-2"], "10")
    state = at({**wall, "0,0": "01", "1,0": "02", "-2,0": "01"}, reserves="2,4")
    state = play(state, "0,2>-1,2")
    assert happened(state, "2,-2>2,-1") == [
        {"event": "walked", "seat": 1, "from": "2,-2", "to": "2,-1"}
    ]
    state = play(state, "2,-2>2,-1")
    assert under_way(state) == {"action": "remove", "seat": 2, "left": 2, "rings": ["0,0", "1,0"]}
    removed = {"event": "removed", "seat": 2, "by": 1, "number": 1, "how": "surrounded"}
    assert happened(state, "x2@0,0") == [
        {**removed, "at": "0,0"},
        {**removed, "at": "1,0"},
        {"event": "turn", "seat": 2},
    ]


def test_a_leap_shows_its_sacrifice_and_a_majority_what_it_removed() -> None:
    state = at({"-2,0": "20", "0,0": "11", "2,0": "01"})
    assert happened(state, "-2,0>0,0!-2,0") == [
        {"event": "sacrificed", "seat": 1, "from": "-2,0"},
        {"event": "leapt", "seat": 1, "from": "-2,0", "to": "0,0"},
        {
            "event": "removed",
            "seat": 2,
            "by": 1,
            "at": "0,0",
            "number": 1,
            "how": "majority",
        },
    ]


def test_rings_and_entries_are_seen() -> None:
    state = at({"0,0": "10", "-2,0": "10", "2,0": "01"})
    assert happened(state, "-0,1") == [{"event": "lifted", "seat": 1, "from": "0,1"}]
    assert happened(state, "@-2,1") == [{"event": "entered", "seat": 1, "to": "-2,1"}]
    laying = play(state, "-0,1", "--2,1", "--2,2", "-0,2")
    assert happened(laying, "+3,-1") == [{"event": "laid", "seat": 1, "to": "3,-1"}]


def test_a_seat_that_leaves_is_seen_leaving() -> None:
    state = play(at({"0,0": "01", "1,0": "20"}, reserves="7,2"), "1,0>0,0")
    assert [event["event"] for event in happened(state, "1,0>0,0")] == [
        "walked",
        "removed",
        "left",
        "turn",
        "won",
    ]


def test_decisions_say_what_they_touch() -> None:
    for text, kind in (
        ("@0,0", "enter"),
        ("0,0>1,0", "walk"),
        ("0,0>1,0!2,0", "leap"),
        ("-0,0", "lift"),
        ("+0,0", "lay"),
        ("x2@0,0", "remove"),
    ):
        view = NEXUS.move_view(NEXUS.notation.parse_move(text))
        assert (view["text"], view["kind"]) == (text, kind)
