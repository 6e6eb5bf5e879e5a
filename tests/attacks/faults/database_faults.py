"""The database goes away under a running server: stopped, frozen, full, gone; and comes back.

There is no normal match beside these: nobody can play without a database. What is asserted is that
every request is answered with 503 and a time to come back, and that all goes on afterwards.
"""

import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
from websockets.exceptions import InvalidStatus

from tests.server.clusters import Cluster, cluster
from tests.server.running import PATIENCE, RunningServer
from tests.server.visitors import Visitor

READY = 1.0  # seconds within which `/readyz` answers, whatever the database does
ANSWER = 20.0  # seconds within which a request is answered, however the database fails
SECONDS = 1  # the setting `database_seconds`

Answers = Counter[tuple[str, int]]


def attack_postgres(
    server: RunningServer,
    fault: Callable[[], AbstractContextManager[None]],
    ready: float = READY,
) -> Answers:
    """Let PostgreSQL fail while somebody plays; what was answered, by kind of request.

    `ready`: seconds within which `/readyz` has to answer meanwhile.
    """
    answers: Answers = Counter()
    with Visitor(server.url) as ada:
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        ada.decide(match, "w@a1")
        with fault():
            ask_for_everything(ada, match, answers, ready)
        until_ready(server)
        ada.decide(match, "w@a2")
    return answers


def ask_for_everything(ada: Visitor, match: str, answers: Answers, ready: float) -> None:
    """Requests of several kinds, a socket, and whether the server is ready."""
    requests = [
        ("GET", "/readyz", None),
        ("GET", "/api/me", None),
        ("GET", "/api/matches", None),
        ("POST", "/api/guests", {"name": "Bo"}),
        ("POST", f"/api/matches/{match}/act", {"type": "resign"}),
        ("GET", "/readyz", None),
    ]
    for method, path, body in requests:
        started = time.monotonic()
        answer = ada.http.request(method, path, json=body, timeout=ANSWER)
        took = time.monotonic() - started
        assert path != "/readyz" or took < ready, f"/readyz answered after {took:.2f} s"
        answers[path.replace(match, "*"), answer.status_code] += 1
        if path.startswith("/api"):
            assert answer.json()["code"] == "database"
            assert int(answer.headers["retry-after"]) > 0
    try:
        with ada.live():
            answers["socket", 101] += 1
    except InvalidStatus as refused:
        answers["socket", refused.response.status_code] += 1


def until_ready(server: RunningServer) -> None:
    """Wait until the server says that its database answers."""
    end = time.monotonic() + PATIENCE
    while httpx.get(f"{server.url}/readyz", timeout=ANSWER).status_code != 200:
        assert time.monotonic() < end, "it did not come back"
        time.sleep(0.1)


@contextmanager
def full_disk(server: RunningServer) -> Iterator[None]:
    """No file of the server may grow: as on a disk that is full."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


def attack_disk(server: RunningServer, moves: int = 6) -> str:
    """Fill the disk while an analysis is at work; the state in which the analysis ended."""
    with Visitor(server.url) as ada:
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        for _ in range(moves):
            legal = ada.get(f"/api/matches/{match}")["view"]["legal"]
            ada.decide(match, legal[0]["text"])
        ada.act(match, {"type": "resign"})
        job = ada.post(f"/api/matches/{match}/analysis", {"level": 8}, 202)["id"]
        with full_disk(server):
            other = {"game": "robotory", "seats": [{"kind": "me"}, {"kind": "open"}]}
            answer = ada.http.post("/api/matches", json=other)
            assert (answer.status_code, answer.json()["code"]) == (503, "database")
            time.sleep(1)
        ada.post("/api/matches", other, 201)
        return until_ended(ada, job)


def until_ended(ada: Visitor, job: str) -> str:
    """The state in which a job ends."""
    end = time.monotonic() + PATIENCE
    while (state := str(ada.get(f"/api/jobs/{job}")["state"])) in {"waiting", "working"}:
        assert time.monotonic() < end, f"the job is {state} for ever"
        time.sleep(0.1)
    return state


def postgres_server(running: Cluster, log: Path) -> RunningServer:
    """A server that does not wait long for its database."""
    return RunningServer(running.new_database(), log, database_seconds=SECONDS)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with cluster() as running, postgres_server(running, log) as server:
            for fault in (running.stopped, running.frozen):
                print(fault.__name__, dict(attack_postgres(server, fault)))
        with RunningServer(f"sqlite:///{folder}/db.sqlite3", log) as server:
            print("full: the analysis is", attack_disk(server))
        print("tracebacks:", log.read_text().count("Traceback"))
