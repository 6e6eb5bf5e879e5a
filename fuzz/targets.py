"""The targets: each takes what a stranger might send, and holds one promise to it."""

from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from time import process_time
from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz import samples
from ludothek.cli.ugi import serve
from ludothek.games import AnyGame, LudothekError, Setup, load
from ludothek.games.record.json import from_json, to_json
from ludothek.games.record.text import format_record, parse_record
from ludothek.server.match.refusals import Refused
from ludothek.server.match.setup.name_cleaning import clean_name
from ludothek.server.wire.codec import Invalid
from ludothek.server.wire.messages import parse_message


def moves(game: AnyGame, text: str) -> None:
    """A text is no decision, or it is the one text of its decision."""
    try:
        move = game.notation.parse_move(text)
    except LudothekError:
        return
    assert str(move) == text


def choices(game: AnyGame, state: Any, text: str) -> None:
    """A decision is accepted exactly when it is legal, by itself or as one of an open family."""
    legal = game.legal_moves(state)
    family = any(map(game.is_open, legal))
    try:
        game.play(state, text)
    except LudothekError:
        assert text not in [str(m) for m in legal if not game.is_open(m)]
        return
    assert family or text in game.legal_texts(state)


def positions(game: AnyGame, text: str) -> None:
    """A text is no position, or it is the one text of its position."""
    try:
        state = game.parse_position(text)
    except LudothekError:
        return
    assert game.format_position(state) == text


def playable(game: AnyGame, text: str) -> None:
    """A position that is read is over, or can be played on, and shown."""
    try:
        state = game.parse_position(text)
    except LudothekError:
        return
    legal = game.legal_moves(state)
    assert bool(game.outcome(state)) == (not legal)
    assert game.view(state, game.to_move(state))["position"] == text
    for move in legal[:20]:
        if not game.is_open(move):
            assert game.format_position(game.apply(state, move))


def records(text: str) -> None:
    """A text is no record, or its canonical text means the same record."""
    try:
        record = parse_record(text)
    except LudothekError:
        return
    assert parse_record(format_record(record)) == record


def lines(line: str) -> None:
    """A line is no record, or its canonical line means the same record."""
    try:
        record = from_json(line)
    except LudothekError:
        return
    assert from_json(to_json(record)) == record


def linear(reader: str, start: str, unit: str, end: str) -> None:
    """A text four times as long takes about four times as long to read, not sixteen times."""
    short, long = (
        _seconds(reader, start + unit * (size // len(unit)) + end) for size in (25_000, 100_000)
    )
    assert long < 0.5 or long < 10 * short


def _seconds(reader: str, text: str) -> float:
    """Of processor time, to read a text."""
    begun = process_time()
    read(reader, text)
    return process_time() - begun


def read(reader: str, text: str) -> None:
    """Let a reader read a text, or refuse it."""
    game, _, part = reader.rpartition(" ")
    with suppress(LudothekError, Invalid, Refused):
        if part == "decision":
            load(game).notation.parse_move(text)
        elif part == "position":
            load(game).parse_position(text)
        else:
            READERS[part](text)


def talks(game: AnyGame, setup: Setup, commands: list[str]) -> None:
    """Whatever is sent, the engine goes on answering."""
    sent = "\n".join(["setoption name Player value random", *commands, "stop", "isready"])
    stdout = StringIO()
    serve(game, setup, StringIO(sent), stdout)
    expected = sum(line.split()[:1] == ["isready"] for line in sent.split("\n"))
    assert stdout.getvalue().split("\n").count("readyok") == expected


READERS: Final[dict[str, Callable[[str], object]]] = {
    "record": parse_record,
    "line": from_json,
    "message": parse_message,
    "name": clean_name,
}

TARGETS: Final[dict[str, tuple[Callable[..., None], st.SearchStrategy[Any]]]] = {
    "moves": (moves, samples.moves()),
    "choices": (choices, samples.choices()),
    "positions": (positions, samples.positions()),
    "playable": (playable, samples.positions()),
    "records": (records, samples.record_texts()),
    "lines": (lines, samples.record_lines()),
    "linear": (linear, samples.repetitions()),
    "talks": (talks, samples.talks()),
}


def run(name: str, examples: int) -> None:
    """Try a target with many inputs; the smallest that breaks its promise is raised."""
    target, inputs = TARGETS[name]

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(inputs)
    def attempt(arguments: Any) -> None:
        target(*(arguments if isinstance(arguments, tuple) else (arguments,)))

    attempt()
