from xml.etree import ElementTree as ET

from ludothek.games.repulso import REPULSO
from tests.games.repulso.tables import START, at

BEFORE_THE_STONE = "o5/3x2/2x2o/1o1x2/2o3/6 p2 p2 8+6,9+6 -"
SLIDING = "o5/3x2/2x2o/1o*x2/2o3/6 p2 p2 8+6,9+5 b3,c2,c4,d3"
FULL = "*oooox/**xoo*/x****o/oo*x*x/xo*xxo/oxxxx* p1 p1 0+0,0+0 -"


def events(position: str, move: str) -> list[dict[str, object]]:
    return [
        dict(event) for event in REPULSO.events(at(position), REPULSO.notation.parse_move(move))
    ]


def pictured(position: str) -> str:
    return REPULSO.svg(at(position))


def test_the_board_shows_everything_on_the_table() -> None:
    board = REPULSO.view(at("5x/6/6/o5/*5/ox4 p1 p1 10+5,10+6 a1,a3"))["board"]
    assert board == {
        "squares": {"a1": "p1", "b1": "p2", "a2": "stone", "a3": "p1", "f6": "p2"},
        "supplies": [{"pieces": 10, "stones": 5}, {"pieces": 10, "stones": 6}],
        "turn": 1,
        "affected": ["a1", "a3"],
        "groups": [
            {"count": 2, "sizes": [1, 1], "squares": [["a1"], ["a3"]]},
            {"count": 2, "sizes": [1, 1], "squares": [["b1"], ["f6"]]},
        ],
    }


def test_groups_are_shown_from_the_largest_to_the_smallest() -> None:
    board = REPULSO.view(at(FULL))["board"]
    assert isinstance(board, dict)
    assert board["groups"][0] == {
        "count": 5,
        "sizes": [6, 3, 1, 1, 1],
        "squares": [
            ["d5", "e5", "b6", "c6", "d6", "e6"],
            ["b2", "a3", "b3"],
            ["a1"],
            ["f2"],
            ["f4"],
        ],
    }


def test_decisions_say_what_they_touch() -> None:
    views = [REPULSO.move_view(REPULSO.notation.parse_move(t)) for t in ("c4", "*c4", "c3-c6")]
    assert views == [
        {"text": "c4", "kind": "piece", "to": "c4"},
        {"text": "*c4", "kind": "stone", "to": "c4"},
        {"text": "c3-c6", "kind": "slide", "from": "c3", "to": "c6"},
    ]


def test_a_placed_piece_is_seen_and_the_next_turn() -> None:
    assert events(START, "c4") == [
        {"event": "placed", "seat": 1, "to": "c4"},
        {"event": "turn", "seat": 2},
    ]


def test_a_stone_far_from_all_pieces_only_changes_the_turn() -> None:
    assert events(START, "*c4") == [
        {"event": "stone-placed", "seat": 1, "to": "c4"},
        {"event": "turn", "seat": 2},
    ]


def test_a_stone_names_the_pieces_it_affects() -> None:
    """repulso 3.1"""
    assert events(BEFORE_THE_STONE, "*c3") == [
        {"event": "stone-placed", "seat": 2, "to": "c3"},
        {
            "event": "affected",
            "pieces": [
                {"at": "c2", "seat": 1},
                {"at": "b3", "seat": 1},
                {"at": "d3", "seat": 2},
                {"at": "c4", "seat": 2},
            ],
        },
    ]


def test_a_stone_may_make_the_other_seat_slide_first_of_all() -> None:
    assert events("6/6/6/6/o5/6 p2 p2 11+6,12+6 -", "*a3")[1:] == [
        {"event": "affected", "pieces": [{"at": "a2", "seat": 1}]},
        {"event": "answers", "seat": 1},
    ]


def test_a_slide_is_seen_and_the_answer_and_the_end_of_the_movement() -> None:
    """repulso 3.2, 3.7"""
    assert events(SLIDING, "c4-e4") == [{"event": "slid", "seat": 2, "from": "c4", "to": "e4"}]
    assert events("o5/3x2/4xo/1o*x2/2o3/6 p2 p2 8+6,9+5 b3,c2,d3", "d3-d4") == [
        {"event": "slid", "seat": 2, "from": "d3", "to": "d4"},
        {"event": "answers", "seat": 1},
    ]
    assert events("2x2o/6/6/6/o*4/6 p1 p2 10+6,11+5 a2", "a2-a1") == [
        {"event": "slid", "seat": 1, "from": "a2", "to": "a1"},
        {"event": "turn", "seat": 1},
    ]


def test_pieces_left_alone_are_seen_when_the_movement_ends() -> None:
    """repulso 3.5"""
    left = {"event": "left-alone", "pieces": [{"at": "a1", "seat": 1}]}
    assert events("5x/6/6/o5/*5/ox4 p1 p1 10+5,10+6 a1,a3", "a3-f3") == [
        {"event": "slid", "seat": 1, "from": "a3", "to": "f3"},
        left,
        {"event": "turn", "seat": 2},
    ]
    assert events("6/6/6/6/6/ox4 p1 p1 11+6,11+6 -", "*a2") == [
        {"event": "stone-placed", "seat": 1, "to": "a2"},
        {"event": "affected", "pieces": [{"at": "a1", "seat": 1}]},
        left,
        {"event": "turn", "seat": 2},
    ]


def test_the_end_is_seen() -> None:
    """repulso 4.2"""
    before = "xoxox1/***1**/xo1xoo/oxo**x/x***ox/oxo*xo p2 p2 1+0,1+1 -"
    assert events(before, "*f6") == [
        {"event": "stone-placed", "seat": 2, "to": "f6"},
        {"event": "affected", "pieces": [{"at": "e6", "seat": 2}]},
        {"event": "left-alone", "pieces": [{"at": "e6", "seat": 2}]},
        {"event": "turn", "seat": 1},
        {"event": "won", "seats": [2], "reason": "stuck"},
    ]


def test_the_picture_shows_pieces_stones_and_supplies() -> None:
    picture = pictured(SLIDING)
    assert picture.count("url(#repulso-orange)") == picture.count("url(#repulso-blue)") == 12
    assert picture.count("url(#repulso-white)") == 12
    assert picture.count("stroke-dasharray") == 4
    assert ET.fromstring(picture).tag.endswith("svg")


def test_the_picture_names_rows_columns_and_seats() -> None:
    labels = [
        text.text for text in ET.fromstring(pictured(START)).iter() if text.tag.endswith("}text")
    ]
    assert labels == [*"abcdef123456", "p1", "p2"]


def test_the_picture_points_at_the_seat_to_decide_until_the_game_is_over() -> None:
    assert pictured(START).count("<polygon") == 1
    assert pictured(FULL).count("<polygon") == 0
