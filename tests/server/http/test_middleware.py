"""Headers, origins, sizes and limits."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludothek.server.http.rate_limit import MOST_KEPT, RATES, Limits
from ludothek.server.http.routes.api_reference import render
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
        assert (answer.status_code, answer.json()["code"]) == (403, "cross-site")
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
        assert answer.json()["message"] == "this is larger than 16384 bytes"


def test_nothing_outside_the_page_is_served(plain_server: RunningServer) -> None:
    for path in ("/..%2f..%2fetc/passwd", "/%2e%2e/app.py", "/assets/../../app.py", "/%00"):
        assert plain_server.get(path).status_code in {200, 404}
        assert "import" not in plain_server.get(path).text


SCRIPT = "run();\n" * 1000


@pytest.fixture(scope="module")
def paged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a page of its own."""
    folder = tmp_path_factory.mktemp("paged")
    page = folder / "page"
    for part in ("assets", ".vite"):
        (page / part).mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>the page")
    (page / "assets" / "main-1234.js").write_text(SCRIPT)
    (page / "sw.js").write_text("keep()")
    (page / "icon.png").write_bytes(bytes(1000))
    (page / ".vite" / "manifest.json").write_text("secret")
    (folder / "secret.txt").write_text("secret")
    with RunningServer(f"sqlite:///{folder}/db.sqlite3", folder / "log", web=page) as server:
        yield server


def test_a_page_begins_at_all_its_addresses(paged: RunningServer) -> None:
    with Visitor(paged.url) as ada:
        link = ada.create()["links"][0]
    for path in ("/", "/join", f"/join/{link['token']}", "/match/0123456789abcdef", "/rules/nexus"):
        answer = paged.get(path)
        assert answer.text == "<!doctype html>the page"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"].startswith("text/html")
    assert link["url"] == f"{paged.url}/join#{link['token']}"


def test_what_is_no_file_of_the_page_is_not_there(paged: RunningServer) -> None:
    missing = ("/assets/other.js", "/favicon.ico", "/assets/x", "/.vite/manifest.json")
    for path in missing:
        assert paged.get(path).status_code == 404, path
    for path in ("/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "/.vite/x"):
        assert "secret" not in paged.get(path).text
    assert paged.get("/api/nothing").json()["code"] == "not-found"


def test_files_are_sent_compressed_to_those_who_understand_that(paged: RunningServer) -> None:
    url = f"{paged.url}/assets/main-1234.js"
    packed = httpx.get(url, headers={"Accept-Encoding": "br, gzip"})
    plain = httpx.get(url, headers={"Accept-Encoding": "gzip;q=0"})
    assert packed.text == plain.text == SCRIPT
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(SCRIPT) / 10
    assert "content-encoding" not in plain.headers
    assert packed.headers["etag"] != plain.headers["etag"]
    for answer in (packed, plain):
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"].startswith("text/javascript")
    icon = httpx.get(f"{paged.url}/icon.png", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in icon.headers


def test_files_with_a_hash_are_kept_for_ever_and_others_are_asked_about(
    paged: RunningServer,
) -> None:
    assert "immutable" in paged.get("/assets/main-1234.js").headers["cache-control"]
    for path in ("/", "/sw.js", "/icon.png"):
        first = paged.get(path)
        assert first.headers["cache-control"] == "no-cache"
        again = httpx.get(paged.url + path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert httpx.head(paged.url + path).status_code == 200


def test_a_file_that_has_changed_is_sent_anew(paged: RunningServer) -> None:
    worker = paged.log.parent / "page" / "sw.js"
    first = paged.get("/sw.js")
    worker.write_text("keep(more)")
    again = httpx.get(f"{paged.url}/sw.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.text == "keep(more)"


def test_long_answers_are_compressed(plain: Welcome) -> None:
    answer = plain(None).http.get("/api/games")
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()


def test_links_to_seats_lead_to_a_server_on_any_free_port(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(database, tmp_path / "log", port=0) as server, Visitor(server.url) as ada:
        assert not server.url.endswith(":0")
        created = ada.create()
        token = created["links"][0]["token"]
        assert created["links"][0]["url"] == f"{server.url}/join#{token}"
        match = created["match"]["id"]
        assert ada.get(f"/api/matches/{match}/links")["links"] == created["links"]


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
        question = {"type": "preview", "ref": 1, "match": "f" * 16, "ply": 0, "decisions": []}
        live.send(**question)
        while live.expect("refused")["problem"]["code"] != "too-often":
            live.send(**question)
        with suppress(ConnectionClosed):  # the server may be quicker to close
            for _ in range(200):
                live.send(**question)
        assert live.closed() == 1013


def test_there_are_only_so_many_sockets_and_matches(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/db.sqlite3"
    limits = {
        "max_sockets_per_person": 1,
        "max_sockets_per_address": 2,
        "max_running": 1,
        "max_watched": 1,
        "max_jobs": 1,
    }
    with (
        RunningServer(database, tmp_path / "log", **limits) as server,
        Visitor(server.url) as ada,
        ada.live() as live,
    ):
        with pytest.raises(InvalidStatus) as refused:
            ada.live()
        response = refused.value.response
        assert (response.status_code, response.headers["Retry-After"]) == (429, "1")
        assert b"max_sockets_per_person" in response.body
        first = ada.create()["match"]["id"]
        many = ada.http.post(
            "/api/matches", json={"game": "robotory", "seats": [{"kind": "open"}] * 2}
        )
        assert (many.status_code, many.json()["code"]) == (429, "too-many-matches")
        assert "retry-after" not in many.headers, "nobody knows when one of hers is over"
        live.watch(first)
        live.send(type="watch", match="0" * 16)
        assert live.expect("gone")["problem"]["code"] == "watched"
        with Live(server.url, {}) as somebody:
            somebody.watch(first)
            with pytest.raises(InvalidStatus), Live(server.url, {}):
                raise AssertionError("there is room for two from one address")
        with Visitor(server.url) as bo:
            busy = bo.create("nexus", "me", "here:Bo", hints=True)["match"]["id"]
            bo.post(f"/api/matches/{busy}/hint", status=202)
            assert bo.post(f"/api/matches/{busy}/hint", status=429)["code"] == "too-many-jobs"


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


def test_the_interface_is_a_page_of_our_own(plain_server: RunningServer) -> None:
    page = plain_server.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<b>POST</b> /api/matches/{match}/act" in page.text
    assert 'href="#schema-NewMatch"' in page.text
    assert 'id="schema-NewMatch"' in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "<script" not in page.text
    assert plain_server.get("/docs/style.css").headers["content-type"].startswith("text/css")


def test_the_interface_links_the_documentation_and_writes_text_as_text() -> None:
    api = {
        "info": {"title": "<b>Games</b>", "version": "1"},
        "paths": {},
        "components": {"schemas": {"Bad<": {"description": "<script>"}}},
    }
    page = render(api, "https://docs.example.org/")
    assert '<a href="https://docs.example.org/">Documentation</a>' in page
    assert "&lt;b&gt;Games" in page
    assert "<script>" not in page
