"""Headers, origins, sizes and limits."""

from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from ludothek.server.limits import MOST_KEPT, RATES, Limits
from tests.server.conftest import Welcome
from tests.server.running import RunningServer
from tests.server.visitors import Live, Visitor

ELSEWHERE = "https://elsewhere.example"


@pytest.mark.parametrize("path", ["/api/games", "/", "/healthz", "/nothing/here", "/api/nothing"])
def test_every_answer_carries_the_strict_headers(plain_server: RunningServer, path: str) -> None:
    headers = plain_server.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


def test_over_tls_the_cookie_is_bound_to_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/db.sqlite3"
    public = "https://games.example.org"
    with RunningServer(database, tmp_path / "log", public_url=public) as server:
        answer = httpx.post(f"{server.url}/api/guests", json={}, headers={"Origin": public})
        assert answer.headers["set-cookie"].startswith("__Host-ludothek=")
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"]
        other = httpx.post(f"{server.url}/api/guests", json={}, headers={"Origin": server.url})
        assert other.status_code == 403


def test_other_sites_change_nothing_in_somebodys_name(plain: Welcome) -> None:
    ada = plain("Ada")
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    path = f"/api/matches/{match}/act"
    for headers in ({"Origin": ELSEWHERE}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ada.http.post(path, json={"type": "resign"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    own = {"Origin": ada.url, "Sec-Fetch-Site": "same-origin"}
    assert ada.http.post(path, json={"type": "resign"}, headers=own).status_code == 200


def test_a_form_of_another_site_is_not_understood(plain: Welcome) -> None:
    answer = plain(None).http.post("/api/guests", content='{"name": "Ada"}')
    assert answer.status_code == 422


def test_what_is_too_large_is_refused_however_it_is_sent(plain: Welcome) -> None:
    ada = plain()
    large = b'{"name": "' + b"x" * 20_000 + b'"}'
    stated = ada.http.patch("/api/me", content=large)
    streamed = ada.http.patch("/api/me", content=iter([large[:9000], large[9000:]]))
    for answer in (stated, streamed):
        assert answer.status_code == 413
        assert answer.json()["code"] == "too-large"


def test_nothing_outside_the_page_is_served(plain_server: RunningServer) -> None:
    for path in ("/..%2f..%2fetc/passwd", "/%2e%2e/app.py", "/assets/../../app.py", "/%00"):
        assert plain_server.get(path).status_code in {200, 404}
        assert "import" not in plain_server.get(path).text


def test_a_page_is_served_with_its_files_and_for_all_its_addresses(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>the page")
    (page / "assets" / "main-1234.js").write_text("run()")
    (tmp_path / "secret.txt").write_text("secret")
    database = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(database, tmp_path / "log", web=page) as server:
        assert server.get("/").text == "<!doctype html>the page"
        assert server.get("/join/some-token").text == "<!doctype html>the page"
        script = server.get("/assets/main-1234.js")
        assert script.text == "run()"
        assert "immutable" in script.headers["cache-control"]
        assert server.get("/assets/other.js").status_code == 404
        assert server.get("/..%2fsecret.txt").text != "secret"
        assert server.get("/api/nothing").json()["code"] == "not-found"


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/db.sqlite3"
    with (
        RunningServer(database, tmp_path / "log", rate=0.1) as server,
        Visitor(server.url) as ada,
    ):
        answers = [ada.http.get("/api/me") for _ in range(15)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "too-often"
        assert answers[-1].headers["retry-after"]


def test_who_talks_too_much_on_a_socket_is_refused_and_then_dismissed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/db.sqlite3"
    with (
        RunningServer(database, tmp_path / "log", rate=0.1) as server,
        Visitor(server.url) as ada,
        ada.live() as live,
    ):
        for _ in range(200):
            live.send(type="unwatch", match="0" * 16)
        assert live.expect("refused")["problem"]["code"] == "too-often"
        assert live.closed() == 1013


def test_there_are_only_so_many_sockets_and_matches(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/db.sqlite3"
    limits = {"max_sockets_per_person": 1, "max_running": 1, "max_watched": 1}
    with (
        RunningServer(database, tmp_path / "log", **limits) as server,
        Visitor(server.url) as ada,
        ada.live() as live,
    ):
        with pytest.raises(InvalidStatus) as refused:
            ada.live()
        assert refused.value.response.status_code == 503
        first = ada.create()["match"]["id"]
        assert ada.create(status=429)["code"] == "too-many-matches"
        live.watch(first)
        live.send(type="watch", match="0" * 16)
        assert live.expect("gone")["problem"]["code"] == "watched"
        with Live(server.url, {}) as somebody:
            somebody.watch(first)


def test_buckets_fill_up_again_and_do_not_pile_up() -> None:
    now = 0.0
    limits = Limits(1.0, lambda: now)
    rate = RATES["secret"]
    tries = [limits.allow("secret", "ada") for _ in range(int(rate.burst) + 1)]
    assert tries == [True] * int(rate.burst) + [False]
    assert limits.allow("secret", "bo")
    now = 1 / rate.a_second
    assert limits.allow("secret", "ada")
    assert not limits.allow("secret", "ada")
    for number in range(MOST_KEPT + 10):
        limits.allow("request", str(number))
    assert len(limits) == MOST_KEPT
