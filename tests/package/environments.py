"""The package as others get it: built, and installed into an empty environment far from here."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "ludothek" / "web"
UV = Path(sys.executable).with_name("uv")
PATIENCE = 900  # seconds for anything, on a machine that has other things to do
LOCKED = ("--constraint", ROOT / "requirements" / "play.txt")


@dataclass(frozen=True)
class Environment:
    """What is installed, and a folder to work in."""

    folder: Path

    @property
    def programs(self) -> Path:
        return self.folder / "bin"

    def variables(self, more: dict[str, str]) -> dict[str, str]:
        """Nothing of ours but where programs are."""
        path = f"{self.programs}{os.pathsep}{os.defpath}"
        return {"HOME": str(self.folder), "PATH": path, "LANG": "C.UTF-8", **more}

    def run(self, program: str, *arguments: str, typed: str = "", **more: str) -> str:
        """What a command says."""
        return run(
            [self.programs / program, *arguments],
            input=typed,
            cwd=self.folder,
            env=self.variables(more),
        )

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The address of a server, as long as it is needed."""
        with subprocess.Popen(
            [self.programs / "ludothek", "serve", "--port", "0"],
            cwd=self.folder,
            env=self.variables({}),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdout
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address, "the server says where it is"
            try:
                yield address[0]
            finally:
                process.terminate()


def build_wheel(folder: Path) -> Path:
    """A wheel from the checkout, with what was compiled for this machine already."""
    pip = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation"]
    run([*pip, "-C", "cmake.define.LUDOTHEK_CPUS=native", "--wheel-dir", folder, ROOT])
    (wheel,) = folder.glob("*.whl")
    return wheel


def build_sdist(folder: Path) -> Path:
    """The sources as they are handed on."""
    build = f"from scikit_build_core.build import build_sdist; build_sdist({str(folder)!r})"
    run([sys.executable, "-c", build], cwd=ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


def install(
    wheel: Path, folder: Path, *how: str | Path, extras: str = "server,physics"
) -> Environment:
    """An environment with the wheel, its extras and what they need, and nothing else."""
    run([UV, "venv", "--quiet", "--python", sys.executable, folder])
    what = f"{wheel}[{extras}]"
    run([UV, "pip", "install", "--quiet", "--python", folder / "bin" / "python", *how, what])
    return Environment(folder)


def run(
    command: Sequence[str | Path],
    *,
    input: str = "",  # noqa: A002 (as subprocess calls it)
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
) -> str:
    """What a command says, once it has succeeded."""
    done = subprocess.run(
        command,
        input=input,
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout
