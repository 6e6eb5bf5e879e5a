"""Opening a database: several processes at once, and databases that cannot be opened."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from ludothek.cli.main import run
from ludothek.server.app.settings import Settings
from ludothek.server.storage.database import Database
from tests.server.clusters import Cluster
from tests.server.running import RunningServer


def test_several_processes_start_on_an_empty_database_at_once(postgres: Cluster) -> None:
    async def story() -> None:
        url = Settings(database=postgres.new_database()).database
        processes = [Database(url) for _ in range(5)]
        await asyncio.gather(*(each.open() for each in processes))
        await asyncio.gather(*(each.close() for each in processes))

    asyncio.run(story())


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" * 300])
def test_a_damaged_database_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "db.sqlite3"
    file.write_bytes(content)
    with pytest.raises(AssertionError, match="ludothek: the database cannot be opened: "):
        RunningServer(f"sqlite:///{file}", tmp_path / "log").start()
    assert "Traceback" not in (tmp_path / "log").read_text()
    for command in (["quarantine"], ["backup", str(tmp_path / "to")]):
        assert run([*command, "--database", f"sqlite:///{file}"]) == 2
        error_line = capsys.readouterr().err.strip()
        assert error_line.startswith("ludothek: the database cannot be opened: ")
        assert "\n" not in error_line
    assert file.read_bytes() == content


def test_a_database_damaged_behind_its_first_page_is_one_sentence(tmp_path: Path) -> None:
    file, log = tmp_path / "db.sqlite3", tmp_path / "log"
    with RunningServer(f"sqlite:///{file}", log):
        pass
    with closing(sqlite3.connect(file)) as database:
        database.execute("pragma wal_checkpoint(truncate)")
    pages = file.read_bytes()
    file.write_bytes(pages[:4096] + b"\xff" * (len(pages) - 4096))
    log.write_text("")
    with pytest.raises(AssertionError, match="the database cannot be opened: "):
        RunningServer(f"sqlite:///{file}", log).start()
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize("command", [["backup", "to.gz"], ["quarantine"]])
def test_a_missing_database_is_not_made_by_who_only_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    file = tmp_path / "missing" / "db.sqlite3"
    assert run([*command, "--database", f"sqlite:///{file}"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not file.parent.exists()


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    async def made() -> None:
        database = Database(Settings(database=url).database)
        await database.open()
        foreign = text("update alembic_version set version_num = '9f3c'")
        await database.write(lambda connection: connection.execute(foreign))
        await database.close()

    url = f"sqlite:///{tmp_path}/db.sqlite3"
    asyncio.run(made())
    with pytest.raises(AssertionError, match="another program made the database"):
        RunningServer(url, tmp_path / "log").start()


def test_results_of_matches_that_are_over_come_with_the_new_version(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    people = ({"person": "ada", "level": 0}, {"person": None, "level": 3})
    bo = {"person": "bo", "level": 0}

    def match(number: int, winners: list[int] | None, *seats: Any) -> tuple[Any, ...]:
        result = None if winners is None else {"winners": winners}
        return f"m{number}", json.dumps({"sitters": seats, "result": result})

    former = [
        match(1, [1], *people),
        match(2, [], people[0], bo),
        match(3, [2], people[0], people[0]),
        match(4, None, *people),
    ]
    asyncio.run(_opened(url))
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as file, file:
        file.execute("drop table results")
        file.execute("drop table snapshots")
        file.execute("drop table known_addresses")
        file.execute("update alembic_version set version_num = '4'")
        row = "(?, 1, 'ada', 'nexus', 1, 'finished', 0, 'nobody', 'x', null, 1, 2, ?)"
        file.executemany(f"insert into matches values {row}", former)
    asyncio.run(_opened(url))
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as file, file:
        rows = file.execute("select match, person, game, score, level, at from results").fetchall()
    assert sorted(rows) == [
        ("m1", "ada", "nexus", "won", 3, 2),
        ("m2", "ada", "nexus", "drawn", 0, 2),
        ("m2", "bo", "nexus", "drawn", 0, 2),
    ]


def test_a_database_that_does_not_answer_is_asked_once_and_not_waited_for(tmp_path: Path) -> None:
    class Stuck(Database):
        reads = 0

        async def read(self, work: Any) -> Any:
            self.reads += 1
            await released.wait()
            return await super().read(work)

    released = asyncio.Event()

    async def story() -> None:
        database = Stuck(Settings(database=f"sqlite:///{tmp_path}/db.sqlite3").database)
        await database.open()
        for _ in range(5):
            assert not await database.answers(0.01)
        assert database.reads == 1, "questions do not pile up"
        released.set()
        assert await database.answers(60)
        await database.close()

    asyncio.run(story())


async def _opened(url: str) -> None:
    database = Database(Settings(database=url).database)
    await database.open()
    await database.close()
