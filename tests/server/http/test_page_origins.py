"""Pages of other origins: who is listed may come, with a session and never with a cookie."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from ludothek.server.app.settings import BadSettings, load_settings
from tests.server.running import RunningServer
from tests.server.visitors import Live, Visitor

PAGE = "https://page.example"
ELSEWHERE = "https://elsewhere.example"
ASKING = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("pages")
    database = f"sqlite:///{folder}/db.sqlite3"
    listed = f"{PAGE},http://127.0.0.1:8123"
    with RunningServer(database, folder / "log", page_origins=listed) as running:
        yield running


def request(server: RunningServer, path: str, session: str = "", **more: Any) -> httpx.Response:
    """What a page of another origin asks."""
    headers = {"Origin": PAGE, **more.pop("headers", {})}
    if session:
        headers["Authorization"] = f"Session {session}"
    return httpx.request(
        more.pop("method", "POST"), f"{server.url}{path}", headers=headers, timeout=60, **more
    )


def session_of(server: RunningServer) -> str:
    answer = request(server, "/api/guests", json={"name": "Ada"})
    assert answer.status_code == 201
    assert "set-cookie" not in answer.headers
    return answer.headers["ludothek-session"]


def test_a_listed_page_is_known_by_its_session(server: RunningServer) -> None:
    session = session_of(server)
    me = request(server, "/api/me", session, method="GET")
    assert me.json()["name"] == "Ada"
    assert me.headers["access-control-allow-origin"] == PAGE
    assert "access-control-allow-credentials" not in me.headers
    assert "Origin" in me.headers["vary"]
    assert "Ludothek-Session" in me.headers["access-control-expose-headers"]
    gone = request(server, "/api/logout", session)
    assert gone.headers["ludothek-session"] == ""
    assert request(server, "/api/me", session, method="GET").status_code == 401


def test_a_cookie_is_never_read_for_another_page(server: RunningServer) -> None:
    with Visitor(server.url) as ada:
        cookie = f"ludothek={ada.http.cookies['ludothek']}"
        answer = request(server, "/api/me", method="GET", headers={"Cookie": cookie})
        assert answer.status_code == 401
        with Live(server.url, {"Cookie": cookie}, origin=PAGE) as line:
            assert line.expect("welcome")["me"] is None


def test_a_session_in_a_header_is_worth_nothing_elsewhere(server: RunningServer) -> None:
    shown = {"Authorization": f"Session {session_of(server)}"}
    for headers in (shown, {**shown, "Origin": server.url}, {**shown, "Origin": ELSEWHERE}):
        answer = httpx.get(f"{server.url}/api/me", headers=headers)
        assert answer.status_code == 401
        assert "access-control-allow-origin" not in answer.headers


def test_browsers_ask_first_and_only_listed_pages_are_allowed(server: RunningServer) -> None:
    allowed = request(server, "/api/guests", method="OPTIONS", headers=ASKING)
    assert allowed.status_code == 204
    assert allowed.headers["access-control-allow-origin"] == PAGE
    assert allowed.headers["access-control-allow-headers"] == "authorization, content-type"
    for origin in (ELSEWHERE, "null", PAGE.upper(), f"{PAGE}:8443", "http://page.example"):
        headers = {**ASKING, "Origin": origin}
        refused = request(server, "/api/guests", method="OPTIONS", headers=headers)
        assert refused.status_code == 405
        assert "access-control-allow-origin" not in refused.headers
        posted = request(server, "/api/guests", json={}, headers={"Origin": origin})
        assert (posted.status_code, posted.json()["code"]) == (403, "cross-site")


def test_the_socket_takes_the_session_as_a_subprotocol(server: RunningServer) -> None:
    session = session_of(server)
    offered: Any = ["ludothek", f"session.{session}"]
    with Live(server.url, {}, origin=PAGE, subprotocols=offered) as line:
        assert line.socket.subprotocol == "ludothek"
        assert line.expect("welcome")["me"]["name"] == "Ada"
    for strange in ("session.wrong", "session.", "other.x"):
        with Live(server.url, {}, origin=PAGE, subprotocols=["ludothek", strange]) as line:
            assert line.expect("welcome")["me"] is None
    with pytest.raises(InvalidStatus) as denied:
        Live(server.url, {}, origin=ELSEWHERE, subprotocols=offered)
    assert denied.value.response.status_code == 403


def test_pictures_may_be_shown_on_other_pages_and_nothing_else(server: RunningServer) -> None:
    picture = server.get("/api/games/repulso/picture.svg")
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert server.get("/api/games").headers["cross-origin-resource-policy"] == "same-origin"


def test_without_the_setting_nobody_else_comes(plain_server: RunningServer) -> None:
    answer = request(plain_server, "/api/guests", method="OPTIONS", headers=ASKING)
    assert answer.status_code == 405
    assert request(plain_server, "/api/guests", json={}).status_code == 403
    picture = plain_server.get("/api/games/repulso/picture.svg")
    assert picture.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    "origins",
    [
        "*",
        "null",
        "page.example",
        "https://page.example/",
        "https://page.example/path",
        "https://Page.example",
        "https://me@page.example",
        "http://page.example",
        "https://page.example,,",
        "https://page.example, https://other.example",
    ],
)
def test_origins_are_exact_and_safe(origins: str) -> None:
    with pytest.raises(BadSettings, match="origins of pages are written"):
        load_settings(environment={"LUDOTHEK_PAGE_ORIGINS": origins})
