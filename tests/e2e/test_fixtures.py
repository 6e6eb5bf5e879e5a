"""The fixtures of the board kernel and the diagrams are what the games say today."""

from tests.e2e.fixtures import DIAGRAMS, FIXTURES, files


def test_the_made_files_are_current() -> None:
    stale = [path.name for path, text in files().items() if path.read_text("utf-8") != text]
    assert not stale, "make them anew: python -m tests.e2e.fixtures"


def test_no_made_file_is_left_over() -> None:
    stored = {path for folder in (FIXTURES, DIAGRAMS) for path in folder.iterdir()}
    assert stored == set(files())
