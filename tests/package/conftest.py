"""The wheels, each installed once for all tests of the package."""

from pathlib import Path

import pytest

from tests.package.environments import LOCKED, ROOT, Environment, build_wheel, install


@pytest.fixture(scope="session")
def released() -> Path:
    """The wheel for others, as `make wheel` has left it."""
    wheels = list((ROOT / "dist").glob("*.whl"))
    assert len(wheels) == 1, "build the wheel first: make wheel"
    return wheels[0]


@pytest.fixture(scope="session", params=["here", pytest.param("released", marks=pytest.mark.full)])
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel for this machine, quickly built, and where all is tested the one for others."""
    if request.param == "here":
        return build_wheel(tmp_path_factory.mktemp("wheel"))
    chosen: Path = request.getfixturevalue("released")
    return chosen


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The wheel with the locked releases of what it needs."""
    return install(wheel, tmp_path_factory.mktemp("package") / "environment", *LOCKED)


@pytest.fixture(scope="session")
def release(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The wheel for others with the locked releases of what it needs."""
    return install(released, tmp_path_factory.mktemp("package") / "release", *LOCKED)
