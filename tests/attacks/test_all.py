"""The command that runs all attacks."""

import subprocess
import sys
from pathlib import Path

from tests.attacks.__main__ import ATTACKS
from tests.attacks.harness import ROOT

HERE = Path(__file__).parent


def test_it_knows_every_attack() -> None:
    scripts = {
        f"{file.parent.name}.{file.stem}"
        for file in HERE.glob("*/*.py")
        if "\ndef attack" in file.read_text()
    }
    assert set(ATTACKS) == scripts


def test_an_attack_that_takes_too_long_is_ended_and_counts_as_harm() -> None:
    command = [sys.executable, "-m", "tests.attacks", "--limit", "0.5", "requests.floods"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "not over after" in done.stdout
