from ludothek.games.robotory import ROBOTORY


def events(position: str, move: str) -> list[dict[str, object]]:
    state = ROBOTORY.parse_position(position)
    return [dict(e) for e in ROBOTORY.events(state, ROBOTORY.notation.parse_move(move))]


def test_the_board_shows_everything_on_the_table() -> None:
    board = ROBOTORY.view(ROBOTORY.parse_position("w3/2W2/2bB2/2R2/4 p2 w1b2,w2b1 w9b8 -"))["board"]
    assert isinstance(board, dict)
    assert board["discs"] == {"a1": "w", "c3": "b"}
    assert board["robots"] == {"W": "b3", "B": "c4", "R": "d3"}
    assert board["stocks"] == [{"w": 1, "b": 2}, {"w": 2, "b": 1}]
    assert board["lid"] == {"w": 9, "b": 8}
    assert board["at_home"] == [1, 2]


def test_decisions_say_what_they_touch() -> None:
    kinds = {
        str(view["text"]): view
        for view in map(ROBOTORY.move_view, map(ROBOTORY.notation.parse_move, ("w@a1", "Rd2")))
    }
    assert kinds["w@a1"] == {"text": "w@a1", "kind": "place", "disc": "w", "to": "a1"}
    assert kinds["Rd2"] == {"text": "Rd2", "kind": "step", "robot": "R", "to": "d2"}


def test_a_step_is_seen_and_its_meal_and_the_next_turn() -> None:
    assert events("4/2W2/3B2/wwR2/4 p1 w1b1,w1b1 w8b8 -", "Rd2") == [
        {"event": "stepped", "seat": 1, "robot": "R", "from": "d3", "to": "d2"},
        {"event": "eaten", "robot": "R", "disc": "w", "at": "d2"},
    ]
    assert events("4/2W2/3B2/wR3/4 p1 w1b1,w1b1 w8b8 R", "stop") == [
        {"event": "stopped", "seat": 1, "robot": "R"},
        {"event": "turn", "seat": 2},
    ]


def test_a_last_refill_is_seen_and_wins() -> None:
    assert events("4/2W2/3B2/2R2/4 p2 w2b2,w1b1 w2b8 -", "+w2b0") == [
        {"event": "refilled", "seat": 2, "discs": {"w": 2, "b": 0}},
        {"event": "turn", "seat": 1},
        {"event": "won", "seats": [2], "reason": "lid-empty"},
    ]
