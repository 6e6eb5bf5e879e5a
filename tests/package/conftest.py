"""One wheel and one environment for all tests of the package."""

import os
from pathlib import Path

import pytest

from tests.package.environments import LOCKED, Environment, build_wheel, install


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that LUDOTHEK_WHEEL names, or one built here."""
    if given := os.environ.get("LUDOTHEK_WHEEL"):
        return Path(given).resolve()
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The wheel with the locked releases of what it needs."""
    return install(wheel, tmp_path_factory.mktemp("package") / "environment", *LOCKED)
