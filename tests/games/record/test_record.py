"""Records as data: replaying them, and what makes them sound."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.games import IllegalMove, Outcome, Setup, load
from ludothek.games.record import Decision, Line, Record, RecordError, plies, replay
from ludothek.games.record.check import MAX_DECISIONS, MAX_DEPTH, check
from tests.games.record.strategies import records

ROBOTORY = load("robotory")
SOUND = Record(
    game="robotory",
    setup=ROBOTORY.setup(),
    names=("Ada", "Bo"),
    line=Line.of(["b@c3", "Bc3", "+w0b1"]),
)
LATE = "4/2W2/3B2/2R2/4 p1 w0b2,w2b2 w2b10 -"  # taking both white discs ends the game


def refused(record: Record) -> RecordError:
    with pytest.raises(RecordError) as caught:
        check(record)
    return caught.value


def test_a_record_replays_to_its_end() -> None:
    assert ROBOTORY.format_position(replay(SOUND)) == "4/2W2/2B3/2R2/4 p2 w2b2,w2b2 w10b9 -"


@pytest.mark.parametrize("ply", range(4))
def test_a_record_replays_to_any_ply(ply: int) -> None:
    state = ROBOTORY.initial()
    for text in SOUND.moves[:ply]:
        state = ROBOTORY.play(state, text)
    assert replay(SOUND, ply) == state


@pytest.mark.parametrize("ply", [-1, 4])
def test_a_ply_the_record_does_not_have_is_refused(ply: int) -> None:
    with pytest.raises(RecordError, match=f"plies 0 to 3, not {ply}"):
        replay(SOUND, ply)


def test_plies_give_every_state_with_the_decision_taken_there() -> None:
    steps = list(plies(SOUND))
    assert [ply for ply, _, _ in steps] == [0, 1, 2, 3]
    assert [move and str(move) for _, _, move in steps] == [
        "b@c3",
        "Bc3",
        "+w0b1",
        None,
    ]
    assert steps[-1][1] == replay(SOUND)


def test_replaying_an_illegal_decision_names_it() -> None:
    record = replace(SOUND, line=Line.of(["b@c3", "w@c3"]))
    assert ROBOTORY.format_position(replay(replace(record, line=Line.of(["b@c3"])), 1))
    with pytest.raises(RecordError, match="decision 2: w@c3: a disc lies on c3"):
        replay(record)


def test_a_record_can_start_from_a_position() -> None:
    record = replace(SOUND, start=LATE, line=Line.of(["+w2b0"]), result=Outcome((2,), "lid-empty"))
    assert check(record) == (1,)
    assert replay(record, 0) == ROBOTORY.parse_position(LATE)


def test_turns_are_counted_in_reading_order() -> None:
    other = Line((Decision("b@a1"), Decision("b@a2", variations=(Line.of(["b@a3"]),))))
    line = Line((Decision("b@c3"), Decision("b@c2", variations=(other,)), Decision("w@a1")))
    assert check(replace(SOUND, line=line)) == (1, 2, 2, 3, 3, 3)


def test_a_decision_inside_a_turn_begins_none() -> None:
    line = Line.of(["b@c3", "b@c2", "Bc3", "stop", "w@a1"])
    assert check(replace(SOUND, line=line)) == (1, 2, 3, 0, 4)


def test_a_record_from_the_middle_of_a_turn_begins_with_turn_one() -> None:
    start = "4/2W2/1bB3/2R2/4 p1 w2b2,w2b1 w10b9 B"
    assert check(replace(SOUND, start=start, line=Line.of(["stop", "w@a1"]))) == (1, 2)


@given(records())
def test_every_ply_of_a_random_record_is_reached_by_playing_on(record: Record) -> None:
    game = load(record.game)
    check(record)
    walked = list(plies(record))
    for (_, before, move), (_, after, _) in pairwise(walked):
        assert game.apply(before, move) == after


@pytest.mark.parametrize(
    ("change", "place", "sentence"),
    [
        ({"game": "chess"}, "Game", "no game is named 'chess'"),
        (
            {"setup": Setup(2, (("end", "all"),), 7)},
            "Rules",
            "version 7 of the rules of Robotory, and known here is version",
        ),
        ({"setup": Setup(3, (("end", "all"),))}, "p3", "is played with 2 seats, not 3"),
        ({"setup": Setup(2, (("end", "x"),))}, "Options", "is one of colour, all"),
        ({"setup": Setup(2, ())}, "Options", "every option stands once"),
        ({"names": ("Ada",)}, None, "2 names, not 1"),
        ({"names": ("", "Bo")}, "p1", "1 to 80 characters"),
        ({"names": ("Ada", " Bo")}, "p2", "without spaces around it"),
        ({"names": ("Ada", "B\no")}, "p2", "all on one line"),
        ({"names": ("Ada", "B\ud800")}, "p2", "all on one line"),
        ({"names": ("Ada", "B" * 81)}, "p2", "1 to 80 characters"),
        ({"date": "20251231"}, "Date", "as 2025-12-31"),
        ({"date": "yesterday"}, "Date", "as 2025-12-31"),
        ({"start": "4/4"}, "Position", "no position of Robotory"),
        ({"line": Line.of(["b@c3", "b@c3"])}, 2, "b@c3: a disc lies on c3"),
        ({"line": Line.of(["b@c9"])}, 1, "'b@c9' is no decision of Robotory"),
        ({"line": Line((Decision("b@c3", variations=(Line(),)),))}, 1, "at least one decision"),
        ({"line": Line((), "\ud800")}, 1, "surrogate"),
        ({"line": Line((Decision("b@c3", "\udfff"),))}, 1, "surrogate"),
    ],
)
def test_an_unsound_record_is_refused_with_its_place(
    change: dict[str, Any], place: str | int | None, sentence: str
) -> None:
    error = refused(replace(SOUND, **change))
    assert (error.place, error.line, error.column) == (place, None, None)
    assert sentence in str(error)


def test_options_that_are_not_the_defaults_stand_in_the_start_position_too() -> None:
    record = replace(SOUND, setup=ROBOTORY.setup(2, {"end": "all"}), start=LATE, line=Line())
    assert refused(record).place == "Position"
    check(replace(record, start=f"{LATE} end=all"))


def test_an_illegal_decision_keeps_the_code_and_the_parameters_of_its_reason() -> None:
    error = refused(replace(SOUND, line=Line.of(["b@c3", "b@c3"])))
    assert (error.code, error.params) == ("disc-there", {"hex": "c3"})
    assert isinstance(error.__cause__, IllegalMove)


@pytest.mark.parametrize(
    "result",
    [
        None,
        Outcome((1,), "resigned"),
        Outcome((2,), "time"),
        Outcome((), "agreed"),
        Outcome((), "abandoned"),
        Outcome((1,), "abandoned"),
    ],
)
def test_a_game_can_end_before_the_rules_end_it(result: Outcome | None) -> None:
    check(replace(SOUND, result=result))


@pytest.mark.parametrize(
    "result",
    [
        Outcome((1,), "lid-empty"),
        Outcome((), "resigned"),
        Outcome((3,), "resigned"),
        Outcome((0,), "resigned"),
        Outcome((2, 1), "agreed"),
    ],
)
def test_a_result_nobody_could_have_is_refused(result: Outcome) -> None:
    assert refused(replace(SOUND, result=result)).place == "Result"


@pytest.mark.parametrize("result", [None, Outcome((1,), "lid-empty"), Outcome((2,), "resigned")])
def test_a_game_the_rules_ended_has_the_result_of_the_rules(result: Outcome | None) -> None:
    over = replace(SOUND, start=LATE, line=Line.of(["+w2b0"]), result=result)
    assert "by the rules the game ended with p2win lid-empty" in str(refused(over))


@given(st.integers(1, 3))
def test_variations_nest_only_so_deep(more: int) -> None:
    line = Line.of(["b@c3"])
    for _ in range(MAX_DEPTH):
        line = Line((Decision("b@c3", variations=(line,)),))
    check(replace(SOUND, line=line))
    for _ in range(more):
        line = Line((Decision("b@c3", variations=(line,)),))
    assert refused(replace(SOUND, line=line)).code == "too-deep"


def test_a_record_has_only_so_many_decisions() -> None:
    many = tuple(Line.of(["b@c3"]) for _ in range(MAX_DECISIONS))
    error = refused(replace(SOUND, line=Line((Decision("b@c3", variations=many),))))
    assert (error.code, error.place) == ("too-many", MAX_DECISIONS + 1)
