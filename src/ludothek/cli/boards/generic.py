"""The board of a game without a drawing of its own: its board data as lines and rows."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from ludothek.cli.boards.board_drawing import Scene, Supply


def board(scene: Scene) -> Text:
    """Names and values; rows stand below each other, so that a grid looks like one."""
    text = "\n".join(line for name, value in scene.table.items() for line in _lines(name, value))
    return Text(text.encode("ascii", "replace").decode() if scene.display.ascii else text)


def supplies(scene: Scene) -> list[Supply]:
    """One line per seat; what it has stands in the board data."""
    seats = scene.view["seats"]
    return [Supply(f"p{seat}", Text()) for seat in range(1, int(str(seats)) + 1)]


def phase(scene: Scene) -> str:
    """The kinds of decisions to choose from."""
    return "decide: " + ", ".join(sorted(scene.kinds))


def _lines(name: str, value: Any) -> list[str]:
    """A value beside its name; what has several rows is indented below it."""
    if isinstance(value, Mapping) and any(map(_is_nested, value.values())):
        rows = [line for key, inner in value.items() for line in _lines(str(key), inner)]
    elif _is_rows(value) and any(map(_is_nested, value)):
        rows = [_short(row) for row in value]
    else:
        return [f"{name}: {_short(value)}"]
    return [f"{name}:", *("  " + row for row in rows)]


def _short(value: Any) -> str:
    """On one line: an empty place is a dot."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_short(inner)}" for key, inner in value.items()) or "-"
    if _is_rows(value):
        return " ".join(map(_short, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "." if value is None or value == "" else str(value)


def _is_nested(value: Any) -> bool:
    return isinstance(value, Mapping) or _is_rows(value)


def _is_rows(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
