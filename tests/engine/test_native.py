"""The core's own tests, built with the address and undefined-behaviour sanitizers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_robotory_passes_its_own_tests_under_the_sanitizers(tmp_path: Path) -> None:
    """The smallest game, and with it what all of them share."""
    _configure(tmp_path, "baseline")
    _run("cmake", "--build", tmp_path, "--target", "robotory_test_baseline")
    _run("ctest", "--test-dir", tmp_path, "--output-on-failure", "-R", "^robotory_test")


def test_sums_of_the_first_layer_that_are_kept_are_the_full_sums(tmp_path: Path) -> None:
    """In random games of every seat count with every option."""
    _configure(tmp_path, "baseline")
    _run("cmake", "--build", tmp_path, "--target", "first_layer_test_baseline")
    _run("ctest", "--test-dir", tmp_path, "--output-on-failure", "-R", "^first_layer_test")


@pytest.mark.full
def test_the_core_passes_its_own_tests_under_the_sanitizers(tmp_path: Path) -> None:
    _configure(tmp_path, "native")
    _run("cmake", "--build", tmp_path)
    _run("ctest", "--test-dir", tmp_path, "--output-on-failure")


def _configure(build: Path, cpus: str) -> None:
    options = ("-DLUDOTHEK_TESTS=ON", f"-DLUDOTHEK_CPUS={cpus}", "-DLUDOTHEK_WERROR=ON")
    _run("cmake", "-S", ROOT, "-B", build, "-G", "Ninja", *options)


def _run(*command: str | Path) -> None:
    """Run a command, if need be one of Python's own; what it says is shown where it fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, done.stdout + done.stderr
