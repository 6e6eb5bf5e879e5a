"""What fails concerns nobody else, and what comes back goes on."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ludothek.cli.main import run
from tests.attacks.conftest import NewTarget
from tests.attacks.faults import damaged_rows, database_faults
from tests.server.clusters import Cluster, cluster
from tests.server.running import PATIENCE, RunningServer
from tests.server.visitors import Visitor


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that may be stopped."""
    with cluster() as running:
        yield running


@pytest.mark.parametrize("fault", ["stopped", "frozen"])
def test_without_its_database_a_server_answers_503_and_goes_on_afterwards(
    own_cluster: Cluster, tmp_path: Path, fault: str
) -> None:
    with database_faults.postgres_server(own_cluster, tmp_path / "log") as server:
        answers = database_faults.attack_postgres(server, getattr(own_cluster, fault), ready=2.0)
    assert {status for _, status in answers} == {503}
    log = (tmp_path / "log").read_text()
    assert "the database does not answer" in log
    assert "Traceback" not in log


def test_a_full_disk_leaves_no_job_at_work_for_ever(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log") as server:
        assert database_faults.attack_disk(server) in {"done", "failed"}


def test_damaged_rows_put_their_matches_in_quarantine_and_nothing_else(
    new_target: NewTarget, capsys: pytest.CaptureFixture[str]
) -> None:
    target = new_target(**damaged_rows.SETTINGS)
    damaged_rows.attack(target, rounds=1)
    number = len(damaged_rows.DAMAGE)
    assert target.statuses == {(409, "quarantine"): number, 200: 2}
    database = ["--database", target.server.database]
    capsys.readouterr()
    assert run(["quarantine", *database]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == number
    match = lines[1].split()[0]
    assert run(["quarantine", match, *database]) == 0
    assert "!     1" in capsys.readouterr().out
    assert run(["quarantine", match, "--release", *database]) == 2
    assert "it still cannot be read" in capsys.readouterr().err
    errors = [json.loads(line) for line in target.server.log.read_text().splitlines()]
    assert sum("quarantine" in line["message"] for line in errors) == number


def test_a_database_file_that_vanishes_is_noticed_and_nothing_more_is_acknowledged(
    tmp_path: Path,
) -> None:
    file, log = tmp_path / "db.sqlite3", tmp_path / "log"
    server = RunningServer(f"sqlite:///{file}", log).start()
    with Visitor(server.url) as ada:
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        file.rename(tmp_path / "elsewhere")
        answer = ada.http.post(f"/api/matches/{match}/act", json={"type": "resign"})
        assert (answer.status_code, answer.json()["code"]) == (503, "database")
    _wait_for_the_end(server)
    server.stop()
    log_text = log.read_text()
    assert "is gone" in log_text
    assert log_text.splitlines()[-1] == "ludothek: a part of the server failed; its log says why"


def _wait_for_the_end(server: RunningServer) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            server.get("/healthz")
        except httpx.TransportError:
            return
        time.sleep(0.05)
    raise AssertionError("it did not end")
