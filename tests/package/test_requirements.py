"""What the package says it needs is what it imports: no more, no less."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import grimp
import pytest

from tests.package.environments import ROOT

PACKAGE: Final = ROOT / "src" / "ludothek"
TRAINING: Final = PACKAGE / "research" / "training"  # an extra of its own
CLUSTER: Final = PACKAGE / "research" / "distributed.py"  # another
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS: Final = PROJECT["optional-dependencies"]
LOCKS: Final = sorted((ROOT / "requirements").glob("*.txt"))


def test_anybody_gets_what_the_terminal_imports() -> None:
    assert _named(PROJECT["dependencies"]) == _imported("cli", "games", "workers")


@pytest.mark.parametrize(
    ("extra", "part"),
    [
        ("physics", ["physics"]),
        ("research", ["engine", "research"]),
        ("server", ["server"]),
        ("testing", ["testing.py"]),
    ],
)
def test_an_extra_names_what_its_part_imports(extra: str, part: list[str]) -> None:
    assert _named(EXTRAS[extra]) == _imported(*part)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_holds_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    pins = [line for line in text.splitlines() if re.match(r"\w", line)]
    assert pins
    assert all("==" in line and line.endswith(" \\") for line in pins)


def test_training_needs_pytorch_beside_what_research_needs() -> None:
    assert _named(EXTRAS["train"]) == _imported("engine", "research", training=True)


def test_training_runs_where_nothing_but_numpy_and_pytorch_can_be_installed() -> None:
    graph = grimp.build_graph("ludothek", include_external_packages=True)
    needed = graph.find_upstream_modules("ludothek.research.training", as_package=True)
    others = {name for name in needed if not name.startswith("ludothek")} - sys.stdlib_module_names
    assert others - {"ray"} == {"numpy", "torch"}  # Ray is imported by `--ray` alone


def test_a_cluster_needs_ray() -> None:
    assert _named(EXTRAS["cluster"]) == {"ray"}
    assert "ray" in set(_modules(ast.parse(CLUSTER.read_text())))


def test_to_play_in_a_fresh_clone_nothing_of_the_tests_is_installed(tmp_path: Path) -> None:
    made = {".git", ".venv", "build", "dist", "node_modules", "__pycache__"}
    clone = tmp_path / "clone"
    shutil.copytree(ROOT, clone, ignore=lambda _, names: made & set(names))
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--dry-run", "play"]
    plan = subprocess.run(command, cwd=clone, env=env, capture_output=True, text=True, check=True)
    assert "requirements/play.txt" in plan.stdout
    assert "requirements/wheel.txt" in plan.stdout  # what compiles the core for browsers
    assert "requirements/dev.txt" not in plan.stdout


def _named(requirements: Iterable[str]) -> set[str]:
    return {re.split(r"[\[<>=]", requirement)[0] for requirement in requirements}


def _imported(*part: str, training: bool = False) -> set[str]:
    """The distributions behind the modules that some files and folders import."""
    files = [
        file
        for file in PACKAGE.rglob("*.py")
        if file.relative_to(PACKAGE).parts[0] in part
        and file != CLUSTER
        and (training or file.parent != TRAINING)
    ]
    modules = {module for file in files for module in _modules(ast.parse(file.read_text()))}
    others = modules - sys.stdlib_module_names - {"ludothek"}
    known = packages_distributions()
    return {known.get(module, [module])[0].lower().replace("_", "-") for module in others}


def _modules(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
