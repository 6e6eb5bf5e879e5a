"""Strict conversion between JSON data and typed values, with the standard library alone.

A decoder is made once for each type, from its annotations. What does not fit is refused with the
field and one reason; nothing is converted but whole numbers where fractions are wanted.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from ludothek.server.wire.base import Limit, Stored, Wire

T = TypeVar("T")
Decoder = Callable[[Any], Any]

_TAG: Final = "type"  # the field that tells the members of a union apart


class Invalid(Exception):
    """Data that is not of its type: where, a code for programs, and why."""

    def __init__(self, kind: str, reason: str, where: tuple[str, ...] = ()) -> None:
        super().__init__(f"{'.'.join(where) or 'the message'}: {reason}")
        self.kind = kind
        self.reason = reason
        self.where = where

    def within(self, part: object) -> "Invalid":
        """The same, as a part of something larger."""
        return Invalid(self.kind, self.reason, (str(part), *self.where))


def decode(kind: type[T], data: Any) -> T:
    """Plain data as a value of a type; raises `Invalid`."""
    key: Any = kind
    value: T = decoder(key)(data)
    return value


def decode_json(kind: Any, text: str) -> Any:
    """A value of a type from JSON; raises `Invalid`."""
    return decoder(kind)(parse_json(text))


def parse_json(text: str) -> Any:
    """Plain data from JSON; raises `Invalid`."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise Invalid("json_invalid", "Invalid JSON") from error


def encode(value: Any) -> str:
    """Typed values as JSON."""
    return _ENCODER.encode(value)


@cache
def decoder(kind: Any) -> Decoder:
    """What reads a type."""
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *marks = get_args(kind)
        return _limited(decoder(inner), [mark for mark in marks if isinstance(mark, Limit)])
    if is_dataclass(kind):
        return _dataclass(kind)
    if origin in {Union, UnionType}:
        return _union(get_args(kind))
    if origin is Literal:
        return _literal(get_args(kind))
    if origin in {list, tuple, dict}:
        return _collection(origin, get_args(kind))
    return _SIMPLE[kind]


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


_DECODER: Final = json.JSONDecoder(parse_constant=_no_number)  # one for all, like `_ENCODER`


def _boolean(data: Any) -> bool:
    if not isinstance(data, bool):
        raise Invalid("bool_type", "Input should be a valid boolean")
    return data


def _integer(data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise Invalid("int_type", "Input should be a valid integer")
    return data


def _fraction(data: Any) -> float:
    if not isinstance(data, int | float) or isinstance(data, bool):
        raise Invalid("float_type", "Input should be a valid number")
    try:
        return float(data)
    except OverflowError as error:
        raise Invalid("finite_number", "Input should be a finite number") from error


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise Invalid("string_type", "Input should be a valid string")
    try:
        data.encode()
    except UnicodeEncodeError as error:
        raise Invalid("string_unicode", "Input should be a valid string") from error
    return data


def _nothing(data: Any) -> None:
    if data is not None:
        raise Invalid("none_required", "Input should be None")


_SIMPLE: Final[Mapping[Any, Decoder]] = {
    bool: _boolean,
    int: _integer,
    float: _fraction,
    str: _text,
    NoneType: _nothing,
    Any: lambda data: data,
}


def _limited(inner: Decoder, limits: list[Limit]) -> Decoder:
    checks = [check for limit in limits for check in _checks(limit)]

    def read(data: Any) -> Any:
        value = inner(data)
        for check in checks:
            check(value)
        return value

    return read if checks else inner


def _checks(limit: Limit) -> Iterable[Callable[[Any], None]]:
    low, high, shortest, longest = limit.ge, limit.le, limit.min_length, limit.max_length
    if low is not None:
        reason = f"Input should be greater than or equal to {low}"
        yield _check(lambda value: value >= low, "greater_than_equal", reason)
    if high is not None:
        reason = f"Input should be less than or equal to {high}"
        yield _check(lambda value: value <= high, "less_than_equal", reason)
    if shortest is not None:
        reason = f"Input should have a length of at least {shortest}"
        yield _check(lambda value: len(value) >= shortest, "too_short", reason)
    if longest is not None:
        reason = f"Input should have a length of at most {longest}"
        yield _check(lambda value: len(value) <= longest, "too_long", reason)
    if limit.pattern is not None:
        matches = re.compile(limit.pattern).fullmatch
        reason = f"String should match pattern '{limit.pattern}'"
        yield _check(lambda value: bool(matches(value)), "string_pattern_mismatch", reason)


def _check(holds: Callable[[Any], bool], kind: str, reason: str) -> Callable[[Any], None]:
    def check(value: Any) -> None:
        if not holds(value):
            raise Invalid(kind, reason)

    return check


def _literal(choices: tuple[Any, ...]) -> Decoder:
    expected = " or ".join(map(repr, choices))

    def read(data: Any) -> Any:
        if not isinstance(data, str) or data not in choices:
            raise Invalid("literal_error", f"Input should be {expected}")
        return data

    return read


def _collection(origin: type, parts: tuple[Any, ...]) -> Decoder:
    if origin is dict:
        return _dictionary(decoder(parts[0]), decoder(parts[1]))
    if origin is tuple and parts[-1] is not Ellipsis:
        return _fixed([decoder(part) for part in parts])
    items = _items(decoder(parts[0]))
    return items if origin is list else lambda data: tuple(items(data))


def _items(inner: Decoder) -> Callable[[Any], list[Any]]:
    def read(data: Any) -> list[Any]:
        if not isinstance(data, list | tuple):
            raise Invalid("list_type", "Input should be a valid list")
        return [_part(inner, item, number) for number, item in enumerate(data)]

    return read


def _fixed(inner: list[Decoder]) -> Decoder:
    def read(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple) or len(data) != len(inner):
            raise Invalid("tuple_type", f"Input should be a list of {len(inner)} items")
        pairs = zip(inner, data, strict=True)
        return tuple(_part(one, item, number) for number, (one, item) in enumerate(pairs))

    return read


def _dictionary(key: Decoder, value: Decoder) -> Decoder:
    def read(data: Any) -> dict[Any, Any]:
        if not isinstance(data, dict):
            raise Invalid("dict_type", "Input should be a valid dictionary")
        return {_part(key, k, k): _part(value, v, k) for k, v in data.items()}

    return read


def _union(members: tuple[Any, ...]) -> Decoder:
    """Members are told apart by their tag, or by what fits first."""
    tagged = {tag: decoder(member) for member in members if (tag := _tag_of(member))}
    others = [decoder(member) for member in members if not _tag_of(member)]

    def read(data: Any) -> Any:
        if tagged and isinstance(data, dict):
            return _tagged(tagged, data)
        problems = []
        for other in others:
            try:
                return other(data)
            except Invalid as error:
                problems.append(error)
        raise problems[0] if problems else _NO_OBJECT

    return read


def _tagged(members: Mapping[str, Decoder], data: Mapping[Any, Any]) -> Any:
    tag = data.get(_TAG)
    if not isinstance(tag, str) or tag not in members:
        names = ", ".join(map(repr, members))
        raise Invalid("union_tag_invalid", f"Input should have a 'type' of {names}")
    return members[tag](data)


def _tag_of(member: Any) -> str | None:
    """The value of its tag, if it has one."""
    if not is_dataclass(member):
        return None
    choices = get_args(get_type_hints(member).get(_TAG))
    return choices[0] if choices else None


_NO_OBJECT: Final = Invalid("model_type", "Input should be an object")


def _dataclass(kind: Any) -> Decoder:
    hints = get_type_hints(kind, include_extras=True)
    parts = {
        _stored(field, hints): (field.name, decoder(hints[field.name])) for field in fields(kind)
    }
    needed = [_stored(field, hints) for field in fields(kind) if _required(field)]
    closed = issubclass(kind, Wire)

    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise _NO_OBJECT
        values = {}
        for key, item in data.items():
            if part := parts.get(key):
                values[part[0]] = _part(part[1], item, key)
            elif closed:
                raise Invalid("extra_forbidden", "Extra inputs are not permitted", (str(key),))
        if missing := [name for name in needed if name not in data]:
            raise Invalid("missing", "Field required", (missing[0],))
        return kind(**values)

    return read


def _part(inner: Decoder, data: Any, where: object) -> Any:
    try:
        return inner(data)
    except Invalid as error:
        raise error.within(where) from None


def _required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _stored(field: Field[Any], hints: Mapping[str, Any]) -> str:
    marks = [mark for mark in get_args(hints[field.name])[1:] if isinstance(mark, Stored)]
    return marks[0].name if marks else field.name


def _plain(value: Any) -> Any:
    """A dataclass by the names of its stored fields."""
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{value!r} does not cross the wire")
    return {stored: getattr(value, name) for name, stored in _names(type(value))}


_ENCODER: Final = json.JSONEncoder(
    default=_plain, ensure_ascii=False, separators=(",", ":")
)  # one for all: to make it takes longer than to write a short value


@cache
def _names(kind: Any) -> tuple[tuple[str, str], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field.name, _stored(field, hints)) for field in fields(kind))
