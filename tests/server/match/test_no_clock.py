"""The pure part of a match asks no clock: what time it is comes with a command."""

import ast
from pathlib import Path
from typing import Final

import pytest

import ludothek.server.match

FOLDER: Final = Path(ludothek.server.match.__file__).parent
CLOCKS: Final = {"now", "today", "utcnow"}  # of datetime and date; other clocks are not imported


def clocks(code: str) -> list[int]:
    """The lines that ask what time it is."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Attribute)
        and node.attr in CLOCKS
        and isinstance(node.value, ast.Name | ast.Attribute)
        and (node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id)
        in {"date", "datetime"}
    ]


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_of_a_match_asks_what_time_it_is(path: Path) -> None:
    assert clocks(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "code", ["datetime.now(UTC)", "datetime.datetime.utcnow()", "date.today()", "f = datetime.now"]
)
def test_every_way_to_ask_is_seen(code: str) -> None:
    assert clocks(code) == [1]
