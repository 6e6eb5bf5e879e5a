"""Every public name says what it does, with an example that runs."""

import doctest
from importlib import import_module
from inspect import isclass, isfunction
from types import ModuleType

import pytest

PACKAGES = ("ludothek", "ludothek.games", "ludothek.engine", "ludothek.physics")
MODULES = (
    "ludothek.engine.batch",
    "ludothek.games.backends",
    "ludothek.games.errors",
    "ludothek.games.perft",
    "ludothek.games.protocol",
    "ludothek.games.record",
    "ludothek.games.record.json",
    "ludothek.games.record.text",
    "ludothek.games.registry",
    "ludothek.games.words",
    "ludothek.research.gymnasium",
    "ludothek.research.openspiel",
    "ludothek.research.pettingzoo",
    "ludothek.research.specification",
)
# What these define beyond what `ludothek.engine` exports is used inside the package only.
PARTS = (
    "ludothek.engine.analysis",
    "ludothek.engine.core",
    "ludothek.engine.networks",
    "ludothek.engine.players.player",
    "ludothek.engine.search",
)
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def public(package: str) -> list[str]:
    """The names that a package exports, or that a module of the reference defines."""
    module = import_module(package)
    objects = {
        name: each
        for name, each in vars(module).items()
        if not name.startswith("_") and getattr(each, "__module__", "") == package
    }
    if package in PACKAGES:
        objects = {name: getattr(module, name) for name in module.__all__}
    return [name for name, each in objects.items() if isclass(each) or isfunction(each)]


def home(package: str, name: str) -> ModuleType:
    return import_module(getattr(import_module(package), name).__module__)


@pytest.mark.parametrize(
    ("package", "name"),
    [(package, name) for package in PACKAGES + MODULES for name in public(package)],
)
def test_a_public_name_has_an_example_that_runs(package: str, name: str) -> None:
    thing = getattr(import_module(package), name)
    examples = doctest.DocTestFinder(recurse=False).find(
        thing, name, module=False, globs=dict(vars(home(package, name)))
    )
    assert any(each.examples for each in examples), f"help({package}.{name}) has no example"
    results = [doctest.DocTestRunner(optionflags=FLAGS).run(each) for each in examples]
    assert not any(result.failed for result in results)


@pytest.mark.parametrize("package", PACKAGES + MODULES + PARTS)
def test_the_example_of_a_package_runs(package: str) -> None:
    assert not doctest.testmod(import_module(package), optionflags=FLAGS).failed
