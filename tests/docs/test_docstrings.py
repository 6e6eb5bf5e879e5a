"""Every public name says what it does, with an example that runs."""

import doctest
import re
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path
from types import ModuleType

import pytest

from ludothek.engine import Searcher
from ludothek.engine.batch import Batch
from ludothek.games.protocol import Game
from ludothek.physics import Table

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
# A module that is shown, and of its names perhaps some alone.
SHOWN = re.compile(r"^::: (\S+)(?:\n    options:\n      members: \[(.*)\])?$", re.MULTILINE)
MODULES = {
    module: names.split(", ") if names else None
    for page in sorted(REFERENCE.glob("*.md"))
    for module, names in SHOWN.findall(page.read_text("utf-8"))
} | {"ludothek": None}
# What servers and front ends call, for records of former rules and for tables that are simulated.
INSIDE: dict[type, set[str]] = {
    Game: {"former_position", "move_view", "setup_of", "simulated", "version_of"}
}
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def public(package: str) -> list[str]:
    """What the reference shows of a module: some names, its exports, or all that it defines."""
    module = import_module(package)
    names = MODULES[package] or getattr(module, "__all__", None)
    defined = [
        name
        for name, each in vars(module).items()
        if not name.startswith("_") and getattr(each, "__module__", "") == package
    ]
    return [name for name in names or defined if has_help(getattr(module, name))]


def has_help(thing: object) -> bool:
    return isclass(thing) or isfunction(thing)


def home(package: str, name: str) -> ModuleType:
    return import_module(getattr(import_module(package), name).__module__)


@pytest.mark.parametrize(
    ("package", "name"),
    [(package, name) for package in MODULES for name in public(package)],
)
def test_a_public_name_has_an_example_that_runs(package: str, name: str) -> None:
    thing = getattr(import_module(package), name)
    examples = doctest.DocTestFinder(recurse=False).find(
        thing, name, module=False, globs=dict(vars(home(package, name)))
    )
    assert any(each.examples for each in examples), f"help({package}.{name}) has no example"
    results = [doctest.DocTestRunner(optionflags=FLAGS).run(each) for each in examples]
    assert not any(result.failed for result in results)


@pytest.mark.parametrize("whole", [Batch, Game, Searcher, Table])
def test_the_example_of_a_class_calls_its_methods(whole: type) -> None:
    [help_text] = doctest.DocTestFinder(recurse=False).find(whole, whole.__name__, module=False)
    code = " ".join(each.source for each in help_text.examples)
    methods = {name for name, each in vars(whole).items() if isfunction(each) and name[0] != "_"}
    assert {name for name in methods if f".{name}(" not in code} == INSIDE.get(whole, set())


@pytest.mark.parametrize("package", MODULES)
def test_the_example_of_a_package_runs(package: str) -> None:
    assert not doctest.testmod(import_module(package), optionflags=FLAGS).failed
