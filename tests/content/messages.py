"""Messages as web/src/content/README.md describes them: which params they name, how they are said.

This is the reference for whoever says them in a browser.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Message = Any  # a text, or an object with one of the keys `count`, `select`, `same`
Params = Mapping[str, Any]

_PLACEHOLDER = re.compile(r"\{([a-z_]+(?:\.[a-z]+)*)(?::([A-Za-z]+))?\}")
_OWNED = re.compile(r"(.+)<(\d)")  # a piece, and the seat it is taken from
CATEGORIES = {"one", "many", "other"}  # what CLDR asks of our languages; "many" is for millions


def texts(message: Message) -> list[str]:
    """Every text a message can become."""
    if isinstance(message, str):
        return [message]
    return [text for case in _cases(message).values() for text in texts(case)]


def named(message: Message) -> set[str]:
    """The params a message asks for, by their first names."""
    return {path.partition(".")[0] for path in _paths(message)}


def tables(message: Message) -> set[str]:
    """The tables of terms a message looks words up in."""
    return {how for text in texts(message) for _, how in _PLACEHOLDER.findall(text) if how}


def flaws(message: Message) -> Iterator[str]:
    """What is wrong with the form of a message."""
    if isinstance(message, str):
        yield from _text_flaws(message)
        return
    kinds = [key for key in ("count", "select", "same") if key in message]
    if len(kinds) != 1:
        yield f"one of count, select and same, not {sorted(message)}"
    if "count" in message and not {"one", "other"} <= set(_cases(message)) <= CATEGORIES:
        yield f"plural forms {sorted(_cases(message))}"
    if "same" in message and set(_cases(message)) != {"yes", "no"}:
        yield f"yes and no, not {sorted(_cases(message))}"
    for case in _cases(message).values():
        yield from flaws(case)


def say(message: Message, params: Params, terms: Params, language: str) -> str:
    """The sentence; seats are named by the table `seat`, lists are joined with commas."""
    if isinstance(message, str):
        return _PLACEHOLDER.sub(
            lambda values: _formatted(value_at(params, values[1]), values[2], terms), message
        )
    return say(_chosen(message, params, language), params, terms, language)


def value_at(params: Params, path: str) -> Any:
    """The value a dotted path leads to; `length` counts a list."""
    value: Any = params
    for name in path.split("."):
        value = len(value) if name == "length" else value[name]
    return value


def category(number: int, language: str) -> str:
    """The plural category of a small whole number (French counts nothing as one)."""
    return "one" if number == 1 or (number == 0 and language == "fr") else "other"


def _cases(message: Message) -> dict[str, Message]:
    return {k: v for k, v in message.items() if k not in ("count", "select", "same")}


def _paths(message: Message) -> set[str]:
    if isinstance(message, str):
        return {path for path, _ in _PLACEHOLDER.findall(message)}
    own = {message.get("count"), message.get("select"), *message.get("same", ())} - {None}
    return own.union(*(_paths(case) for case in _cases(message).values()))


def _text_flaws(text: str) -> Iterator[str]:
    left = _PLACEHOLDER.sub("", text)
    if not left.strip() and not _PLACEHOLDER.search(text):
        yield "an empty text"
    if set("{}<>") & set(left):
        yield f"brackets in {text!r}"
    if text != text.strip() or "  " in text:
        yield f"blanks in {text!r}"
    if "'" in text or '"' in text:
        yield f"a typewriter's quotation mark in {text!r}"


def _chosen(message: Message, params: Params, language: str) -> Message:
    if "count" in message:
        number = category(value_at(params, message["count"]), language)
        return message.get(number, message["other"])
    if "select" in message:
        value = value_at(params, message["select"])
        return message.get("null" if value is None else str(value), message.get("other"))
    first, second = (value_at(params, path) for path in message["same"])
    return message["yes" if first == second else "no"]


def _formatted(value: Any, how: str | None, terms: Params) -> str:
    if isinstance(value, str) and ", " in value:
        value = value.split(", ")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_formatted(item, how, terms) for item in value)
    if isinstance(value, Mapping):
        value = value["at"]
    if how and (owned := _OWNED.fullmatch(str(value))):
        what = {"what": terms[how][owned[1]], "seat": int(owned[2])}
        return say(terms["of"], what, terms, "")
    return str(terms[how][str(value)] if how else value)
