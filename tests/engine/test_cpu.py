"""Which build of the core runs; tests/package compares what the builds decide."""

import os
import subprocess
import sys

import pytest

from ludothek.engine import cpu
from ludothek.engine.core import begin
from ludothek.games import BadSetup


def test_the_build_for_the_best_processor_is_taken() -> None:
    assert cpu.choose(("baseline", "v3"), None) == "v3"
    assert cpu.choose(("baseline", "v3"), "") == "v3"


def test_another_build_can_be_asked_for() -> None:
    assert cpu.choose(("baseline", "v3", "v4"), "baseline") == "baseline"


@pytest.mark.parametrize("wanted", ["v4", "avx2", "Baseline"])
def test_a_build_that_cannot_run_here_is_refused(wanted: str) -> None:
    with pytest.raises(BadSetup, match=f"LUDOTHEK_CPU is '{wanted}'; here it can be baseline, v3"):
        cpu.choose(("baseline", "v3"), wanted)


def test_a_core_for_other_processors_says_so() -> None:
    with pytest.raises(ImportError, match="another kind of processor"):
        cpu.choose((), None)


def test_the_core_is_the_build_that_was_chosen() -> None:
    assert type(begin("robotory")).__module__ == cpu.module(cpu.chosen())


@pytest.mark.parametrize("command", ["analyse start --game robotory", "serve --port 0"])
def test_commands_refuse_an_unknown_processor_in_one_line(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludothek.cli.main", *command.split()],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LUDOTHEK_CPU": "z80"},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ludothek: LUDOTHEK_CPU is 'z80'; here it can be ")
    assert done.stderr.count("\n") == 1
