"""The package, installed with its extras into an empty environment: what people do works."""

from collections.abc import Callable
from pathlib import Path

import pytest

import ludothek
from tests.package import deeds
from tests.package.environments import Environment, install

# A test process may have threads of its own; nothing but the new program runs after the fork.
pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

Deed = Callable[[Environment], None]
DEEDS = (deeds.host, deeds.play, deeds.type_a_move, deeds.speak, deeds.analyse, deeds.place)


def test_the_version_is_told(environment: Environment) -> None:
    assert environment.run("ludothek", "--version") == f"ludothek {ludothek.__version__}\n"


@pytest.mark.parametrize("deed", DEEDS)
def test_it_works_with_what_is_locked(environment: Environment, deed: Deed) -> None:
    deed(environment)


@pytest.mark.full
@pytest.mark.parametrize("resolution", ["highest", "lowest-direct"])
def test_it_works_with_the_newest_and_the_oldest_of_what_it_needs(
    released: Path, tmp_path: Path, resolution: str
) -> None:
    environment = install(released, tmp_path / "environment", "--resolution", resolution)
    for deed in DEEDS:
        deed(environment)
