"""Guests, accounts, recovery and tokens, on both kinds of database."""

from collections.abc import Callable

import pytest

from ludothek.server.match.setup.name_cleaning import clean_name
from tests.server.conftest import Welcome
from tests.server.running import RunningServer
from tests.server.visitors import Visitor

PASSWORD = "correct horse battery"


def test_a_guest_is_somebody_at_once_and_stays_so(welcome: Welcome) -> None:
    ada = welcome("Ada")
    assert ada.get("/api/me") == ada.me
    assert ada.post("/api/guests", {"name": "Somebody else"}, 201) == ada.me


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: RunningServer) -> None:
    with Visitor(server.url, None) as nobody:
        answer = nobody.http.post("/api/guests", json={"name": "Ada"})
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    assert "path=/" in flags


@pytest.mark.parametrize(
    "forge",
    [
        lambda cookie: cookie[:-1] + ("a" if cookie[-1] != "a" else "b"),
        lambda cookie: "f" * 16 + cookie[16:],
        lambda cookie: f"{'f' * 16}.0.{cookie}",
        lambda _: "nonsense",
        lambda _: "",
    ],
)
def test_a_forged_cookie_is_worth_nothing(welcome: Welcome, forge: Callable[[str], str]) -> None:
    ada, thief = welcome("Ada"), welcome(None)
    cookie = dict(ada.http.cookies)["ludothek"]
    thief.http.headers["Cookie"] = f"ludothek={forge(cookie)}"
    assert thief.get("/api/me", 401)["code"] == "who"


def test_a_nickname_is_cleaned_and_can_be_changed(welcome: Welcome) -> None:
    ada = welcome("  Ada\u200b \t Lovelace ")
    assert ada.me["name"] == "Ada Lovelace"
    renamed = ada.http.patch("/api/me", json={"name": "Countess"}).json()
    assert renamed["name"] == ada.get("/api/me")["name"] == "Countess"


@pytest.mark.parametrize("name", ["", "\u200b", " \t ", "x" * 25, "A\0da", "Ada\u202e"])
def test_a_name_nobody_can_see_or_that_is_too_long_is_refused(welcome: Welcome, name: str) -> None:
    assert welcome().http.patch("/api/me", json={"name": name}).status_code == 422


def test_markup_in_a_name_is_only_text() -> None:
    assert clean_name("<b>Ada</b>") == "<b>Ada</b>"


def test_a_recovery_code_takes_an_identity_to_another_device_once(welcome: Welcome) -> None:
    phone, desk, thief = welcome("Ada"), welcome(None), welcome(None)
    code = phone.post("/api/me/recovery", status=201)
    assert desk.post("/api/recover", code)["id"] == phone.me["id"]
    assert desk.get("/api/me")["id"] == phone.me["id"]
    assert thief.post("/api/recover", code, 403)["code"] == "recovery"


def test_a_new_recovery_code_replaces_the_old_one(welcome: Welcome) -> None:
    ada, other = welcome("Ada"), welcome(None)
    old = ada.post("/api/me/recovery", status=201)
    ada.post("/api/me/recovery", status=201)
    assert other.post("/api/recover", old, 403)["code"] == "recovery"


def test_an_account_is_an_identity_one_can_come_back_to(welcome: Welcome) -> None:
    ada, later = welcome("Ada"), welcome(None)
    credentials = {"login": f"Ada-{ada.me['id']}", "password": PASSWORD}
    assert ada.post("/api/me/account", credentials, 201)["account"] == credentials["login"].lower()
    wrong = {**credentials, "password": "wrong password"}
    assert later.post("/api/login", wrong, 403)["code"] == "login"
    assert later.post("/api/login", {**credentials, "login": "nobody"}, 403)["code"] == "login"
    assert later.post("/api/login", credentials)["id"] == ada.me["id"]


def test_a_login_name_belongs_to_one_person(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    credentials = {"login": f"same-{ada.me['id']}", "password": PASSWORD}
    ada.post("/api/me/account", credentials, 201)
    assert ada.post("/api/me/account", credentials, 422)["code"] == "account-exists"
    shouted = {**credentials, "login": credentials["login"].upper()}
    assert bo.post("/api/me/account", shouted, 422)["code"] == "login-taken"


def test_a_short_password_is_refused(welcome: Welcome) -> None:
    credentials = {"login": "somebody", "password": "short"}
    assert welcome().post("/api/me/account", credentials, 422)["params"]["field"] == "password"


def test_a_new_password_signs_all_other_devices_out(welcome: Welcome) -> None:
    desk, phone = welcome("Ada"), welcome(None)
    credentials = {"login": f"ada-{desk.me['id']}", "password": PASSWORD}
    desk.post("/api/me/account", credentials, 201)
    phone.post("/api/login", credentials)
    change = {"old": PASSWORD, "new": "another long password"}
    assert phone.http.put("/api/me/password", json={**change, "old": "x"}).status_code == 403
    with desk.live() as live:
        live.expect("welcome")
        assert phone.http.put("/api/me/password", json=change).status_code == 200
        assert live.expect("bye")["reason"] == "replaced"
    assert phone.get("/api/me")["id"] == desk.me["id"]
    assert desk.get("/api/me", 401)["code"] == "who"


def test_logging_out_forgets_the_identity_here_or_everywhere(welcome: Welcome) -> None:
    desk, phone = welcome("Ada"), welcome(None)
    phone.post("/api/recover", desk.post("/api/me/recovery", status=201))
    phone.post("/api/logout", status=204)
    phone.get("/api/me", 401)
    desk.get("/api/me")
    cookies = dict(desk.http.cookies)
    desk.post("/api/logout/everywhere", status=204)
    desk.http.cookies.update(cookies)
    desk.get("/api/me", 401)


def test_a_token_plays_as_its_owner_and_does_nothing_else(welcome: Welcome) -> None:
    ada = welcome("Ada")
    made = ada.post("/api/me/tokens", {"label": "my bot"}, 201)
    bot = welcome(None, Authorization=f"Bearer {made['token']}")
    assert bot.get("/api/me")["id"] == ada.me["id"]
    bot.create()
    for path in ("/api/me/recovery", "/api/me/tokens", "/api/logout/everywhere"):
        assert bot.post(path, {"label": "more"}, 403)["code"] == "bot"
    account = {"login": "bot-account", "password": PASSWORD}
    assert bot.post("/api/me/account", account, 403)["code"] == "bot"
    assert bot.http.patch("/api/me", json={"name": "Mine"}).status_code == 403


def test_a_dropped_token_is_worth_nothing(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    made = ada.post("/api/me/tokens", {"label": "my bot"}, 201)
    listed = ada.get("/api/me/tokens")
    assert [token["id"] for token in listed] == [made["id"]]
    assert "token" not in listed[0]
    assert bo.http.delete(f"/api/me/tokens/{made['id']}").status_code == 404
    assert ada.http.delete(f"/api/me/tokens/{made['id']}").status_code == 204
    bot = welcome(None, Authorization=f"Bearer {made['token']}")
    assert bot.get("/api/me", 401)["code"] == "token"


def test_there_are_only_so_many_tokens(welcome: Welcome) -> None:
    ada = welcome("Ada")
    for _ in range(20):
        ada.post("/api/me/tokens", {"label": "bot"}, 201)
    assert ada.post("/api/me/tokens", {"label": "bot"}, 422)["code"] == "too-many-tokens"
