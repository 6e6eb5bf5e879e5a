"""Records as human-readable text: headers, then the decisions turn by turn.

    Game: robotory
    Rules: 1
    Options: end=colour
    p1: Ada
    p2: Bo
    Result: p1win resigned

    1. w@c3 2. Bc3 {a mistake} (2. w@b1) 3. +w0b1 p1win

docs/records.md is the whole grammar.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ludothek.games.protocol import Setup
from ludothek.games.record import (
    Line,
    Record,
    RecordError,
    blaming,
    format_result,
    start_text,
)
from ludothek.games.record.check import check, check_size, known_version
from ludothek.games.record.grammar import Mark, Sheet, escape, last_word, read_sheet
from ludothek.games.registry import AnyGame, load

WIDTH: Final = 100  # of a line of decisions; a longer word stands alone


def format_record(record: Record) -> str:
    """The canonical text of a valid record.

    >>> setup = load("robotory").setup()
    >>> text = format_record(Record("robotory", setup, ("Ada", "Bo"), Line.of(["b@c3", "b@c2"])))
    >>> text.splitlines()[-1]
    '1. b@c3 2. b@c2 unfinished'
    """
    turns = iter(check(record))
    words = [*_line_words(record.line, turns), last_word(record.result)]
    lines = [f"{name}: {value}" for name, value in _headers(record)]
    return check_size("\n".join([*lines, "", *_filled(words), ""]))


def parse_record(text: str) -> Record:
    """Parse a record strictly. A `RecordError` has line and column.

    >>> record = Record("robotory", load("robotory").setup(), ("Ada", "Bo"))
    >>> parse_record(format_record(record)) == record
    True
    """
    sheet = read_sheet(check_size(text).replace("\r\n", "\n"))
    try:
        record = _record(sheet)
        _compare_turns(sheet, check(record))
    except RecordError as error:
        raise error.at(*sheet.where(error.place)) from error.__cause__
    return record


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    yield "Game", record.game
    yield "Rules", str(record.version)
    if record.setup.options:
        yield "Options", ",".join(f"{name}={value}" for name, value in record.setup.options)
    for seat, name in enumerate(record.names, 1):
        yield f"p{seat}", name
    if record.date:
        yield "Date", record.date
    if record.start:
        yield "Position", record.start
    yield "Result", format_result(record.result)


def _line_words(line: Line, turns: Iterator[int]) -> Iterator[str]:
    """Everything that stands between two places where a line may be broken."""
    yield from _comment_words(line.comment)
    for decision in line.decisions:
        turn = next(turns)
        yield f"{turn}. {decision.text}" if turn else decision.text
        yield from _comment_words(decision.comment)
        for variation in decision.variations:
            yield from _enclosed("(", list(_line_words(variation, turns)), ")")


def _comment_words(comment: str) -> Iterator[str]:
    if comment:
        yield from _enclosed("{", escape(comment).split(" "), "}")


def _enclosed(opening: str, words: list[str], closing: str) -> list[str]:
    words[0] = opening + words[0]
    words[-1] += closing
    return words


def _filled(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line


def _record(sheet: Sheet) -> Record:
    values = {name: header.text for name, header in sheet.headers.items()}
    names = tuple(values[f"p{seat}"] for seat in range(1, 10) if f"p{seat}" in values)
    with blaming("Game"):
        game = load(values["Game"])
    version = _parse_version(game, values["Rules"])
    setup = _parse_setup(game, version, len(names), values.get("Options"))
    with blaming("Position"):
        start = start_text(game, setup, version, values.get("Position"))
    return Record(
        game=game.name,
        setup=setup,
        names=names,
        line=sheet.line,
        result=sheet.result,
        date=values.get("Date"),
        start=start,
    )


def _parse_setup(game: AnyGame, version: int, seats: int, written: str | None) -> Setup:
    pairs = [pair.strip(" ").partition("=") for pair in written.split(",")] if written else []
    options = {option: value for option, _, value in pairs}
    if len(options) != len(pairs):
        raise RecordError("options", "every option is written once, as name=value", "Options")
    with blaming("Options" if seats in game.seat_counts else f"p{seats}"):
        return game.setup_of(version, seats, options)


def _parse_version(game: AnyGame, written: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,5}", written):
        raise RecordError("rules-version", "a rules version is a number", "Rules")
    return known_version(game, int(written))


def _compare_turns(sheet: Sheet, turns: tuple[int, ...]) -> None:
    for number, (mark, turn) in enumerate(zip(sheet.marks, turns, strict=True), 1):
        if mark.turn != turn:
            raise RecordError("turn", _turn_sentence(mark, turn), number)


def _turn_sentence(mark: Mark, turn: int) -> str:
    if not turn:
        return "the turn goes on here, so no number stands before this decision"
    if not mark.turn:
        return f"turn {turn} begins here, so {turn}. stands before this decision"
    return f"this is turn {turn}, not {mark.turn}"
