"""Documentation can be read in any editor: no line is longer than 120 characters."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 120
FOLDERS = ("bench", "docs", "examples", "src", "web/src")
PAGES = sorted(
    [*ROOT.glob("*.md"), *(page for each in FOLDERS for page in (ROOT / each).rglob("*.md"))]
)


def is_table_row(line: str) -> bool:
    return line.lstrip().startswith("|")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_line_but_a_table_row_is_longer_than_120_characters(page: Path) -> None:
    lines = enumerate(page.read_text("utf-8").splitlines(), start=1)
    assert [n for n, line in lines if len(line) > LONGEST and not is_table_row(line)] == []
