"""A match survives whatever happens to its players' browsers, their network and the server."""

import asyncio
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Self

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from ludothek.server.app.serve import PING, PONG
from ludothek.server.app.settings import Settings
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import servers
from tests.server.conftest import Welcome
from tests.server.running import RunningServer
from tests.server.visitors import Visitor, eventually, meet


@pytest.fixture
def own_server(new_database: Callable[[], str], tmp_path: Path) -> Iterator[RunningServer]:
    """A server one may stop and start."""
    with RunningServer(new_database(), tmp_path / "log") as running:
        yield running


@contextmanager
def two(server: RunningServer) -> Iterator[tuple[Visitor, Visitor]]:
    with Visitor(server.url, "Ada") as ada, Visitor(server.url, "Bo") as bo:
        yield ada, bo


def test_a_reload_shows_the_match_as_it_was(welcome: Welcome) -> None:
    ada, _, match = meet(welcome)
    with ada.live() as live:
        live.watch(match)
        live.decide(match, 0, "w@a1")
    with ada.live() as live:
        again = live.watch(match)
        assert again["match"]["ply"] == 1
        assert again["match"]["you"] == [1]


def test_a_restart_of_the_server_is_transparent(own_server: RunningServer) -> None:
    with two(own_server) as (ada, bo):
        created = ada.create()
        match = created["match"]["id"]
        bo.join(created)
        with ada.live() as live:
            live.watch(match)
            last = live.decide(match, 0, "w@a1")["seq"]
            own_server.stop()
            assert live.expect("bye")["reason"] == "restart"
            assert live.closed() == 1012
        own_server.start()
        with ada.live() as left, bo.live() as right:
            assert left.watch(match, after=last)["since"] == last
            right.watch(match)
            right.decide(match, 1, "w@a2")
            left.expect("match", lambda m: m["match"]["ply"] == 2)


def test_a_computer_goes_on_after_a_restart(own_server: RunningServer) -> None:
    with Visitor(own_server.url) as ada:
        match = ada.create("robotory", "me", "computer:13")["match"]["id"]
        ada.decide(match, "w@a1")
        own_server.kill()
        own_server.start()
        eventually(lambda: ada.get(f"/api/matches/{match}")["match"]["ply"] >= 2)


def test_a_network_cut_of_a_minute_or_more_loses_nothing(plain: Welcome) -> None:
    """What was on its way is sent again, and done once; what was missed is told.

    A cut network says nothing at all. The server gives the line up within 12 seconds, and from
    then on it makes no difference how long the cut is: here it ends when the server has noticed.
    """
    assert PING + PONG < 12
    ada, bo, match = meet(plain)
    with bo.live() as right, _Wire(int(ada.url.rpartition(":")[2])) as wire:
        right.watch(match)
        with ada.live_through(wire.port) as cut:
            seq = cut.watch(match)["match"]["seq"]
            right.expect("presence", lambda m: m["online"] == [1, 2])
            wire.swallow_answers()
            cut.act(match, type="decide", ply=0, decisions=["w@a1"])
            right.expect("match", lambda m: m["match"]["ply"] == 1)
            wire.swallow_everything()
            right.expect("presence", lambda m: m["online"] == [2])
            right.decide(match, 1, "w@a2")
            wire.cut()
            with pytest.raises(ConnectionClosed):
                cut.expect("done")
        with ada.live() as live:
            back = live.watch(match, after=seq)
            assert [event["decision"] for event in back["happened"]] == ["w@a1", "w@a2"]
            live.decide(match, 0, "w@a1")
    assert ada.get(f"/api/matches/{match}")["match"]["ply"] == 2


def test_a_second_tab_plays_on_where_the_first_was_closed(plain: Welcome) -> None:
    ada, bo, match = meet(plain)
    with ada.live() as second, bo.live() as right:
        with ada.live() as first:
            for live in (first, second, right):
                live.watch(match)
            first.decide(match, 0, "w@a1")
            second.expect("match", lambda m: m["match"]["ply"] == 1)
        right.decide(match, 1, "w@a2")
        update = second.expect("match", lambda m: m["match"]["ply"] == 2)
        assert update["match"]["seats"][0]["online"], "one tab is enough to be there"
        second.decide(match, 2, "w@a3")


def test_a_clock_runs_out_while_its_player_is_away(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    created = ada.create(clock={"kind": "turn", "seconds": 1})
    match = created["match"]["id"]
    with bo.live() as live:
        bo.join(created)
        live.watch(match)
        over = live.expect("match", lambda m: m["match"]["result"])
        assert over["match"]["result"] == {"winners": [2], "reason": "time"}
    assert ada.get(f"/api/matches/{match}")["match"]["status"] == "finished"


def test_no_clock_runs_while_the_server_is_down(own_server: RunningServer) -> None:
    """It is down for an hour; of what happened between two heartbeats, two seconds may be lost."""
    with two(own_server) as (ada, bo):
        created = ada.create(clock={"kind": "turn", "seconds": 3600})
        match = created["match"]["id"]
        bo.join(created)
        before, begun = _left(ada, match), time.monotonic()
        own_server.kill()
        asyncio.run(_an_hour_passes(own_server.database))
        own_server.start()
        after, ended = _left(ada, match), time.monotonic()
        assert before - 1000 * (ended - begun) - 2_000 < after <= before + 2_000


async def _an_hour_passes(url: str) -> None:
    """Make all heartbeats that were written down an hour old."""
    database = Database(Settings(database=url).database)
    older = update(servers).values(at=servers.c.at - 3_600_000)
    await database.write(lambda connection: connection.execute(older))
    await database.close()


def _left(visitor: Visitor, match: str) -> int:
    left: int = visitor.get(f"/api/matches/{match}")["match"]["clock"]["left"][0]
    return left


def test_a_match_of_an_older_version_of_the_rules_says_so(tmp_path: Path) -> None:
    """It is listed, and nothing else: it is never replayed with other rules."""
    file = tmp_path / "db.sqlite3"
    server = RunningServer(f"sqlite:///{file}", tmp_path / "log")
    with server, Visitor(server.url) as ada:
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        ada.decide(match, "w@a1")
        server.stop()
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("update matches set rules = 7")
            database.execute(
                "update entries set events = replace(events, '\"rules\":1', '\"rules\":7')"
            )
        server.start()
        problem = ada.get(f"/api/matches/{match}", 409)
        assert problem["code"] == "rules-version"
        assert problem["params"] == {"game": "robotory", "played": 7, "known": 1}
        listed = ada.get("/api/me/matches")["matches"]
        assert [(m["status"], m["replayable"]) for m in listed] == [("abandoned", False)]
        with ada.live() as live:
            live.send(type="watch", match=match)
            assert live.expect("gone")["problem"]["code"] == "rules-version"


def test_a_match_of_a_game_that_is_not_installed_any_more_says_so(tmp_path: Path) -> None:
    """It is listed, and goes on when the package is back."""
    file = tmp_path / "db.sqlite3"
    server = RunningServer(f"sqlite:///{file}", tmp_path / "log")
    with server, Visitor(server.url) as ada:
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        server.stop()
        with closing(sqlite3.connect(file)) as database, database:
            _rename_game(database, "robotory", "robotany")
        server.start()
        assert ada.get(f"/api/matches/{match}", 409)["code"] == "game-unknown"
        [listed] = ada.get("/api/me/matches")["matches"]
        assert (listed["game"], listed["replayable"]) == ("robotany", False)
        server.stop()
        with closing(sqlite3.connect(file)) as database, database:
            _rename_game(database, "robotany", "robotory")
        server.start()
        ada.decide(match, "w@a1")


def _rename_game(database: sqlite3.Connection, old: str, new: str) -> None:
    database.execute("update matches set game = ?", [new])
    database.execute("update entries set events = replace(events, ?, ?)", [f'"{old}"', f'"{new}"'])


@pytest.mark.parametrize(("stuck", "goes_on"), [("no-turn", True), ("no-prospect", False)])
def test_a_match_of_former_rules_goes_on_where_they_agree_and_else_stays_readable(
    tmp_path: Path, stuck: str, goes_on: bool
) -> None:
    """Version 1 of Repulso and today's `no-turn` play alike; its `no-prospect` was another."""
    file = tmp_path / "db.sqlite3"
    server = RunningServer(f"sqlite:///{file}", tmp_path / "log")
    with server, Visitor(server.url) as ada:
        match = ada.create("repulso", "me", "here:Bo", options={"stuck": stuck})["match"]["id"]
        ada.decide(match, "c4")
        server.stop()
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("update matches set rules = 1")
            database.execute(
                "update entries set events = replace(events, '\"rules\":2', '\"rules\":1')"
            )
        server.start()
        state = ada.get(f"/api/matches/{match}")["match"]
        frames = ada.get(f"/api/matches/{match}/frames")["frames"]
        assert [frame["ply"] for frame in frames] == [0, 1]
        record = ada.http.get(f"/api/matches/{match}/record").text
        if goes_on:
            assert state["status"] == "playing"
            assert "Rules: 2" in record
            ada.decide(match, "d4")
        else:
            assert (state["status"], state["called_off"]) == ("abandoned", "old-rules")
            assert "Rules: 1" in record
            assert "Result: unfinished" in record
            assert ada.decide(match, "d4", status=409)["code"] == "not-playing"
        archived = ada.post("/api/records", {"record": record}, 201)["match"]
        assert archived["options"]["stuck"] == stuck


class _Wire:
    """A stretch of network between a client and the server that can be cut."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._swallow = threading.Event()
        self._silent = threading.Event()
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def swallow_answers(self) -> None:
        self._swallow.set()

    def swallow_everything(self) -> None:
        self._silent.set()

    def cut(self) -> None:
        for end in self._ends:
            end.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        for thread in self._threads:
            thread.join(10)
        for end in self._ends:
            end.close()

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        server = socket.create_connection(("127.0.0.1", self._server_port))
        self._ends += [client, server]
        for source, target, answers in ((client, server, False), (server, client, True)):
            thread = threading.Thread(target=self._carry, args=(source, target, answers))
            self._threads.append(thread)
            thread.start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        try:
            while data := source.recv(65536):
                if not (self._silent.is_set() or (answers and self._swallow.is_set())):
                    target.sendall(data)
        except OSError:
            return
