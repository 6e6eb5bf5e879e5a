"""The content files, read."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.content.canonical import CONTENT
from tests.content.messages import Message

LANGUAGES = ("de", "en", "es", "fr", "it", "nl")
GAMES = ("nexus", "repulso", "robotory", "splash")


@cache
def read(path: str) -> Any:
    """A content file, by its path without the ending."""
    return json.loads((CONTENT / f"{path}.json").read_text(encoding="utf-8"))


def words(language: str) -> dict[str, Any]:
    """All game words of a language: by game, and `common`."""
    tree: dict[str, Any] = read(f"words/{language}")
    return tree


def diagrams() -> dict[str, Any]:
    """The diagrams of all rules pages."""
    diagrams: dict[str, Any] = read("diagrams")
    return diagrams


def tasks(game: str) -> list[dict[str, Any]]:
    """The lesson of a game."""
    tasks: list[dict[str, Any]] = read(f"lessons/{game}")["tasks"]
    return tasks


def rings_in(text: str) -> set[str]:
    """The rings of NEXUS that a text names."""
    return set(re.findall(r"-?\d+,-?\d+", text))


def messages(tree: dict[str, Any], path: str = "") -> Iterator[tuple[str, Message]]:
    """Every message below a node, with its dotted path."""
    for key, value in tree.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, str) or {"count", "select", "same"} & set(value):
            yield here, value
        else:
            yield from messages(value, here)
