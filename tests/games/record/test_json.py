"""Records as JSON lines: exact both ways, and nothing taken for granted."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.games import Outcome, load
from ludothek.games.record import Decision, Line, Record, RecordError
from ludothek.games.record.check import MAX_CHARS
from ludothek.games.record.json import MAX_NESTED, from_json, to_json
from tests.games.record.strategies import records

RECORD = Record(
    game="robotory",
    setup=load("robotory").setup(),
    names=("Ada", "Bó"),
    result=Outcome((1,), "resigned"),
    line=Line((Decision("b@c3"), Decision("b@c2", "hm", (Line.of(["w@a1"]),)))),
)
JSON = (
    '{"game":"robotory","rules":1,"seats":2,"options":{"end":"colour"},"names":["Ada","B\\u00f3"],'
    '"date":null,"start":null,"result":{"winners":[1],"reason":"resigned"},"comment":"","moves":'
    '["b@c3",{"move":"b@c2","comment":"hm","variations":[{"comment":"","moves":["w@a1"]}]}]}'
)


def refused(line: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        from_json(line)
    return caught.value


def test_a_record_is_one_line_of_json() -> None:
    assert to_json(RECORD) == JSON
    assert from_json(f"{JSON}\n") == RECORD


@given(records())
def test_what_was_written_is_read_back_the_same(record: Record) -> None:
    line = to_json(record)
    assert line.isascii()
    assert line.isprintable()
    assert from_json(line) == record
    assert to_json(from_json(line)) == line


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "header Game: no game is named 'chess'"),
        ({"game": 1}, "game is a text, not 1"),
        ({"rules": "1"}, 'rules is a number, not "1"'),
        ({"rules": True}, "rules is a number, not true"),
        ({"rules": 1.0}, "rules is a number, not 1.0"),
        ({"rules": 2}, "header Rules: the record was made with version 2"),
        ({"rules": 10**9}, "more than 9 digits"),
        ({"seats": 5}, "header seats: Robotory is played with 2 seats, not 5"),
        ({"options": {}}, "every option of the game stands in a record"),
        ({"options": []}, "options is an object, not []"),
        ({"options": {"end": 1}}, "header Options: option end of Robotory is one of"),
        ({"names": "Ada"}, 'names is a list, not "Ada"'),
        ({"names": ["Ada", None]}, "a name is a text, not null"),
        ({"date": 20251231}, "date is a text"),
        ({"date": "never"}, "header Date: a date is written as 2025-12-31"),
        ({"start": "4/4"}, "header Position: no position of Robotory"),
        ({"result": "p1win"}, "result is an object"),
        ({"result": {}}, "result has exactly the keys winners, reason"),
        ({"result": {"winners": [True], "reason": "time"}}, "a winner is a number, not true"),
        ({"result": {"winners": [], "reason": "time"}}, "header Result: somebody wins"),
        ({"comment": None}, "comment is a text, not null"),
        ({"comment": "\ud800"}, "surrogate"),
        ({"moves": {}}, "moves is a list, not {}"),
        ({"moves": [1]}, "a decision is an object, not 1"),
        (
            {"moves": [{"move": "b@c3"}]},
            "a decision has exactly the keys move, comment",
        ),
        ({"moves": ["b@c3", "b@c3"]}, "decision 2: b@c3: a disc lies on c3"),
        ({"extra": 1}, "a record has exactly the keys game, rules, seats, options, names"),
    ],
)
def test_an_unsound_record_is_refused(change: dict[str, Any], sentence: str) -> None:
    assert sentence in str(refused(json.dumps(json.loads(JSON) | change)))


def test_a_missing_key_is_refused() -> None:
    assert "exactly the keys" in str(refused(JSON.replace('"date":null,', "")))


def test_a_key_that_stands_twice_is_refused() -> None:
    assert "no key stands twice" in str(refused(JSON.replace('"rules":1', '"rules":1,"rules":1')))


@pytest.mark.parametrize("line", ["", "nonsense", "[1", f"{JSON} {JSON}"])
def test_what_is_no_json_is_refused_with_its_place(line: str) -> None:
    error = refused(line)
    assert "this is no JSON" in str(error)
    assert error.line == 1
    assert error.column is not None


@pytest.mark.parametrize("depth", [17, 200, 100_000])
def test_variations_nest_only_so_deep(depth: int) -> None:
    opening = '{"move":"b@c3","comment":"","variations":[{"comment":"","moves":['
    nested = f'[{opening * depth}"b@c3"{"]}]}" * depth}]'
    line = JSON[: JSON.index('["b@c3"')] + nested[: MAX_CHARS // 2] + "}"
    assert refused(line).code == "too-deep"


def test_brackets_in_texts_nest_nothing() -> None:
    """Nor does what follows an escaped quotation mark, which ends no text."""
    comment = '\\" ' + "[{" * MAX_NESTED
    assert from_json(to_json(replace(RECORD, line=Line((), comment)))).line.comment == comment


def test_brackets_without_end_are_refused() -> None:
    assert refused("[" * 100_000).code == "too-deep"


def test_a_line_has_only_so_many_characters() -> None:
    with pytest.raises(RecordError, match="at most 1000000 characters"):
        from_json(JSON + " " * MAX_CHARS)
    with pytest.raises(RecordError, match="at most 1000000 characters"):
        to_json(replace(RECORD, line=Line((), "x" * MAX_CHARS)))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=9))
def test_no_json_brings_the_reader_down(value: Any) -> None:
    for key in json.loads(JSON):
        line = json.dumps(json.loads(JSON) | {key: value})
        try:
            record = from_json(line)
        except RecordError:
            continue
        assert from_json(to_json(record)) == record
