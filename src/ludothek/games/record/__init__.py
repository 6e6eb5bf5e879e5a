"""Game records as data: players, decisions with comments and variations, and the result.

No files and no server: text in, text out.

A `Record` is plain data. `record.check` says whether it is sound; its texts are `record.text`
(for people) and `record.json` (for data sets). docs/records.md describes both.

    record = parse_record(text)
    state = replay(record, ply=12)
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from ludothek.games.errors import IllegalMove, LudothekError, Param, UnreadableMove
from ludothek.games.protocol import Outcome, Setup
from ludothek.games.registry import AnyGame, load

# How a game can end by what the players do, not by its rules: does somebody have to win?
ENDINGS: Final = {
    "resigned": True,
    "time": True,
    "agreed": False,
    "abandoned": False,
}

Place = str | int  # what is wrong: a header's name, or a decision's number, from 1, reading on


class RecordError(LudothekError):
    """An invalid record. If it was read from text, `line` and `column` (from 1) say where.

    >>> from ludothek.games.record.text import parse_record
    >>> parse_record("Game: chess")
    Traceback (most recent call last):
    ludothek.games.record.RecordError: line 1, column 12: the header 'Rules' is missing
    """

    def __init__(
        self,
        code: str,
        sentence: str,
        place: Place | None = None,
        where: tuple[int, int] | None = None,
        params: Mapping[str, Param] | None = None,
    ) -> None:
        prefix = _prefix(place, where)
        super().__init__(code, f"{prefix}: {sentence}" if prefix else sentence, **(params or {}))
        self.sentence = sentence
        self.place = place
        self.line = where[0] if where else None
        self.column = where[1] if where else None

    def at(self, line: int, column: int) -> "RecordError":
        """The same error, found in a text."""
        return RecordError(self.code, self.sentence, self.place, (line, column), self.params)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision in a record, with its comment and variations.

    >>> Decision("b@c3", "a good start").text
    'b@c3'
    """

    text: str
    comment: str = ""
    variations: tuple["Line", ...] = ()  # what could have been played instead


@dataclass(frozen=True, slots=True)
class Line:
    """A sequence of decisions.

    >>> Line.of(["b@c3", "b@c2"]).decisions[1]
    Decision(text='b@c2', comment='', variations=())
    """

    decisions: tuple[Decision, ...] = ()
    comment: str = ""  # before the first decision

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Line":
        """A line without comments and variations."""
        return cls(tuple(map(Decision, texts)))


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a game.

    >>> record = Record("robotory", load("robotory").setup(), ("Ada", "Bo"), Line.of(["b@c3"]))
    >>> record.version, record.moves
    (1, ('b@c3',))
    """

    game: str  # its name in the registry
    setup: Setup
    names: tuple[str, ...]  # of p1, p2, …
    line: Line = Line()
    result: Outcome | None = None  # None: unfinished
    date: str | None = None  # as 2025-12-31
    start: str | None = None  # a position text; None: the game's own start

    @property
    def version(self) -> int:
        """Of the rules."""
        return load(self.game).version_of(self.setup)

    @property
    def moves(self) -> tuple[str, ...]:
        """The decisions of the main line."""
        return tuple(decision.text for decision in self.line.decisions)


def replay(record: Record, ply: int | None = None) -> Any:
    """The state after `ply` decisions of the main line; None: after all of them.

    >>> game = load("robotory")
    >>> record = Record("robotory", game.setup(), ("Ada", "Bo"), Line.of(["b@c3", "b@c2"]))
    >>> replay(record, 0) == game.initial(), game.to_move(replay(record))
    (True, 1)
    """
    length = len(record.line.decisions)
    target = length if ply is None else ply
    if not 0 <= target <= length:
        raise RecordError("ply", f"the record has plies 0 to {length}, not {target}")
    return next(state for number, state, _ in plies(record) if number == target)


def plies(record: Record) -> Iterator[tuple[int, Any, Any]]:
    """(ply, state, move taken there) along the main line; the last state comes with None.

    >>> record = Record("robotory", load("robotory").setup(), ("Ada", "Bo"), Line.of(["b@c3"]))
    >>> [(ply, str(move)) for ply, _, move in plies(record)]
    [(0, 'b@c3'), (1, 'None')]
    """
    game = load(record.game)
    state = start_state(record)
    for ply, text in enumerate(record.moves):
        with blaming(ply + 1, text):
            move, after = play_text(game, state, text)
        yield ply, state, move
        state = after
    yield len(record.moves), state, None


def start_state(record: Record) -> Any:
    """The state before the first decision.

    >>> game = load("robotory")
    >>> start_state(Record("robotory", game.setup(), ("Ada", "Bo"))) == game.initial()
    True
    """
    game = load(record.game)
    if record.start is None:
        return game.start(record.setup)
    return game.parse_position(record.start, record.setup)


def start_text(game: AnyGame, setup: Setup, version: int, written: str | None) -> str | None:
    """The position a record starts from; one of an earlier version as it is written today.

    >>> game = load("robotory")
    >>> start_text(game, game.setup(), game.version, None) is None
    True
    """
    if written is None or version == game.version:
        return written
    return game.format_position(game.former_position(written, setup))


def play_text(game: AnyGame, state: Any, text: str) -> tuple[Any, Any]:
    """The move that a text means, and the state after it.

    >>> game = load("robotory")
    >>> move, after = play_text(game, game.initial(), "b@c3")
    >>> str(move), game.to_move(after)
    ('b@c3', 2)
    """
    move = game.notation.parse_move(text)
    return move, game.play(state, move)


def format_result(result: Outcome | None) -> str:
    """The result as text.

    >>> format_result(None), format_result(Outcome((1,), "lid-empty"))
    ('unfinished', 'p1win lid-empty')
    """
    return f"{result.text} {result.reason}" if result else "unfinished"


@contextmanager
def blaming(place: Place, text: str = "") -> Iterator[None]:
    """A context in which other errors of this package become a `RecordError` about a place.

    >>> with blaming("Game"):
    ...     load("chess")
    Traceback (most recent call last):
    ludothek.games.record.RecordError: header Game: no game is named 'chess'
    """
    try:
        yield
    except RecordError:
        raise
    except LudothekError as error:
        named = isinstance(error, UnreadableMove) or not isinstance(error, IllegalMove)
        sentence = str(error) if named else f"{text}: {error}"
        raise RecordError(error.code, sentence, place, None, error.params) from error


def _prefix(place: Place | None, where: tuple[int, int] | None) -> str:
    if where:
        return f"line {where[0]}, column {where[1]}"
    if isinstance(place, int):
        return f"decision {place}"
    return f"header {place}" if place else ""
