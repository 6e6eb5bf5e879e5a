"""The list of long cases names tests that exist."""

import subprocess
import sys
from pathlib import Path

from tests.e2e.long_cases import LONG_CASES


def test_every_long_case_is_a_test() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "full"]
    listed = subprocess.run(
        [*command, str(Path(__file__).parent)], capture_output=True, text=True, check=True
    ).stdout
    assert LONG_CASES - {line.partition("::")[2] for line in listed.splitlines()} == set()
