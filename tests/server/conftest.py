"""Servers and databases, shared where that does no harm."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.clusters import Cluster, cluster
from tests.server.running import RunningServer
from tests.server.visitors import Visitor

Welcome = Callable[..., Visitor]
HERE = Path(__file__).parent
# These do not depend on the kind of database: PostgreSQL has its turn in `make test-all`.
ON_ONE_DATABASE = tuple(HERE / folder for folder in ("accounts", "app", "compute", "http"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs on the second kind of database in `make test-all` only."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.parent in ON_ONE_DATABASE:
            call = getattr(item, "callspec", None)
            if call and call.params.get("new_database") == "postgres":
                item.add_marker(pytest.mark.full)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for all tests of this process."""
    with cluster() as running:
        yield running


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def new_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], str]:
    """Makes an empty database; tests that use it run on both kinds."""
    if request.param == "sqlite":
        folder = tmp_path_factory.mktemp("databases")
        numbers = iter(range(1000))
        return lambda: f"sqlite:///{folder}/{next(numbers)}.sqlite3"
    running: Cluster = request.getfixturevalue("postgres")
    return running.new_database


@pytest.fixture(scope="session")
def server(
    new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """A server that several tests visit."""
    log = tmp_path_factory.mktemp("server") / "log"
    with RunningServer(new_database(), log) as running:
        yield running
    assert '"level": "critical"' not in log.read_text()


@pytest.fixture
def welcome(server: RunningServer) -> Iterator[Welcome]:
    """Brings people to the server, and shows them out in the end."""
    with ExitStack() as stack:
        yield lambda name="Ada", **more: stack.enter_context(Visitor(server.url, name, **more))


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a database file, for what has nothing to do with databases."""
    folder = tmp_path_factory.mktemp("plain")
    with RunningServer(f"sqlite:///{folder}/db.sqlite3", folder / "log") as running:
        yield running
    assert '"level": "critical"' not in (folder / "log").read_text()


@pytest.fixture
def plain(plain_server: RunningServer) -> Iterator[Welcome]:
    """Brings people to the plain server."""
    with ExitStack() as stack:
        yield lambda name="Ada", **more: stack.enter_context(
            Visitor(plain_server.url, name, **more)
        )
