"""Validation of records: game and setup, legality of every decision, agreement of the result."""

import re
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any, Final

from ludothek.games.protocol import Outcome, Setup
from ludothek.games.record import (
    ENDINGS,
    Decision,
    Line,
    Record,
    RecordError,
    blaming,
    format_result,
    play_text,
    start_state,
)
from ludothek.games.registry import AnyGame, load

MAX_CHARS: Final = 1_000_000  # of a record, as text or as JSON
MAX_DECISIONS: Final = 20_000  # of a record, variations included
MAX_DEPTH: Final = 16  # of variations inside variations
MAX_NAME: Final = 80  # characters of a seat's name

# Control characters, and whatever else breaks lines somewhere.
CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
SURROGATE: Final = re.compile("[\ud800-\udfff]")


def check(record: Record) -> tuple[int, ...]:
    """Raise `RecordError` if anything is wrong.

    Returns the turn each decision begins, or 0 inside a turn, in reading order: a decision, its
    variations, the next decision.
    """
    game = _check_headers(record)
    walk = _Walk(game)
    end = walk.line(record.line, start_state(record), 0, True, 0)
    _check_result(record, game.outcome(end))
    return tuple(walk.turns)


def known_version(game: AnyGame, version: int) -> int:
    """The version of the rules, if games of it can be replayed."""
    if version not in game.versions:
        raise RecordError(
            "rules-version",
            f"the record was made with version {version} of the rules of {game.title}, "
            f"and known here is version {game.version}",
            "Rules",
        )
    return version


def check_size(text: str) -> str:
    """The text, if it is not too long to be a record."""
    if len(text) > MAX_CHARS:
        raise RecordError("too-long", f"a record has at most {MAX_CHARS} characters")
    return text


@dataclass
class _Walk:
    """A walk through all lines of a record."""

    game: AnyGame
    turns: list[int] = field(default_factory=list)

    def line(self, line: Line, state: Any, turn: int, begins: bool, depth: int) -> Any:
        """Check a line from a state on, `turn` being the number of the turn before."""
        _check_comment(line.comment, len(self.turns) + 1)
        for decision in line.decisions:
            turn += begins
            after = self._decision(decision, state, turn if begins else 0)
            for variation in decision.variations:
                self._variation(variation, state, turn - begins, begins, depth + 1)
            state, begins = after, self.game.turn_begins(after)
        return state

    def _decision(self, decision: Decision, state: Any, turn: int) -> Any:
        self.turns.append(turn)
        number = len(self.turns)
        if number > MAX_DECISIONS:
            raise RecordError("too-many", f"a record has at most {MAX_DECISIONS} decisions", number)
        _check_comment(decision.comment, number)
        with blaming(number, decision.text):
            return play_text(self.game, state, decision.text)[1]

    def _variation(self, line: Line, state: Any, turn: int, begins: bool, depth: int) -> None:
        number = len(self.turns)
        if depth > MAX_DEPTH:
            raise RecordError("too-deep", f"variations nest at most {MAX_DEPTH} deep", number)
        if not line.decisions:
            raise RecordError("empty-variation", "a variation has at least one decision", number)
        self.line(line, state, turn, begins, depth)


def _check_headers(record: Record) -> AnyGame:
    with blaming("Game"):
        game = load(record.game)
    known_version(game, record.version)
    _check_setup(game, record.setup)
    _check_names(record.names, record.setup.seats)
    if record.date is not None and not _is_date(record.date):
        raise RecordError("date", "a date is written as 2025-12-31", "Date")
    if record.start is not None:
        _check_start(game, record)
    return game


def _check_setup(game: AnyGame, setup: Setup) -> None:
    seats_allowed = setup.seats in game.seat_counts
    version = game.version_of(setup)
    with blaming("Options" if seats_allowed else f"p{setup.seats}"):
        if game.setup_of(version, setup.seats, dict(setup.options)) != setup:
            raise RecordError("options", "every option stands once, in the game's order", "Options")


def _check_names(names: tuple[str, ...], seats: int) -> None:
    if len(names) != seats:
        raise RecordError("names", f"a game of {seats} seats has {seats} names, not {len(names)}")
    for seat, name in enumerate(names, 1):
        if not 0 < len(name) <= MAX_NAME or name != name.strip(" ") or _unwritable(name):
            raise RecordError(
                "name",
                f"a name has 1 to {MAX_NAME} characters, all on one line, "
                "without tabs and without spaces around it",
                f"p{seat}",
            )


def _unwritable(name: str) -> bool:
    return bool(CONTROL.search(name) or SURROGATE.search(name))


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_start(game: AnyGame, record: Record) -> None:
    with blaming("Position"):
        written = game.format_position(start_state(record))
    if written != record.start:
        raise RecordError("position", f"the position is written otherwise: {written}", "Position")


def _check_comment(comment: str, number: int) -> None:
    if SURROGATE.search(comment):
        raise RecordError("comment", "a comment has no halves of a surrogate pair", number)


def _check_result(record: Record, outcome: Outcome | None) -> None:
    result = record.result
    if outcome and result != outcome:
        raise RecordError(
            "result", f"by the rules the game ended with {format_result(outcome)}", "Result"
        )
    if outcome or not result:
        return
    if result.reason not in ENDINGS:
        endings = ", ".join(ENDINGS)
        raise RecordError(
            "result",
            f"by the rules the game goes on; it can end early with one of {endings}",
            "Result",
        )
    if ENDINGS[result.reason] and not result.winners:
        raise RecordError("result", f"somebody wins a game that ends by {result.reason}", "Result")
    if not _are_seats(result.winners, record.setup.seats):
        raise RecordError("result", "winners are seats of the game, each once, in order", "Result")


def _are_seats(seats: tuple[int, ...], count: int) -> bool:
    rising = all(one < next_one for one, next_one in pairwise(seats))
    return rising and all(1 <= seat <= count for seat in seats)
