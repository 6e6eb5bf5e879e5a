"""A venv that sees the packages of this environment, with games of other packages installed."""

import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

NIM = Path(__file__).parents[1] / "examples" / "nim"
COINS = Path(__file__).parent / "plugins" / "coins"  # it has all optional parts of a game

PROJECT = """
[build-system]
requires = ["scikit-build-core>=1.1"]
build-backend = "scikit_build_core.build"
[project]
name = "{name}"
version = "1.0"
[project.entry-points."ludothek.games"]
{entries}
[tool.scikit-build]
wheel.cmake = false
wheel.packages = ["{name}"]
"""


def environment(folder: Path, *packages: Path) -> Path:
    """Make it, with Nim and these packages; the path of its Python."""
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    see_packages_of_this_one(folder / "venv")
    for package in (NIM, *packages):
        copy = folder / package.name
        shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "build"))
        install(python, copy)
    return python


def add_package(python: Path, name: str, code: str, **games: str) -> None:
    """Write a package with these games, named by where they are in its code, and install it."""
    package = python.parents[2] / name
    (package / name).mkdir(parents=True)
    (package / name / "__init__.py").write_text(code)
    entries = "".join(f'{game} = "{name}:{where}"\n' for game, where in games.items())
    (package / "pyproject.toml").write_text(PROJECT.format(name=name, entries=entries))
    install(python, package)


def see_packages_of_this_one(target: Path) -> None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    lines = [f"import site; site.addsitedir({path!r})\n" for path in site.getsitepackages()]
    (target / "lib" / version / "site-packages" / "present.pth").write_text("".join(lines))


def install(python: Path, package: Path) -> None:
    """From this machine alone."""
    wishes = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--no-cache-dir"]
    subprocess.run([python, "-m", "pip", "install", *wishes, package], check=True)
