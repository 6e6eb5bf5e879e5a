"""Going on after a revocation, at another process than the one that was told of it.

`python -m tests.attacks.secrets.revocations`: two processes on PostgreSQL. A cookie and a token ask
without a pause, their sockets listen, and a recovery code is tried; then they are revoked. What
is printed is for how long each went on afterwards.
"""

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.server.clusters import Cluster, cluster
from tests.server.running import RunningServer
from tests.server.visitors import Data, Live, Visitor

PASSWORD: Final = "correct horse battery"
NEW: Final = {"old": PASSWORD, "new": "another long password"}
Spans = dict[str, list[float]]  # seconds for which something went on after its revocation


@dataclass
class Access:
    """Somebody at one process, and what acts for them at another one."""

    owner: Visitor
    phone: Visitor
    bot: Visitor
    on_phone: Live
    of_bot: Live
    code: Data


def new_password(access: Access) -> None:
    """Everything but the owner's own cookie ends."""
    access.owner.http.put("/api/me/password", json=NEW).raise_for_status()


def log_out_everywhere(access: Access) -> None:
    """Everything ends."""
    access.owner.post("/api/logout/everywhere", status=204)


def drop_token(access: Access) -> None:
    """The token ends, and its socket."""
    token = access.owner.get("/api/me/tokens")[0]["id"]
    access.owner.http.delete(f"/api/me/tokens/{token}").raise_for_status()


def log_out(access: Access) -> None:
    """One cookie ends, and its socket: by the same cookie at the other process."""
    with Visitor(access.owner.url, None) as same:
        same.http.cookies.update(dict(access.phone.http.cookies))
        same.post("/api/logout", status=204)


COOKIE, TOKEN, CODE = ("cookie", "socket of a cookie"), ("token", "socket of a token"), "code"
WAYS: Final[dict[Callable[[Access], None], tuple[str, ...]]] = {
    new_password: (*COOKIE, *TOKEN, CODE),
    log_out_everywhere: (*COOKIE, *TOKEN, CODE),
    drop_token: TOKEN,
    log_out: COOKIE,
}


def attack(here: str, there: str, rounds: int = 20) -> Spans:
    """Revoke at one process what acts at the other, in every way, so many times."""
    spans: Spans = defaultdict(list)
    for number in range(rounds):
        for way, ends in WAYS.items():
            with accessed(here, there, f"{way.__name__}-{number}") as access:
                for name, seconds in go_on(access, way, ends).items():
                    spans[name].append(seconds)
    return spans


def go_on(access: Access, way: Callable[[Access], None], ends: tuple[str, ...]) -> dict[str, float]:
    """Let everything that is to end act until it is refused."""
    acting: dict[str, Callable[[], float]] = {
        "cookie": lambda: refused_at(access.phone),
        "token": lambda: refused_at(access.bot),
        "socket of a cookie": lambda: closed_at(access.on_phone),
        "socket of a token": lambda: closed_at(access.of_bot),
    }
    with ThreadPoolExecutor(len(acting)) as threads:
        running: dict[str, Future[float]] = {
            name: threads.submit(acting[name]) for name in ends if name in acting
        }
        way(access)
        revoked = time.monotonic()
        spans = {name: max(0.0, each.result() - revoked) for name, each in running.items()}
    if CODE in ends:
        with Visitor(access.phone.url, None) as thief:
            assert thief.post("/api/recover", access.code, 403)["code"] == "recovery"
    return spans


@contextmanager
def accessed(here: str, there: str, login: str) -> Iterator[Access]:
    """Somebody with an account, signed in at another process by cookie and by token."""
    credentials = {"login": login, "password": PASSWORD}
    with ExitStack() as stack:
        owner = stack.enter_context(Visitor(here))
        owner.post("/api/me/account", credentials, 201)
        phone = stack.enter_context(Visitor(there, None))
        phone.post("/api/login", credentials)
        made = owner.post("/api/me/tokens", {"label": "bot"}, 201)
        bearer = {"Authorization": f"Bearer {made['token']}"}
        bot = stack.enter_context(Visitor(there, None, **bearer))
        on_phone = stack.enter_context(phone.live())
        of_bot = stack.enter_context(Live(there, bearer))
        for line in (on_phone, of_bot):
            line.expect("welcome")
        yield Access(
            owner, phone, bot, on_phone, of_bot, owner.post("/api/me/recovery", status=201)
        )


def refused_at(visitor: Visitor) -> float:
    """Ask until one is not known any more; when that was asked which was refused."""
    sent = time.monotonic()
    while visitor.http.get("/api/me").status_code == 200:
        sent = time.monotonic()
    return sent


def closed_at(line: Live) -> float:
    """Listen until the other side closes."""
    assert line.closed() == 1012
    return time.monotonic()


@contextmanager
def two_processes(running: Cluster, folder: Path) -> Iterator[tuple[str, str]]:
    """Two processes on one database."""
    database = running.new_database()
    with (
        RunningServer(database, folder / "one") as one,
        RunningServer(database, folder / "two") as two,
    ):
        yield one.url, two.url


if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory() as name,
        cluster() as postgres,
        two_processes(postgres, Path(name)) as urls,
    ):
        for what, seconds in attack(*urls).items():
            middle = sorted(seconds)[len(seconds) // 2]
            print(f"{what}: {len(seconds)} times, p50 {middle:.3f} s, worst {max(seconds):.3f} s")
