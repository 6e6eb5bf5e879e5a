"""What is limited says which limit it was and when to come back; what counts is counted."""

from pathlib import Path
from socket import create_connection
from typing import Any
from unittest.mock import Mock

import httpx
import pytest

from ludothek.server.accounts.people import fold
from ludothek.server.app.settings import BadSettings, Settings, load_settings
from ludothek.server.http.auth import charge
from ludothek.server.http.rate_limit import RATES, SHARED, Limits
from ludothek.server.match.refusals import Refused
from ludothek.server.match.setup.name_cleaning import clean_name
from tests.server.conftest import Welcome
from tests.server.running import PATIENCE, RunningServer
from tests.server.visitors import Visitor


def test_a_limit_says_its_name_and_when_to_come_back(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log", rate=0.1) as server, Visitor(server.url) as ada:
        for _ in range(3):
            answer = ada.http.post("/api/recover", json={"code": "x" * 32})
        assert answer.status_code == 429
        problem = answer.json()
        assert problem["params"]["kind"] == "secret"
        assert 0 < problem["params"]["seconds"] <= 60
        assert answer.headers["retry-after"] == str(problem["params"]["seconds"])
        assert "limit: secret" in problem["message"]


def test_who_is_too_slow_is_told_how_long_it_may_take(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    beginning = b"GET / HTTP/1.1\r\nHost: x\r\n"
    with (
        RunningServer(url, tmp_path / "log", header_seconds=1) as server,
        create_connection(("127.0.0.1", server.port), PATIENCE) as line,
    ):
        line.sendall(beginning)
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"the request did not arrive within 1 s" in answer


def test_a_rate_limit_is_a_setting(tmp_path: Path) -> None:
    url, rates = f"sqlite:///{tmp_path}/db.sqlite3", "list 3 0.1, match 40 0.5"
    with (
        RunningServer(url, tmp_path / "log", rate=1, rates=rates) as server,
        Visitor(server.url) as ada,
    ):
        answers = [ada.http.get("/api/matches") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert 8 <= int(answers[-1].headers["retry-after"]) <= 10


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        ("list 3", "a rate limit is written as its name, at once and a second: match 40 0.5"),
        ("list 0 1", "a rate limit is written as its name, at once and a second: match 40 0.5"),
        ("list 3 nan", "a rate limit is written as its name, at once and a second: match 40 0.5"),
        ("lists 3 1", "the rate limits are request, message, "),
    ],
)
def test_a_rate_limit_that_is_none_is_refused(rates: str, sentence: str) -> None:
    with pytest.raises(BadSettings, match=sentence):
        load_settings(environment={"LUDOTHEK_RATES": rates})


def test_a_wait_is_as_long_as_it_takes() -> None:
    now = 0.0
    limits = Limits(1.0, lambda: now)
    rate = RATES["account"]
    assert limits.wait("account", "ada") == 0
    for _ in range(int(rate.burst)):
        assert limits.allow("account", "ada")
    assert limits.wait("account", "ada") == 60
    limits.give_back("account", "ada")
    assert limits.wait("account", "ada") == 0
    assert limits.allow("account", "ada")
    now = 59.0
    assert not limits.allow("account", "ada")
    now = 60.5
    assert limits.allow("account", "ada")


def test_pages_and_the_question_whether_it_is_ready_are_limited(tmp_path: Path) -> None:
    url, rates = f"sqlite:///{tmp_path}/db.sqlite3", "page 12 0.001"
    with RunningServer(url, tmp_path / "log", rate=1, rates=rates) as server:
        for path in ("/readyz", "/nothing", "/"):
            statuses = [server.get(path).status_code for _ in range(20)]
            assert 429 in statuses
        assert server.get("/healthz").status_code == 200


def test_the_description_of_the_interface_is_written_once_and_limited(tmp_path: Path) -> None:
    url, rates = f"sqlite:///{tmp_path}/db.sqlite3", "page 12 0.001"
    with RunningServer(url, tmp_path / "log", rate=1, rates=rates) as server:
        for path in ("/api/openapi.json", "/docs"):
            first = server.get(path)
            again = httpx.get(server.url + path, headers={"If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        statuses = [server.get("/api/openapi.json").status_code for _ in range(20)]
        assert statuses[-1] == 429


@pytest.mark.parametrize("kind", ["view", "change"])
def test_what_takes_time_or_writes_is_limited(tmp_path: Path, kind: str) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log", rate=0.2) as server, Visitor(server.url) as ada:
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        for _ in range(13):
            if kind == "view":
                answer = ada.http.get(f"/api/matches/{match}")
            else:
                answer = ada.http.patch("/api/me", json={"name": "Ada"})
        assert (answer.status_code, answer.json()["params"]["kind"]) == (429, kind)


def test_a_match_is_not_followed_too_often(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log", rate=0.2) as server, Visitor(server.url) as ada:
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        with ada.live() as line:
            for _ in range(13):
                line.send(type="watch", match=match)
            assert line.expect("gone")["problem"]["params"]["kind"] == "view"


@pytest.mark.parametrize("kind", SHARED)
def test_all_guests_of_an_address_have_one_budget(kind: str) -> None:
    services = Mock(limits=Limits(1.0, lambda: 0.0), settings=Settings())
    each = int(RATES[kind].burst)
    for guest in range(getattr(services.settings, SHARED[kind])):
        for _ in range(each):
            charge(services, kind, f"guest {guest}", "here")
    with pytest.raises(Refused) as refused:
        charge(services, kind, "another guest", "here")
    assert refused.value.refusal.params["kind"] == kind
    charge(services, kind, "somebody", "elsewhere")


PASSWORD = "correct horse battery"
GUESSES: dict[str, Any] = {"rate": 1, "rates": "account 2 0.0001, secret 1000 100"}


def test_the_owner_of_an_account_is_known_after_a_restart(tmp_path: Path) -> None:
    url, account = f"sqlite:///{tmp_path}/db.sqlite3", {"login": "ada", "password": PASSWORD}
    wrong = {"login": "ada", "password": "wrong password"}
    with RunningServer(url, tmp_path / "log", **GUESSES) as server, Visitor(server.url) as ada:
        ada.post("/api/me/account", account, 201)
    with (
        RunningServer(url, tmp_path / "log", **GUESSES) as server,
        Visitor(server.url, None, address="127.0.0.3") as thief,
        Visitor(server.url, None) as again,
        Visitor(server.url, None, address="127.0.0.4") as elsewhere,
    ):
        statuses = [thief.http.post("/api/login", json=wrong).status_code for _ in range(4)]
        assert statuses == [403, 403, 429, 429]
        elsewhere.post("/api/login", account, 429)
        again.post("/api/login", account)
        new = {"old": PASSWORD, "new": "another long password"}
        assert again.http.put("/api/me/password", json=new).status_code == 200


def test_a_stolen_session_does_not_guess_the_password_nor_lock_the_owner_out(
    tmp_path: Path,
) -> None:
    url, account = f"sqlite:///{tmp_path}/db.sqlite3", {"login": "ada", "password": PASSWORD}
    with (
        RunningServer(url, tmp_path / "log", **GUESSES) as server,
        Visitor(server.url) as ada,
        Visitor(server.url, None, address="127.0.0.3") as thief,
        Visitor(server.url, None, address="127.0.0.4") as phone,
    ):
        ada.post("/api/me/account", account, 201)
        thief.http.cookies.update(dict(ada.http.cookies))
        new = {"old": "wrong password", "new": "another long password"}
        tries = [thief.http.put("/api/me/password", json=new) for _ in range(3)]
        assert [each.status_code for each in tries] == [403, 403, 429]
        assert tries[-1].json()["params"]["kind"] == "account"
        wrong = {"login": "ada", "password": "wrong password"}
        assert thief.http.post("/api/login", json=wrong).status_code == 429
        phone.post("/api/login", account)


def test_matches_set_up_for_others_count(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log", max_running=2) as server, Visitor(server.url) as ada:
        for _ in range(2):
            ada.create("robotory", "open", "open")
        refused = ada.create("robotory", "open", "open", status=429)
        assert refused["code"] == "too-many-matches"
        sentence = "at most 2 matches at a time; wait until one of yours is over"
        assert refused["message"] == sentence


def test_nobody_comes_to_more_matches_by_joining_or_by_a_rematch(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with (
        RunningServer(url, tmp_path / "log", max_running=2) as server,
        Visitor(server.url) as ada,
        Visitor(server.url, "Bo") as bo,
        Visitor(server.url, "Cy") as cy,
    ):
        over = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        ada.act(over, {"type": "resign"})
        first = ada.create("robotory", "open", "open", public=True)
        ada.create("robotory", "me", "open", public=True)
        rematch = {"type": "offer", "what": "rematch"}
        assert ada.act(over, rematch, 429)["code"] == "too-many-matches"
        ada.join(first)  # it is one of hers already
        for maker in (bo, cy):
            maker.create("robotory", "me", "open")
        bo.create("robotory", "me", "open")
        open_one = cy.create("robotory", "open", "open", public=True)
        full = bo.post(f"/api/links/{open_one['links'][0]['token']}", status=429)
        assert full["code"] == "too-many-matches"
        match = open_one["match"]["id"]
        assert bo.act(match, {"type": "join", "seat": 1}, 429)["code"] == "too-many-matches"
        with bo.live() as line:
            ref = line.act(match, type="join", seat=1)
            refusal = line.expect("refused", lambda message: message["ref"] == ref)
            assert refusal["problem"]["code"] == "too-many-matches"


def test_rematches_are_limited_like_other_matches(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    rare: dict[str, Any] = {"rates": "match 3 0.0001"}
    with (
        RunningServer(url, tmp_path / "log", rate=1, **rare) as server,
        Visitor(server.url) as ada,
    ):
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        statuses = []
        for _ in range(4):
            ada.act(match, {"type": "resign"})
            offered = ada.http.post(
                f"/api/matches/{match}/act", json={"type": "offer", "what": "rematch"}
            )
            statuses.append(offered.status_code)
            if offered.status_code == 429:
                assert offered.json()["params"]["kind"] == "match"
                break
            match = offered.json()["match"]["next"]
        assert statuses == [200, 200, 429]


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "games.example.org"},
        {"X-Real-IP": "203.0.113.9"},
        {"Via": "1.1 proxy"},
        {"Forwarded": "for=203.0.113.9"},
        {"X-Forwarded-For": "nonsense"},
    ],
)
def test_metrics_are_not_open_through_a_proxy_by_accident(
    plain_server: RunningServer, headers: dict[str, str]
) -> None:
    assert plain_server.get("/metrics").status_code == 200
    answer = httpx.get(f"{plain_server.url}/metrics", headers=headers)
    assert answer.status_code in {400, 404}


def test_metrics_have_to_be_opened_where_a_proxy_may_be_in_front(tmp_path: Path) -> None:
    """It may pass on a request with neither its own name nor the address of who asks."""
    settings: dict[str, Any] = {"public_url": "https://games.example.org"}
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log", **settings) as server:
        assert server.get("/metrics").status_code == 404
    with RunningServer(url, tmp_path / "log", metrics="open", **settings) as server:
        assert server.get("/metrics").status_code == 200


def test_metrics_are_not_asked_for_without_a_pause(tmp_path: Path) -> None:
    few: dict[str, Any] = {"rate": 1, "rates": "page 2 0.0001"}
    with RunningServer(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path / "log", **few) as server:
        assert [server.get("/metrics").status_code for _ in range(3)] == [200, 200, 429]


def test_analyses_are_kept_per_level(plain: Welcome) -> None:
    ada, bo = plain("Ada"), plain("Bo")
    match = ada.create("robotory", "me", "here:Cy")["match"]["id"]
    ada.act(match, {"type": "resign"})
    weak = ada.post(f"/api/matches/{match}/analysis", {"level": 1}, 202)["id"]
    while ada.get(f"/api/jobs/{weak}")["state"] != "done":
        pass
    strong = bo.post(f"/api/matches/{match}/analysis", {"level": 2}, 202)
    assert strong["id"] != weak
    assert bo.post(f"/api/matches/{match}/analysis", {"level": 1}, 202)["id"] == weak


@pytest.mark.parametrize(
    ("login", "code"),
    [("a\0b", "characters"), ("ada\u202e", "characters"), ("\ufdfa" * 40, "login-long")],
)
def test_a_login_name_that_controls_something_or_explodes_is_refused(login: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        fold(login)
    assert (refused.value.refusal.code, refused.value.refusal.status) == (code, 422)


@pytest.mark.parametrize("name", ["Computer scientist", "Housemartin", "Ada 8", "Casanova", "🎲"])
def test_other_names_are_free(name: str) -> None:
    assert clean_name(name) == name
