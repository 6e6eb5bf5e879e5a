"""Functions are short: half of them have at most seven lines, and none has more than sixty."""

import ast
from pathlib import Path
from statistics import median

SOURCES = Path(__file__).parents[1] / "src" / "ludothek"
MEDIAN, LONGEST = 7, 60


def lengths() -> dict[str, int]:
    return {
        f"{path.relative_to(SOURCES)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    }


def test_the_median_function_has_at_most_seven_lines() -> None:
    assert median(lengths().values()) <= MEDIAN


def test_no_function_has_more_than_sixty_lines() -> None:
    assert {name: lines for name, lines in lengths().items() if lines > LONGEST} == {}
