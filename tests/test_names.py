"""A name says what a thing is, not how it was obtained."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("src", "tests", "bench", "fuzz", "examples", "web/shims", "web/tools", "scripts")
REFUSED: Final = {"asked", "found", "told"}


def names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the name of all that a module defines: variables, parameters, functions."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case ast.ClassDef(name=name) | ast.alias(asname=str(name)):
                yield node.lineno, name
            case _:
                pass


def test_nothing_is_named_after_how_it_was_obtained() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if "node_modules" not in path.parts
        for line, name in names(ast.parse(path.read_text("utf-8")))
        if name.strip("_") in REFUSED
    ] == []


@pytest.mark.parametrize(
    "code",
    [
        "found = 1",
        "for _, told in pairs: pass",
        "def asked(): pass",
        "def f(*, found): pass",
        "async def g(self, _told=1): pass",
        "self._asked = 1",
        "if (found := 1): pass",
        "match 1:\n    case told: pass",
        "import os as found",
    ],
)
def test_every_kind_of_name_is_seen(code: str) -> None:
    assert any(name.strip("_") in REFUSED for _, name in names(ast.parse(code)))
