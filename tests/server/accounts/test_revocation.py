"""What is revoked acts no more: cookies, tokens, recovery codes and open sockets."""

import asyncio
import hmac
import sqlite3
from base64 import urlsafe_b64encode
from contextlib import closing
from pathlib import Path

import pytest

from ludothek.server.accounts.credentials import CredentialStore
from ludothek.server.accounts.people import People
from ludothek.server.app.settings import Settings
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.storage.database import Database
from tests.server.clock import SteppedClock
from tests.server.conftest import Welcome
from tests.server.running import RunningServer
from tests.server.storage.test_store import NewDatabase
from tests.server.visitors import Live, Visitor

PASSWORD, NEW = "correct horse battery", "another long password"
DAY = 86_400


def _account(visitor: Visitor) -> dict[str, str]:
    credentials = {"login": f"ada-{visitor.me['id']}", "password": PASSWORD}
    visitor.post("/api/me/account", credentials, 201)
    return credentials


def _bot(visitor: Visitor, **more: int) -> dict[str, str]:
    made = visitor.post("/api/me/tokens", {"label": "my bot", **more}, 201)
    return {"Authorization": f"Bearer {made['token']}"}


@pytest.mark.parametrize("how", ["password", "everywhere"])
def test_everything_ends_with_a_new_password_and_with_logging_out_everywhere(
    welcome: Welcome, how: str
) -> None:
    desk, phone = welcome("Ada"), welcome(None)
    phone.post("/api/login", _account(desk))
    bot, code = _bot(desk), desk.post("/api/me/recovery", status=201)
    with phone.live() as on_phone, Live(desk.url, bot) as of_bot:
        on_phone.expect("welcome")
        of_bot.expect("welcome")
        if how == "password":
            change = {"old": PASSWORD, "new": NEW}
            assert desk.http.put("/api/me/password", json=change).status_code == 200
        else:
            desk.post("/api/logout/everywhere", status=204)
        for live in (on_phone, of_bot):
            assert live.closed() == 1012
    phone.get("/api/me", 401)
    welcome(None, **bot).get("/api/me", 401)
    assert welcome(None).post("/api/recover", code, 403)["code"] == "recovery"
    desk.get("/api/me", 200 if how == "password" else 401)


def test_logging_out_ends_the_cookie_on_the_server_and_its_socket_alone(welcome: Welcome) -> None:
    desk, phone = welcome("Ada"), welcome(None)
    phone.post("/api/recover", desk.post("/api/me/recovery", status=201))
    cookie = dict(phone.http.cookies)
    with phone.live() as on_phone, desk.live() as on_desk:
        on_phone.expect("welcome")
        on_desk.expect("welcome")
        phone.post("/api/logout", status=204)
        assert on_phone.closed() == 1012
        match = desk.create("robotory", "me", "here:Bo")["match"]["id"]
        on_desk.watch(match)
    phone.http.cookies.update(cookie)
    phone.get("/api/me", 401)
    desk.get("/api/me")


def test_the_socket_of_a_dropped_token_closes(welcome: Welcome) -> None:
    ada = welcome("Ada")
    bot = _bot(ada)
    with Live(ada.url, bot) as live, ada.live() as own:
        live.expect("welcome")
        own.expect("welcome")
        token = ada.get("/api/me/tokens")[0]["id"]
        assert ada.http.delete(f"/api/me/tokens/{token}").status_code == 204
        assert live.closed() == 1012
        own.watch(ada.create()["match"]["id"])


def test_a_token_says_when_it_expires_and_when_it_was_used(welcome: Welcome) -> None:
    ada = welcome("Ada")
    bot = _bot(ada, days=30)
    before = ada.get("/api/me/tokens")[0]
    assert before["expires"] - before["created"] == 30 * DAY * 1000
    assert before["used"] is None
    welcome(None, **bot).get("/api/me")
    assert ada.get("/api/me/tokens")[0]["used"] >= before["created"]


def test_a_password_is_not_changed_without_an_account(welcome: Welcome) -> None:
    change = {"old": "nobody", "new": NEW}
    answer = welcome("Ada").http.put("/api/me/password", json=change)
    assert (answer.status_code, answer.json()["code"]) == (422, "no-account")


def test_sessions_and_tokens_end_by_themselves_and_sessions_in_use_are_renewed(
    new_database: NewDatabase,
) -> None:
    async def story() -> None:
        database, clock = Database(Settings(database=new_database()).database), SteppedClock()
        await database.open()
        line = TimeLine(database, "me", clock=clock)
        await line.start()
        store = CredentialStore(database, "me", line, session_days=10)
        ada = await People(database, store, line.wall, 30).guest("Ada")
        cookie = await store.open_session(ada)
        assert cookie
        token = (await store.make_token(ada, "bot", 3, 9)).token
        fresh = await store.by_cookie(cookie)
        assert fresh
        assert not store.to_be_renewed(fresh)
        clock.seconds += 6 * DAY
        assert await store.by_token(token) is None
        used = await store.by_cookie(cookie)
        assert used
        assert store.to_be_renewed(used)
        await store.renew(used)
        clock.seconds += 9 * DAY
        assert await store.by_cookie(cookie)
        clock.ahead = 100 * DAY * 1000
        assert await store.by_cookie(cookie), "the wall clock signs nobody out"
        clock.seconds += 2 * DAY
        assert await store.by_cookie(cookie) is None
        await database.close()

    asyncio.run(story())


def test_a_cookie_expires_and_is_renewed_by_use(tmp_path: Path) -> None:
    url, log = f"sqlite:///{tmp_path}/db.sqlite3", tmp_path / "log"
    with RunningServer(url, log, session_days=1) as server, Visitor(server.url, None) as ada:
        first = ada.http.post("/api/guests", json={}).headers["set-cookie"]
        assert f"Max-Age={DAY};" in first
        assert "set-cookie" not in ada.http.get("/api/me").headers, "it has just begun"
        cookies = dict(ada.http.cookies)
    with RunningServer(url, log, session_days=30) as server, Visitor(server.url, None) as ada:
        ada.http.cookies.update(cookies)
        again = ada.http.get("/api/me").headers["set-cookie"]
        assert again.partition(";")[0] == first.partition(";")[0]
        assert f"Max-Age={30 * DAY};" in again
        assert "set-cookie" not in ada.http.get("/api/me").headers


def test_a_revocation_whose_notice_was_lost_is_seen_with_the_next_heartbeat(
    new_database: NewDatabase,
) -> None:
    async def story() -> None:
        database = Database(Settings(database=new_database()).database)
        await database.open()
        clock = SteppedClock()
        here, there = (
            CredentialStore(database, name, TimeLine(database, name, clock=clock), 10)
            for name in ("here", "there")
        )
        closed: list[tuple[str, str | None]] = []
        there.revoked.append(lambda *ended: closed.append(ended))
        ada = await People(database, here, clock.wall, 30).guest("Ada")
        await here.end_all(ada)
        for _ in range(2):
            await there.poll()
        assert closed == [(ada.id, None)], "once"
        await database.close()

    asyncio.run(story())


def test_a_cookie_that_is_only_signed_is_worth_nothing(tmp_path: Path) -> None:
    """No credential is good unless the database knows it: else nothing could end it."""
    url, secret = f"sqlite:///{tmp_path}/db.sqlite3", "s" * 32
    with (
        RunningServer(url, tmp_path / "log", secret=secret) as server,
        Visitor(server.url) as ada,
        Visitor(server.url, None) as old,
    ):
        content = f"{ada.me['id']}.0"
        digest = hmac.digest(secret.encode(), f"cookie {content}".encode(), "sha256")
        signature = urlsafe_b64encode(digest[:24]).decode()
        old.http.headers["Cookie"] = f"ludothek={content}.{signature}"
        old.get("/api/me", 401)


def test_only_hashes_are_stored(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log") as server, Visitor(server.url) as ada:
        cookie = dict(ada.http.cookies)["ludothek"]
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        assert cookie not in "\n".join(database.iterdump())
