"""`ludothek worker` processes serve server processes, and either may die at any moment."""

import asyncio
from pathlib import Path
from typing import Any

import asyncpg

from ludothek.games import load
from tests.server.clusters import Cluster
from tests.server.running import RunningServer, RunningWorker
from tests.server.visitors import Visitor, eventually

ROBOTORY, NEXUS = (f"computer:{load(name).levels[-1]}" for name in ("robotory", "nexus"))


def test_workers_elsewhere_play_place_and_analyse_for_two_servers(
    postgres: Cluster, tmp_path: Path
) -> None:
    database = postgres.new_database()
    with (
        RunningServer(database, tmp_path / "one", workers=0) as one,
        RunningServer(database, tmp_path / "two", workers=0) as two,
        RunningWorker(database, tmp_path / "worker"),
    ):
        for server in (one, two):
            with Visitor(server.url, "Ada") as ada:
                _play_place_and_analyse(ada)
    assert "not answered" not in (tmp_path / "one").read_text() + (tmp_path / "two").read_text()


def test_a_killed_workers_job_is_taken_by_another(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.new_database()
    settings: dict[str, Any] = {"workers": 0, "think_seconds": 3, "job_patience": 60}
    with (
        RunningServer(database, tmp_path / "server", **settings) as server,
        RunningWorker(database, tmp_path / "first") as first,
        Visitor(server.url, "Ada") as ada,
    ):
        match = ada.create("nexus", NEXUS, "me")["match"]["id"]
        eventually(lambda: _count(database, "pgqueuer where status = 'picked'"))
        first.kill()
        with RunningWorker(database, tmp_path / "second"):
            eventually(lambda: ada.get(f"/api/matches/{match}")["match"]["ply"])
        assert _count(database, "pgqueuer_log where status = 'successful'")
    assert "not answered" not in (tmp_path / "server").read_text()


def test_what_was_handed_in_before_a_server_died_is_played_after_its_restart(
    postgres: Cluster, tmp_path: Path
) -> None:
    database = postgres.new_database()
    server = RunningServer(database, tmp_path / "server", workers=0, job_patience=60)
    with server, Visitor(server.url, "Ada") as ada:
        match = ada.create("robotory", ROBOTORY, "me")["match"]["id"]
        eventually(lambda: _count(database, "pgqueuer"))
        server.kill()
        with RunningWorker(database, tmp_path / "worker"):
            eventually(lambda: _count(database, "answers"))
        server.start()
        eventually(lambda: ada.get(f"/api/matches/{match}")["match"]["ply"] == 1)
        assert _count(database, "pgqueuer_log where status = 'queued'") <= 2  # and the next one


def _play_place_and_analyse(ada: Visitor) -> None:
    match = ada.create("robotory", "computer:3", "me")["match"]["id"]
    eventually(lambda: ada.get(f"/api/matches/{match}")["view"]["legal"])
    ada.act(match, {"type": "resign"})
    job = ada.post(f"/api/matches/{match}/analysis", {"level": 1}, 202)["id"]
    eventually(lambda: ada.get(f"/api/jobs/{job}")["state"] == "done")
    options = {"draft": "random", "hand": "steady"}
    match = ada.create("splash", "me", "here:Bo", options=options)["match"]["id"]
    legal = eventually(lambda: ada.get(f"/api/matches/{match}")["view"]["legal"])
    state = ada.decide(match, legal[0]["text"])
    piece = state["view"]["board"]["hand"]["piece"]
    spot = {"face": "lying" if piece[0] == "T" else "flat", "yaw": 10.0, "x": 1.0, "y": 0.5}
    placed = ada.act(match, {"type": "place", "ply": state["match"]["ply"], **spot})
    assert placed["match"]["table"]


def _count(database: str, source: str) -> int:
    async def count() -> int:
        connection = await asyncpg.connect(database)
        try:
            return int(await connection.fetchval(f"select count(*) from {source}"))
        finally:
            await connection.close()

    return asyncio.run(count())
