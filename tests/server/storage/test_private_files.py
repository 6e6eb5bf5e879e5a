"""The database and its backups are files that nobody else reads."""

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludothek.server.storage.backup import back_up
from ludothek.server.storage.database import Database
from tests.server.running import RunningServer


@pytest.fixture(params=[0o000, 0o022, 0o777])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Somebody else's idea of what is private."""
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_database_and_backup_are_private_whatever_the_umask(tmp_path: Path) -> None:
    folder = tmp_path / "state"

    async def story() -> None:
        database = Database(f"sqlite:///{folder}/db.sqlite3")
        await database.open()
        await back_up(f"sqlite:///{folder}/db.sqlite3", folder / "games.gz")
        modes = {each.name: _mode(each) for each in folder.iterdir()}
        assert {"db.sqlite3", "db.sqlite3-wal", "games.gz"} <= set(modes)
        assert {mode & 0o177 for mode in modes.values()} == {0}
        assert modes["games.gz"] == modes["db.sqlite3"] == 0o600
        await database.close()

    asyncio.run(story())
    assert _mode(folder) == 0o700


def test_a_database_that_others_could_read_becomes_private(tmp_path: Path) -> None:
    file = tmp_path / "db.sqlite3"
    with RunningServer(f"sqlite:///{file}", tmp_path / "log") as server:
        file.chmod(0o644)
        server.stop()
        server.start()
        assert _mode(file) == 0o600


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
