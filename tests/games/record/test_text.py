"""Records as text: exact both ways, and errors that point at their place."""

import signal
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ludothek.games import Outcome, load
from ludothek.games.record import Decision, Line, Record, RecordError
from ludothek.games.record.check import MAX_CHARS, MAX_DEPTH
from ludothek.games.record.grammar import escape, unescape
from ludothek.games.record.text import WIDTH, format_record, parse_record
from tests.games.record.strategies import COMMENTS, records

ROBOTORY = load("robotory")
TEXT = """\
Game: robotory
Rules: 1
Options: end=colour
p1: Ada
p2: Bo
Date: 2025-12-31
Result: p1win resigned

{Two beginners} 1. b@c3 2. b@c2 {a present (thanks!)} (2. w@a1 3. Bc3 {alone} (3. w@a2 4. w@a3))
(2. w@b1) 3. Bc3 stop (Bc2) 4. w@a1 p1win
"""
RECORD = Record(
    game="robotory",
    setup=ROBOTORY.setup(),
    names=("Ada", "Bo"),
    date="2025-12-31",
    result=Outcome((1,), "resigned"),
    line=Line(
        (
            Decision("b@c3"),
            Decision(
                "b@c2",
                "a present (thanks!)",
                (
                    Line(
                        (
                            Decision("w@a1"),
                            Decision("Bc3", "alone", (Line.of(["w@a2", "w@a3"]),)),
                        )
                    ),
                    Line.of(["w@b1"]),
                ),
            ),
            Decision("Bc3"),
            Decision("stop", "", (Line.of(["Bc2"]),)),
            Decision("w@a1"),
        ),
        "Two beginners",
    ),
)
HEADERS = TEXT[: TEXT.index("\n\n") + 2]
LINES_OF_HEADERS = HEADERS.count("\n")
PLAIN = HEADERS.replace("p1win resigned", "unfinished")


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    error = caught.value
    assert str(error) == f"line {error.line}, column {error.column}: {error.sentence}"
    assert "\n" not in str(error)
    return error


def test_a_record_is_written_turn_by_turn_with_comments_and_variations() -> None:
    assert format_record(RECORD) == TEXT


def test_a_record_is_read_as_it_is_meant() -> None:
    assert parse_record(TEXT) == RECORD


@given(records())
def test_what_was_written_is_read_back_the_same(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


@given(records())
def test_lines_of_decisions_are_filled_up_to_their_width_and_no_further(record: Record) -> None:
    lines = format_record(record).partition("\n\n")[2].split("\n")
    assert lines.pop() == ""
    for line, following in pairwise(lines):
        assert len(line) <= WIDTH or " " not in line or line.count(" ") == 1
        first = following.split(" ")[0]
        assert len(line) + 1 + len(first) > WIDTH or first.strip("(").endswith(".")
    assert all(line == line.strip(" ") for line in lines)


@pytest.mark.parametrize(
    ("comment", "written"),
    [
        ("plain words", "plain words"),
        ("{a} \\b", r"\{a\} \\b"),
        ("two  spaces", r"two \_spaces"),
        (" edges ", r"\_edges\_"),
        ("a line\nand another", r"a line\n and another"),
        ("a line\n  indented", r"a line\n \_\_indented"),
        ("the end\n", r"the end\n"),
        ("a\ttab", r"a\u0009tab"),
        ("a\u2028separator", r"a\u2028separator"),
        ("a\u00a0hard space, 🙂", "a\u00a0hard space, 🙂"),
    ],
)
def test_what_a_comment_cannot_show_is_written_with_a_backslash(comment: str, written: str) -> None:
    assert escape(comment) == written
    assert unescape(written) == comment


@given(COMMENTS)
@example("\\u0041")
def test_every_comment_survives_being_written(comment: str) -> None:
    assert unescape(escape(comment)) == comment
    assert unescape(escape(comment).replace(" ", "\n\t ")) == comment


def test_a_person_may_lay_the_text_out_freely() -> None:
    head, _, body = TEXT.partition("\n\n")
    head = head.replace("Options: end=colour\n", "").replace("p1: Ada\n", "")
    head = head.replace("Date: ", "p1:   Ada  \nDate:\t")
    body = body.replace(" ", "\n  ").replace("Two", "\t Two").replace("(2", "( 2")
    assert parse_record(f"{head}\n \n{body}".replace("\n", "\r\n")) == RECORD


def test_the_example_of_the_documentation_is_canonical() -> None:
    page = Path(__file__).parents[3] / "docs" / "records.md"
    block = page.read_text(encoding="utf-8").partition("## Text\n\n")[2].partition("\n\n###")[0]
    text = dedent(block) + "\n"
    assert format_record(parse_record(text)) == text


def test_headers_without_decisions_are_a_game_not_begun() -> None:
    record = parse_record(f"{PLAIN}unfinished")
    assert record == replace(RECORD, line=Line(), result=None)


def test_a_game_from_a_position_says_so() -> None:
    start = "4/2W2/3B2/2R2/4 p1 w0b2,w2b2 w2b10 - end=all"
    record = replace(
        RECORD, setup=ROBOTORY.setup(2, {"end": "all"}), start=start, line=Line.of(["+w2b0"])
    )
    text = format_record(record)
    assert f"\nPosition: {start}\n" in text
    assert parse_record(text) == record


@pytest.mark.parametrize(
    ("header", "better", "column", "sentence"),
    [
        ("Game: robotory", "Game: chess", 7, "no game is named 'chess'; there are"),
        ("Rules: 1", "Rules: 2", 8, "version 2 of the rules of Robotory, and known here is"),
        ("Rules: 1", "Rules: one", 8, "a rules version is a number"),
        ("Rules: 1", "Rules: 1.", 8, "a rules version is a number"),
        ("Options: end=colour", "Options: end=never", 10, "is one of colour, all, not 'never'"),
        ("Options: end=colour", "Options: end", 10, "is one of colour, all, not ''"),
        ("Options: end=colour", "Options: a=b", 10, "has no option 'a'"),
        ("Options: end=colour", "Options: end=all,end=all", 10, "written once, as name=value"),
        ("p2: Bo", "p2: " + "B" * 81, 5, "a name has 1 to 80 characters"),
        ("p2: Bo", "p2: ", 5, "a name has 1 to 80 characters"),
        ("Date: 2025-12-31", "Date: 31.12.2025", 7, "a date is written as 2025-12-31"),
        ("Date: 2025-12-31", "Date: ", 7, "a date is written as 2025-12-31"),
        ("Date: 2025-12-31", "Position: 4/4", 11, "no position of Robotory"),
        ("Result: p1win resigned", "Result: won", 9, "a result is written as 'p1win resigned'"),
        ("Result: p1win resigned", "Result: p1win", 9, "a result is written as 'p1win resigned'"),
        ("Result: p1win resigned", "Result: p1win lid-empty", 9, "by the rules the game goes on"),
        ("Date: 2025-12-31", "Place: Paris", 1, "there is no header 'Place'"),
        ("Date: 2025-12-31", "Rules: 1", 1, "the header 'Rules' stands here a second time"),
        ("Date: 2025-12-31", "once upon a time", 1, "expected a header as 'Game: robotory'"),
        ("Date: 2025-12-31", "Date:2025-12-31", 1, "expected a header as 'Game: robotory'"),
    ],
)
def test_a_wrong_header_is_pointed_at(header: str, better: str, column: int, sentence: str) -> None:
    error = refused(TEXT.replace(header, better))
    assert (error.line, error.column) == (HEADERS[: HEADERS.index(header)].count("\n") + 1, column)
    assert sentence in error.sentence


@pytest.mark.parametrize("name", ["Game", "Rules", "p1", "Result"])
def test_a_missing_header_is_missed_where_the_headers_end(name: str) -> None:
    text = "\n".join(line for line in TEXT.split("\n") if not line.startswith(f"{name}:"))
    error = refused(text)
    assert error.sentence == f"the header '{name}' is missing"
    assert (error.line, error.column) == (LINES_OF_HEADERS - 1, 1)


def test_a_seat_left_out_is_missed() -> None:
    assert refused(TEXT.replace("p2:", "p3:")).sentence == "the header 'p2' is missing"


def test_a_seat_too_many_is_pointed_at() -> None:
    error = refused(TEXT.replace("p2: Bo", "p2: Bo\np3: Cy"))
    assert (error.line, error.column, error.code) == (6, 5, "seat-count")


@pytest.mark.parametrize("text", ["", "\n", "Game: robotory"])
def test_an_unfinished_heading_is_refused(text: str) -> None:
    assert refused(text).code == "header-missing"


@pytest.mark.parametrize(
    ("body", "line", "column", "sentence"),
    [
        ("1. b@c3 b@c3 unfinished", 1, 9, "b@c3: a disc lies on c3"),
        ("1. b@c3 2. b@c9 unfinished", 1, 12, "'b@c9' is no decision of Robotory"),
        ("1. b@c3\n2. b@c2\n(2. Rd4) unfinished", 3, 5, "Rd4: no disc lies on d4"),
        ("b@c3 unfinished", 1, 1, "turn 1 begins here, so 1. stands before this decision"),
        ("1. b@c3 3. b@c2 unfinished", 1, 12, "this is turn 2, not 3"),
        ("1. b@c3 2. b@c2 3. Bc3 4. stop unfinished", 1, 27, "the turn goes on here, so no number"),
        ("1. b@c3 (2. b@c2) unfinished", 1, 13, "this is turn 1, not 2"),
        ("1. b@c3 (b@c2) unfinished", 1, 10, "turn 1 begins here"),
        ("1. unfinished", 1, 1, "a turn number stands before the turn's first decision"),
        ("1. {so} b@c3 unfinished", 1, 1, "a turn number stands before the turn's first"),
        ("(1. b@c3) unfinished", 1, 1, "a variation stands after the decision it replaces"),
        ("1. b@c3 ) unfinished", 1, 9, "no variation is open here"),
        ("1. b@c3 (1. b@c2 unfinished", 1, 9, "this variation is not closed"),
        ("1. b@c3 () unfinished", 1, 10, "a variation has at least one decision"),
        ("1. b@c3 ({hm}) unfinished", 1, 14, "a variation has at least one decision"),
        ("1. b@c3 (1. b@c2 {a} {b}) unfinished", 1, 22, "a decision has one comment"),
        ("1. b@c3 {a}\n {b} unfinished", 2, 2, "a decision has one comment"),
        ("1. b@c3 (1. b@c2) {a} unfinished", 1, 19, "right after the decision"),
        ("1. b@c3 {never closed unfinished", 1, 9, "this comment is not closed"),
        ("1. b@c3 {a {b} c} unfinished", 1, 9, r"a brace in it is not written \{"),
        ("1. b@c3 } unfinished", 1, 9, "no comment is open here"),
        ("1. b@c3 {} unfinished", 1, 9, "a comment is not empty"),
        ("1. b@c3 { \t } unfinished", 1, 9, "a comment is not empty"),
        (r"1. b@c3 {a\b} unfinished", 1, 11, "a backslash is followed by n, _, u and four hex"),
        (r"1. b@c3 {\\ \u12} unfinished", 1, 13, "a backslash is followed by n, _, u and four"),
        (r"1. b@c3 {\ud800} unfinished", 1, 10, "a backslash is followed by n, _, u and four"),
        ("1. b@c3 {\a} unfinished", 1, 10, "the character U+0007 is not allowed here"),
        ("1. b@c3 {\ud800} unfinished", 1, 10, "the character U+D800 is not allowed here"),
        ("1. b@c3\r unfinished", 1, 8, "the character U+000D is not allowed here"),
        ("1. b@c3 p1win", 1, 9, "the record ends with unfinished, as its header says"),
        ("1. b@c3", 1, 4, "the record ends with unfinished, as its header says"),
        ("1. b@c3 {thanks}", 1, 9, "the record ends with unfinished, as its header says"),
        ("", 1, 1, "the record ends with unfinished, as its header says"),
    ],
)
def test_a_mistake_among_the_decisions_is_pointed_at(
    body: str, line: int, column: int, sentence: str
) -> None:
    error = refused(PLAIN + body)
    assert (error.line, error.column) == (LINES_OF_HEADERS + line, column)
    assert sentence in error.sentence


def test_columns_are_counted_from_the_line_start_whatever_the_line_ends() -> None:
    error = refused((PLAIN + "1. b@c3\n2. b@c3 unfinished").replace("\n", "\r\n"))
    assert (error.line, error.column) == (LINES_OF_HEADERS + 2, 4)


def test_variations_nest_only_so_deep() -> None:
    def nested(depth: int) -> str:
        return PLAIN + "1. b@c3 (" * depth + "1. b@c3" + ")" * depth + " unfinished"

    parse_record(nested(MAX_DEPTH))
    error = refused(nested(MAX_DEPTH + 1))
    assert (error.code, error.column) == ("too-deep", len("1. b@c3 (") * (MAX_DEPTH + 1))


def test_a_text_has_only_so_many_characters() -> None:
    with pytest.raises(RecordError, match="at most 1000000 characters"):
        parse_record(TEXT + " " * MAX_CHARS)
    with pytest.raises(RecordError, match="at most 1000000 characters"):
        format_record(replace(RECORD, line=Line((), "x" * MAX_CHARS)))


@given(st.text(max_size=200))
def test_no_text_brings_the_reader_down(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)
    with pytest.raises(RecordError):
        parse_record(f"{PLAIN}{text} (")


def too_slow(*_: object) -> None:
    raise TimeoutError


@pytest.mark.parametrize("blank", [" ", "\t"])
def test_blanks_inside_a_header_are_read_in_linear_time(
    blank: str,
) -> None:
    """Quadratic time took minutes for this; an alarm ends it long before."""
    text = TEXT.replace("p1: Ada", f"p1: Ada{blank * 400_000}Bo", 1)
    before = signal.signal(signal.SIGALRM, too_slow)
    signal.alarm(30)
    try:
        with pytest.raises(RecordError):
            parse_record(text)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
