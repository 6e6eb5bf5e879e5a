"""Two server processes on one PostgreSQL serve the same match."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from ludothek.server.app.settings import Settings
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.storage.database import Database
from tests.server.clock import SteppedClock
from tests.server.clusters import Cluster
from tests.server.running import RunningServer
from tests.server.visitors import Visitor, eventually

Pair = tuple[RunningServer, RunningServer]


@pytest.fixture(scope="module")
def pair(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two processes, one database."""
    database, folder = postgres.new_database(), tmp_path_factory.mktemp("pair")
    with (
        RunningServer(database, folder / "one") as one,
        RunningServer(database, folder / "two") as two,
    ):
        yield one, two


def test_people_connected_to_different_processes_play_together(pair: Pair) -> None:
    with Visitor(pair[0].url, "Ada") as ada, Visitor(pair[1].url, "Bo") as bo:
        created = ada.create()
        match = created["match"]["id"]
        bo.join(created)
        with ada.live() as left, bo.live() as right:
            left.watch(match)
            right.watch(match)
            left.expect("presence", lambda m: m["online"] == [1, 2])
            left.decide(match, 0, "w@a1")
            update = right.expect("match", lambda m: m["match"]["ply"] == 1)
            assert update["happened"][0]["decision"] == "w@a1"
            right.decide(match, 1, "w@a2")
            left.expect("match", lambda m: m["match"]["ply"] == 2)
            right.close()
            left.expect("presence", lambda m: m["online"] == [1])


def test_an_identity_is_known_to_all_processes(pair: Pair) -> None:
    with Visitor(pair[0].url, "Ada") as ada, Visitor(pair[1].url, None) as elsewhere:
        elsewhere.http.cookies.update(dict(ada.http.cookies))
        assert elsewhere.get("/api/me")["id"] == ada.me["id"]


def test_what_is_revoked_at_one_process_ends_at_the_other(pair: Pair) -> None:
    with Visitor(pair[0].url, "Ada") as ada, Visitor(pair[1].url, None) as elsewhere:
        elsewhere.http.cookies.update(dict(ada.http.cookies))
        with elsewhere.live() as live:
            live.expect("welcome")
            ada.post("/api/logout/everywhere", status=204)
            assert live.closed() == 1012
        elsewhere.get("/api/me", 401)


def test_a_piece_held_and_placed_at_one_process_is_seen_at_the_other(pair: Pair) -> None:
    options = {"draft": "random", "hand": "steady"}
    with Visitor(pair[0].url, "Ada") as ada, Visitor(pair[1].url, "Bo") as bo:
        created = ada.create("splash", "me", "open", options=options)
        match = created["match"]["id"]
        bo.join(created)
        legal = eventually(lambda: ada.get(f"/api/matches/{match}")["view"]["legal"])
        state = ada.decide(match, legal[0]["text"])
        ply, piece = state["match"]["ply"], state["view"]["board"]["hand"]["piece"]
        spot = {"face": "lying" if piece[0] == "T" else "flat", "yaw": 10.0, "x": 1.0, "y": 0.5}
        with ada.live() as left, bo.live() as right:
            left.watch(match)
            right.watch(match)
            right.send(type="hover", match=match, ply=ply, **spot)
            assert left.expect("held")["spot"] == spot
            right.act(match, type="place", ply=ply, **spot)
            placement = left.expect("match", lambda m: m["match"]["table"])["happened"][-1]
        motions = [v.get(f"/api/matches/{match}/motions/{placement['motion']}") for v in (ada, bo)]
        assert motions[0] == motions[1]
        tables = [v.get(f"/api/matches/{match}/table") for v in (ada, bo)]
        assert tables[0] == tables[1]


def test_of_two_decisions_at_the_same_moment_one_is_taken(pair: Pair) -> None:
    with ExitStack() as stack:
        ada = stack.enter_context(Visitor(pair[0].url, "Ada"))
        same = stack.enter_context(Visitor(pair[1].url, None))
        pool = stack.enter_context(ThreadPoolExecutor(2))
        same.http.cookies.update(dict(ada.http.cookies))
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        same.get(f"/api/matches/{match}")
        for ply in range(8):
            texts = [legal["text"] for legal in ada.get(f"/api/matches/{match}")["view"]["legal"]]
            rivals = zip((ada, same), texts[:2], strict=True)
            answers = [pool.submit(_decide, person, text, match, ply) for person, text in rivals]
            assert sorted(answer.result() for answer in answers) == [200, 409]
            views = [person.get(f"/api/matches/{match}") for person in (ada, same)]
            assert views[0]["view"] == views[1]["view"]
            assert views[0]["match"]["ply"] == ply + 1


def test_the_lobby_tells_of_invitations_made_elsewhere(pair: Pair) -> None:
    with Visitor(pair[0].url, "Ada") as ada, Visitor(pair[1].url, "Bo") as bo, bo.live() as live:
        live.send(type="lobby", on=True)
        live.expect("lobby")
        match = ada.create(public=True)["match"]["id"]
        live.expect("lobby", lambda m: match in [row["id"] for row in m["open"]])


def test_when_a_process_dies_the_other_goes_on(pair: Pair) -> None:
    one, two = pair
    with Visitor(one.url, "Ada") as ada, Visitor(two.url, "Bo") as bo, bo.live() as right:
        created = ada.create("nexus", "me", "open", "computer:13")
        match = created["match"]["id"]
        bo.join(created)
        right.watch(match)
        left = ada.live()
        left.watch(match)
        right.expect("presence", lambda m: m["online"] == [1, 2])
        with _dead(one):
            left.closed()
            left.close()
            right.expect("presence", lambda m: m["online"] == [2])
            with Visitor(two.url, None) as moved:
                moved.http.cookies.update(dict(ada.http.cookies))
                for person in (moved, bo):
                    _whole_turn(person, match)
                eventually(lambda: bo.get(f"/api/matches/{match}")["match"]["to_move"] == 1)


def test_a_computers_turn_is_taken_over_from_a_process_that_died(
    pair: Pair, tmp_path: Path
) -> None:
    slow = {"think_seconds": 50, "job_patience": 60}
    with (
        RunningServer(pair[0].database, tmp_path / "slow", **slow) as third,
        Visitor(third.url, "Ada") as ada,
    ):
        match = ada.create("nexus", "me", "computer:13")["match"]["id"]
        _whole_turn(ada, match)
        third.kill()
        with Visitor(pair[0].url, None) as moved:
            moved.http.cookies.update(dict(ada.http.cookies))
            eventually(lambda: moved.get(f"/api/matches/{match}")["match"]["to_move"] == 1)


def test_lost_lines_to_the_database_are_taken_up_again(pair: Pair, postgres: Cluster) -> None:
    with Visitor(pair[0].url, "Ada") as ada, Visitor(pair[1].url, "Bo") as bo:
        created = ada.create()
        match = created["match"]["id"]
        bo.join(created)
        with bo.live() as right:
            right.watch(match)
            postgres.cut_all_connections()
            command = {"type": "decide", "ply": 0, "decisions": ["w@a1"]}
            eventually(lambda: _accepted(ada, match, command))
            right.expect("match", lambda m: m["match"]["ply"] == 1)


def test_time_lines_of_processes_keep_together(postgres: Cluster) -> None:
    async def story() -> None:
        database = Database(Settings(database=postgres.new_database()).database)
        await database.open()
        clock = SteppedClock()
        first = TimeLine(database, "first", clock=clock)
        assert await first.start()
        clock.seconds += 5
        await first.beat()
        second = TimeLine(database, "second", grace=60, clock=clock)
        assert not await second.start()
        assert 5_000 <= second.now() < 7_000
        assert second.alive == {"first", "second"}
        await first.beat()
        assert first.now() >= 5_000
        await database.close()

    asyncio.run(story())


def test_a_wall_clock_that_differs_by_seconds_does_not_speed_the_line_up(
    postgres: Cluster,
) -> None:
    async def story() -> None:
        database = Database(Settings(database=postgres.new_database()).database)
        await database.open()
        exact, fast = SteppedClock(), SteppedClock(ahead=2_000)
        first = TimeLine(database, "first", clock=exact)
        second = TimeLine(database, "second", clock=fast)
        await first.start()
        await second.start()
        for _ in range(20):
            for line, clock in ((first, exact), (second, fast)):
                clock.seconds += 1
                await line.beat()
        assert (first.now(), second.now()) == (20_000, 20_000)
        assert first.alive == second.alive == {"first", "second"}
        await database.close()

    asyncio.run(story())


def test_what_another_process_tells_is_caught_up_with_at_once(postgres: Cluster) -> None:
    async def story() -> None:
        database = Database(Settings(database=postgres.new_database()).database)
        await database.open()
        line = TimeLine(database, "first", grace=60, clock=SteppedClock())
        await line.start()
        line.observe("second", 7_000)
        line.observe("second", 7_010)
        assert line.now() == 7_010
        line.observe("second", 6_000)
        assert line.now() == 7_010, "it never runs backwards"
        await database.close()

    asyncio.run(story())


@contextmanager
def _dead(server: RunningServer) -> Iterator[None]:
    """Kill a server for a while."""
    server.kill()
    try:
        yield
    finally:
        server.start()


def _decide(visitor: Visitor, text: str, match: str, ply: int) -> int:
    command = {"type": "decide", "ply": ply, "decisions": [text]}
    return visitor.http.post(f"/api/matches/{match}/act", json=command).status_code


def _accepted(visitor: Visitor, match: str, command: dict[str, object]) -> bool:
    answer = visitor.http.post(f"/api/matches/{match}/act", json=command)
    assert answer.status_code in {200, 503}
    return answer.status_code == 200


def _whole_turn(visitor: Visitor, match: str) -> None:
    """Decide anything until it is somebody else's turn."""
    state = visitor.get(f"/api/matches/{match}")
    mine = state["match"]["you"]
    while state["match"]["to_move"] in mine:
        state = visitor.decide(match, state["view"]["legal"][0]["text"])


def test_two_servers_start_at_once_on_an_empty_database(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.new_database()
    with ExitStack() as stack:
        servers = [RunningServer(database, tmp_path / name) for name in ("one", "two")]
        with ThreadPoolExecutor(len(servers)) as threads:
            list(threads.map(stack.enter_context, servers))
        with Visitor(servers[0].url, "Ada") as ada, Visitor(servers[1].url, "Bo") as bo:
            created = ada.create()
            bo.join(created)
            ada.decide(created["match"]["id"], "w@a1")
            match = bo.get(f"/api/matches/{created['match']['id']}")
            assert match["match"]["ply"] == 1
    for name in ("one", "two"):
        assert "Traceback" not in (tmp_path / name).read_text()
