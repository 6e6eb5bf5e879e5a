"""Two server processes on one PostgreSQL behind a proxy that spreads requests at random."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

import httpx
import pytest

from tests.server.clusters import Cluster
from tests.server.proxies import SpreadingProxy
from tests.server.running import RunningServer
from tests.server.visitors import Data, Visitor, eventually

REQUESTS = 8  # of the same kind, so that both processes get some


class Roaming(Visitor):
    """Somebody whose every request takes a connection of its own."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, None)
        self.http.close()
        limits = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=url, timeout=self.http.timeout, limits=limits)
        self.me = self.post("/api/guests", {"name": name}, 201)


@pytest.fixture(scope="module")
def proxy(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpreadingProxy]:
    """Two processes, one database, one address."""
    database, folder = postgres.new_database(), tmp_path_factory.mktemp("spread")
    with ExitStack() as stack:
        servers = [
            stack.enter_context(RunningServer(database, folder / name)) for name in ("one", "two")
        ]
        ports = [server.port for server in servers]
        spreading = stack.enter_context(SpreadingProxy(ports, seed=1))
        yield spreading
        assert set(spreading.served) == set(ports), "both have served somebody"


@pytest.fixture
def ada(proxy: SpreadingProxy) -> Iterator[Visitor]:
    with Roaming(proxy.url, "Ada") as visitor:
        yield visitor


@pytest.fixture
def bo(proxy: SpreadingProxy) -> Iterator[Visitor]:
    with Roaming(proxy.url, "Bo") as visitor:
        yield visitor


def test_a_game_is_played_whichever_process_is_met(ada: Visitor, bo: Visitor) -> None:
    created = ada.create()
    match = created["match"]["id"]
    bo.join(created)
    with ada.live() as left, bo.live() as right:
        left.watch(match)
        right.watch(match)
        for ply in range(REQUESTS):
            person = (ada, bo)[ada.get(f"/api/matches/{match}")["match"]["to_move"] - 1]
            text = person.get(f"/api/matches/{match}")["view"]["legal"][0]["text"]
            assert person.decide(match, text)["match"]["ply"] == ply + 1
            for socket in (left, right):
                socket.expect("match", partial(_at, ply + 1))


def test_a_computer_answers_whichever_process_was_told(ada: Visitor) -> None:
    match = ada.create("repulso", "me", "computer:1")["match"]["id"]
    for _ in range(3):
        state = eventually(lambda: _mine(ada, match))
        ada.decide(match, state["view"]["legal"][0]["text"])


def test_hints_are_given_whichever_process_is_asked(ada: Visitor) -> None:
    match = ada.create("robotory", "me", "here:Bo", hints=True)["match"]["id"]
    with ada.live() as live:
        for _ in range(3):
            job = ada.post(f"/api/matches/{match}/hint", status=202)["id"]
            job_info = live.expect("job", partial(_ended, job))["job"]
            assert job_info["state"] == "done"
            assert job_info["evaluations"][0]["best"]
            for _ in range(REQUESTS):
                assert ada.get(f"/api/jobs/{job}") == job_info


def test_a_game_is_analysed_and_replayed_whichever_process_is_asked(
    ada: Visitor, bo: Visitor
) -> None:
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    ada.decide(match, "b@c3", "b@c2")
    ada.act(match, {"type": "resign"})
    with ada.live() as live:
        job = ada.post(f"/api/matches/{match}/analysis", {"level": 3}, 202)["id"]
        job_info = live.expect("job", partial(_ended, job))["job"]
    assert [each["ply"] for each in job_info["evaluations"]] == [0, 1, 2]
    frames = ada.get(f"/api/matches/{match}/frames")
    for person in (ada, bo) * (REQUESTS // 2):
        assert person.get(f"/api/jobs/{job}") == job_info
        assert person.post(f"/api/matches/{match}/analysis", {"level": 3}, 202) == job_info
        assert person.get(f"/api/matches/{match}/frames") == frames


def test_a_job_is_stopped_whichever_process_is_asked(ada: Visitor) -> None:
    match = ada.create("nexus", "me", "here:Bo")["match"]["id"]
    for _ in range(REQUESTS):
        state = ada.get(f"/api/matches/{match}")
        ada.decide(match, state["view"]["legal"][0]["text"])
    ada.act(match, {"type": "resign"})
    job = ada.post(f"/api/matches/{match}/analysis", {"level": 8}, 202)["id"]
    assert ada.http.delete(f"/api/jobs/{job}").json()["state"] == "cancelled"
    for _ in range(REQUESTS):
        assert ada.get(f"/api/jobs/{job}")["state"] == "cancelled"


def _mine(visitor: Visitor, match: str) -> Data | None:
    state: Data = visitor.get(f"/api/matches/{match}")
    return state if state["match"]["to_move"] in state["match"]["you"] else None


def _at(ply: int, message: Data) -> bool:
    return bool(message["match"]["ply"] == ply)


def _ended(job: str, message: Data) -> bool:
    news = message["job"]
    return news["id"] == job and news["state"] not in {"waiting", "working"}
