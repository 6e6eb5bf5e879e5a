"""Types are complete: errors of mypy are ignored only where a third party ships no types."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "bench", "fuzz", "examples", "scripts", "web/shims", "web/tools")
IGNORE = re.compile(r"#\s*type:\s*ignore(?!\[(import-untyped|import-not-found)\])")


def test_only_missing_types_of_others_are_ignored() -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if IGNORE.search(line)
    ]
    assert lines == []
