"""The core's own tests, built with the address and undefined-behaviour sanitizers."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "sanitized"


def test_the_core_passes_its_own_tests_under_the_sanitizers() -> None:
    options = ("-DLUDOTHEK_TESTS=ON", "-DLUDOTHEK_CPUS=native", "-DLUDOTHEK_WERROR=ON")
    _run("cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", *options)
    _run("cmake", "--build", BUILD)
    _run("ctest", "--test-dir", BUILD, "--output-on-failure")


def _run(*command: str | Path) -> None:
    """Run a command, if need be one of Python's own; what it says is shown where it fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, done.stdout + done.stderr
