"""One package for every x86-64 processor: each build of the core runs, and decides alike."""

import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludothek.engine import cpu
from ludothek.engine._processor import kind
from tests.package.environments import Environment, run

DECISIONS = Path(__file__).with_name("decisions.py").read_text()
RUNS = cpu.KINDS[: cpu.KINDS.index(kind()) + 1]

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(platform.machine() != "x86_64", reason="other processors have one build"),
]


def test_every_build_decides_alike(release: Environment) -> None:
    outputs = [release.run("python", "-c", DECISIONS, LUDOTHEK_CPU=build) for build in RUNS]
    assert [each.partition("\n")[0] for each in outputs] == list(RUNS)
    assert len({each.partition("\n")[2] for each in outputs}) == 1


def test_the_wheel_for_others_decides_like_what_was_compiled_here(release: Environment) -> None:
    """They come from different compilers, with different standard libraries."""
    build = cpu.chosen()
    assert release.run("python", "-c", DECISIONS, LUDOTHEK_CPU=build) == run(
        [sys.executable, "-c", DECISIONS]
    )


def test_the_best_build_is_taken(release: Environment) -> None:
    code = "from ludothek.engine import cpu; print(cpu.chosen(), *cpu.usable())"
    assert release.run("python", "-c", code).split() == [RUNS[-1], *RUNS]


@pytest.mark.parametrize(
    ("build", "registers"),
    [("baseline", {"xmm"}), ("v3", {"xmm", "ymm"}), ("v4", {"xmm", "ymm", "zmm"})],
)
def test_a_build_uses_the_registers_of_its_processors(
    release: Environment, build: str, registers: set[str]
) -> None:
    """Also what was compiled into it from elsewhere: the standard library, the binding."""
    assert _registers(release, f"_core_{build}") == registers


def test_the_processor_is_asked_by_code_that_any_of_them_runs(release: Environment) -> None:
    assert _registers(release, "_processor") <= {"xmm"}


def _registers(release: Environment, module: str) -> set[str]:
    (file,) = release.folder.glob(f"lib/*/site-packages/ludothek/engine/{module}.*.so")
    code = subprocess.run(["objdump", "-d", file], capture_output=True, text=True, check=True)
    return set(re.findall(r"%([xyz]mm)\d", code.stdout))
