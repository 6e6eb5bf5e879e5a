"""Records as JSON lines for data sets: one record on one line of ASCII.

    {"game": "robotory", "rules": 1, "seats": 2, "options": {"end": "colour"},
     "names": ["Ada", "Bo"], "date": null, "start": null,
     "result": {"winners": [1], "reason": "resigned"}, "comment": "",
     "moves": ["w@c3", {"move": "Bc3", "comment": "a mistake",
                        "variations": [{"comment": "", "moves": ["w@b1"]}]}, "+w0b1"]}

A decision is its text, or an object when there is more to say about it.
"""

import json
import re
from itertools import accumulate
from typing import Final, TypeVar

from ludothek.games.protocol import Json, Outcome, Setup
from ludothek.games.record import Decision, Line, Record, RecordError, blaming, start_text
from ludothek.games.record.check import MAX_DEPTH, check, check_size, known_version
from ludothek.games.registry import AnyGame, load

T = TypeVar("T")

_KINDS: Final = {str: "a text", int: "a number", list: "a list", dict: "an object"}

MAX_NESTED: Final = 200  # the deepest variations have 68
_BRACKETS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)  # past texts

_KEYS: Final = (
    "game",
    "rules",
    "seats",
    "options",
    "names",
    "date",
    "start",
    "result",
    "comment",
    "moves",
)


def to_json(record: Record) -> str:
    """The canonical line of a valid record, without a line break.

    >>> from ludothek.games.record import Line, Record
    >>> setup = load("robotory").setup()
    >>> to_json(Record("robotory", setup, ("Ada", "Bo"), Line.of(["b@c3"])))[:40]
    '{"game":"robotory","rules":1,"seats":2,"'
    """
    check(record)
    values: tuple[Json, ...] = (
        record.game,
        record.version,
        record.setup.seats,
        dict(record.setup.options),
        record.names,
        record.date,
        record.start,
        _result_json(record.result),
        record.line.comment,
        _moves_json(record.line),
    )
    written = dict(zip(_KEYS, values, strict=True))
    return check_size(json.dumps(written, separators=(",", ":")))


def from_json(line: str) -> Record:
    """Parse a record strictly: exactly the keys and types above.

    >>> from ludothek.games.record import Line, Record
    >>> record = Record("robotory", load("robotory").setup(), ("Ada", "Bo"), Line.of(["b@c3"]))
    >>> from_json(to_json(record)) == record
    True
    """
    values = _object(_loaded(check_size(line)), _KEYS, "a record")
    with blaming("Game"):
        game = load(_typed(values["game"], str, "game"))
    version = known_version(game, _typed(values["rules"], int, "rules"))
    setup = _setup(game, version, values)
    with blaming("Position"):
        start = start_text(game, setup, version, _optional(values["start"], str, "start"))
    record = Record(
        game=game.name,
        setup=setup,
        names=tuple(_typed(name, str, "a name") for name in _typed(values["names"], list, "names")),
        line=_line(values, 0),
        result=_result(values["result"]),
        date=_optional(values["date"], str, "date"),
        start=start,
    )
    check(record)
    return record


def _result_json(result: Outcome | None) -> Json:
    return {"winners": result.winners, "reason": result.reason} if result else None


def _moves_json(line: Line) -> Json:
    return [_decision_json(decision) for decision in line.decisions]


def _decision_json(decision: Decision) -> Json:
    if not decision.comment and not decision.variations:
        return decision.text
    return {
        "move": decision.text,
        "comment": decision.comment,
        "variations": [
            {"comment": line.comment, "moves": _moves_json(line)} for line in decision.variations
        ],
    }


def _loaded(line: str) -> object:
    if _nested(line) > MAX_NESTED:
        raise RecordError("too-deep", f"variations nest at most {MAX_DEPTH} deep")
    try:
        return json.loads(line, object_pairs_hook=_pairs, parse_int=_number)
    except json.JSONDecodeError as error:
        where = (error.lineno, error.colno)
        raise RecordError("json", f"this is no JSON: {error.msg}", None, where) from error


def _nested(line: str) -> int:
    """How deep brackets nest: JSON's reader recurses, and the stack of a browser is small."""
    brackets = (match[0] for match in _BRACKETS.finditer(line) if match[0][0] != '"')
    return max(accumulate(1 if each in "[{" else -1 for each in brackets), default=0)


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise RecordError("json", "no key stands twice in an object")
    return values


def _number(digits: str) -> int:
    if len(digits) > 9:
        raise RecordError("json", "no number in a record has more than 9 digits")
    return int(digits)


def _setup(game: AnyGame, version: int, values: dict[str, object]) -> Setup:
    seats = _typed(values["seats"], int, "seats")
    options = _typed(values["options"], dict, "options")
    with blaming("Options" if seats in game.seat_counts else "seats"):
        setup = game.setup_of(version, seats, options)
    if version == game.version and len(options) != len(setup.options):
        raise RecordError("options", "every option of the game stands in a record", "Options")
    return setup


def _result(value: object) -> Outcome | None:
    if value is None:
        return None
    values = _object(value, ("winners", "reason"), "result")
    winners = _typed(values["winners"], list, "winners")
    return Outcome(
        tuple(_typed(seat, int, "a winner") for seat in winners),
        _typed(values["reason"], str, "reason"),
    )


def _line(values: dict[str, object], depth: int) -> Line:
    if depth > MAX_DEPTH:
        raise RecordError("too-deep", f"variations nest at most {MAX_DEPTH} deep")
    moves = _typed(values["moves"], list, "moves")
    return Line(
        tuple(_decision(move, depth) for move in moves),
        _typed(values["comment"], str, "comment"),
    )


def _decision(value: object, depth: int) -> Decision:
    if isinstance(value, str):
        return Decision(value)
    values = _object(value, ("move", "comment", "variations"), "a decision")
    variations = [
        _line(_object(line, ("comment", "moves"), "a variation"), depth + 1)
        for line in _typed(values["variations"], list, "variations")
    ]
    return Decision(
        _typed(values["move"], str, "move"),
        _typed(values["comment"], str, "comment"),
        tuple(variations),
    )


def _object(value: object, keys: tuple[str, ...], what: str) -> dict[str, object]:
    values = _typed(value, dict, what)
    if set(values) != set(keys):
        raise RecordError("json", f"{what} has exactly the keys {', '.join(keys)}")
    return values


def _optional(value: object, kind: type[T], what: str) -> T | None:
    return None if value is None else _typed(value, kind, what)


def _typed(value: object, kind: type[T], what: str) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError("json", f"{what} is {_KINDS[kind]}, not {json.dumps(value)[:40]}")
    return value
