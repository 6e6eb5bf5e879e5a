"""The tests of the games pass in the Python of browsers, too: pytest runs them inside Pyodide."""

import subprocess
import sys
from typing import Final

import pytest

from tests.server.browser.pack import ROOT, npm

NO_ALARM: Final = (
    "tests/games/record/test_text.py::test_blanks_inside_a_header_are_read_in_linear_time"
)
TESTS: Final = (
    "tests/games",
    "tests/contract",
    "tests/golden",
    "--deselect",
    NO_ALARM,
)  # it needs a signal


@pytest.mark.full
def test_every_test_of_the_games_passes_in_the_python_of_browsers() -> None:
    subprocess.run(["make", "--silent", "build/browser-venv/installed"], cwd=ROOT, check=True)
    (packages,) = (ROOT / "build/browser-venv").glob("lib/python3.*/site-packages")
    options = ("-v", "--no-header", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin")
    printed = npm("pytest", "--", str(packages), *options, *TESTS)
    passed = {line.split(" PASSED ")[0] for line in printed.splitlines() if " PASSED " in line}
    assert passed == _collected_here()


def _collected_here() -> set[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *TESTS]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {line for line in printed.splitlines() if "::" in line}
