"""Splash! on the simulated table, through the server."""

import asyncio
import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ludothek.games.backends import Spot
from ludothek.games.splash import SPLASH
from ludothek.games.splash.pieces import NAMES
from ludothek.physics import VERSIONS, Table, Tremor
from ludothek.physics.player import LEVELS
from ludothek.server.app.services import Services
from ludothek.server.app.settings import load_settings
from ludothek.server.compute import worker_tasks
from ludothek.server.compute.job_owners import Clients
from ludothek.server.compute.placements import Tables
from ludothek.server.http.rate_limit import RATES, Limits
from ludothek.server.live.session import show_held
from ludothek.server.match.commands import CallOff, Settle
from ludothek.server.match.config import Plan
from ludothek.server.match.events import Ended
from ludothek.server.match.refusals import refused
from ludothek.server.match.state import Match, replay
from ludothek.server.wire import views
from ludothek.server.wire.codec import decode
from ludothek.server.wire.messages import Held, Hover
from ludothek.server.wire.table import Motion, TableInfo
from tests.server.conftest import Welcome
from tests.server.example_matches import ADA, BO, CY, SERVER, Scene, in_hand, occupant
from tests.server.visitors import Data, Live, Visitor, eventually

SIMULATED = {"draft": "random", "hand": "steady"}
FACES = {"L": "flat", "S": "flat", "P": "flat", "T": "lying", "O": "flat"}


@contextmanager
def _table(plain: Welcome, *seats: str, **more: Any) -> Iterator[tuple[Visitor, str]]:
    """Ada, alone at a table of which all seats are hers."""
    ada = plain()
    created = ada.create("splash", *(seats or ("me", "here:Bo")), options=SIMULATED, **more)
    yield ada, created["match"]["id"]


def _placing(visitor: Visitor, match: str) -> Data:
    """Give the first piece that may be given; the answer shows the other with it in hand."""
    state = visitor.get(f"/api/matches/{match}")
    update: Data = visitor.decide(match, state["view"]["legal"][0]["text"])
    return update


def _spot(state: Data, **more: float) -> Data:
    piece = state["view"]["board"]["hand"]["piece"]
    return {"type": "place", "ply": state["match"]["ply"], "face": FACES[piece[0]], **more}


def _motion(visitor: Visitor, state: Data) -> Data:
    path = f"/api/matches/{state['match']['id']}/motions/{state['match']['table']['motion']}"
    return asdict(decode(Motion, visitor.get(path)))


def _place_badly(visitor: Visitor, match: str, state: Data) -> Data:
    """As far from the middle as the table allows; the motion that came of it."""
    for aside in (11.0, 9.0, 7.0, 5.0, 3.0):
        path = f"/api/matches/{match}/act"
        answer = visitor.http.post(path, json=_spot(state, x=aside))
        if answer.status_code == 200:
            return _motion(visitor, answer.json())
        assert answer.json()["code"] in {"table.outside", "table.blocked"}
    raise AssertionError("there is no place to put it")


def _until_it_falls(visitor: Visitor, match: str) -> Data:
    while True:
        state = visitor.get(f"/api/matches/{match}")
        if state["view"]["board"]["phase"]["name"] != "place":
            visitor.decide(match, state["view"]["legal"][0]["text"])
        elif not (motion := _place_badly(visitor, match, state))["stands"]:
            return motion


def test_a_placed_piece_comes_back_as_an_outcome_with_its_motion(plain: Welcome) -> None:
    with _table(plain) as (ada, match), ada.live() as live:
        live.watch(match)
        after = ada.act(match, _spot(_placing(ada, match)))
        update = live.expect("match", lambda m: m["match"]["table"])
        event = update["happened"][-1]
        assert (event["decision"], event["by_clock"]) == ("stands", False)
        table = after["match"]["table"]
        assert event["motion"] == table["motion"]
        assert table["ply"] == event["ply"]
        assert table["at"] == after["match"]["updated"]
        assert (table["versions"], table["mixed"]) == (VERSIONS, False)
        motion = _motion(ada, after)
        assert motion["decision"] == "stands"
        assert motion["poses"]
        assert motion["frames"] > 0


def test_a_tower_falls_and_the_game_goes_on(plain: Welcome) -> None:
    with _table(plain) as (ada, match):
        _until_it_falls(ada, match)
        fallen = _until_it_falls(ada, match)
        assert fallen["decision"].startswith("falls:")
        assert sum(ada.get(f"/api/matches/{match}")["view"]["board"]["drops"]) == 2


def test_the_table_at_rest_is_what_the_next_piece_is_placed_on(plain: Welcome) -> None:
    with _table(plain) as (ada, match):
        assert ada.get(f"/api/matches/{match}/table")["poses"] == {}
        motion = _until_it_falls(ada, match)
        fell_at = ada.get(f"/api/matches/{match}")["match"]["table"]["ply"] + 1
        while (state := ada.get(f"/api/matches/{match}"))["view"]["board"]["phase"][
            "name"
        ] != "give":
            lying = ada.get(f"/api/matches/{match}/table")
            assert lying["poses"] == motion["poses"], "all of it lies about until it is sorted out"
            ada.decide(match, state["view"]["legal"][0]["text"])
        table = ada.get(f"/api/matches/{match}/table")
        assert list(table["poses"]) == table["tower"] == state["view"]["board"]["tower"]
        assert table["versions"] == table["here"] == VERSIONS
        after = ada.act(match, _spot(_placing(ada, match)))
        moved = _motion(ada, after)
        for piece, pose in table["poses"].items():
            if piece not in moved["path"]:
                assert moved["poses"][piece] == pytest.approx(pose, abs=0.05)
        earlier = ada.get(f"/api/matches/{match}/table", ply=fell_at)
        assert earlier["motion"] == table["motion"]
        assert ada.get(f"/api/matches/{match}/table", 404, ply=9999)["code"] == "ply-unknown"


def test_every_placement_can_be_fetched_later_and_never_changes(plain: Welcome) -> None:
    with _table(plain) as (ada, match):
        motions = [_motion(ada, ada.act(match, _spot(_placing(ada, match)))) for _ in range(2)]
        frames = ada.get(f"/api/matches/{match}/frames", start=30)["frames"]
        numbers = [f["happened"]["motion"] for f in frames if f["happened"]["motion"]]
        again = [ada.http.get(f"/api/matches/{match}/motions/{number}") for number in numbers]
        assert [answer.json() for answer in again][: len(motions)] == motions
        assert all("immutable" in answer.headers["cache-control"] for answer in again)


def test_outcomes_cannot_be_told_by_a_player(plain: Welcome) -> None:
    with _table(plain) as (ada, match):
        state = _placing(ada, match)
        assert ada.decide(match, "stands", status=409)["code"] == "table-decides"
        wrong = {**_spot(state), "face": "corner"}
        assert ada.act(match, wrong, 422)["code"] == "table.face-unknown"
        far = _spot(state, x=900.0)
        assert ada.act(match, far, 422)["code"] == "table.off-table"
        stale = {**_spot(state), "ply": 3}
        assert ada.act(match, stale, 409)["code"] == "stale"
        assert ada.get(f"/api/matches/{match}")["match"]["table"] is None


def test_a_placement_that_is_sent_again_is_done_once(plain: Welcome) -> None:
    with _table(plain) as (ada, match):
        place = _spot(_placing(ada, match))
        once, again = ada.act(match, place), ada.act(match, place)
        assert once["match"]["seq"] == again["match"]["seq"]
        assert ada.act(match, {**place, "x": 1.0}, 409)["code"] == "stale"


def test_what_the_table_told_is_not_taken_back(plain: Welcome) -> None:
    with _table(plain) as (ada, match):
        ada.act(match, _spot(_placing(ada, match)))
        offer = {"type": "offer", "what": "takeback"}
        assert ada.act(match, offer, 409)["code"] == "nothing-to-take-back"


def test_the_others_see_how_a_piece_is_held_and_nobody_else_can_show_one(plain: Welcome) -> None:
    ada, bo, eve = plain("Ada"), plain("Bo"), plain("Eve")
    created = ada.create("splash", "me", "open", options=SIMULATED)
    match = created["match"]["id"]
    bo.join(created)
    state = _placing(ada, match)
    spot, ply = {"face": "flat", "yaw": 30.0, "x": 1.0, "y": -2.0}, state["match"]["ply"]
    with ada.live() as left, bo.live() as right, eve.live() as watching:
        for live in (left, right, watching):
            live.watch(match)
        for live, at in ((left, ply), (watching, ply), (right, ply - 1)):
            live.send(type="hover", match=match, ply=at, **{**spot, "x": 5.0})
            _answered(live, match)
        right.send(type="hover", match=match, ply=ply, **spot)
        for live in (left, watching):
            held = live.expect("held")
            assert (held["seat"], held["ply"], held["spot"]) == (2, ply, spot)
        _answered(right, match)
        assert not [message for message in right.messages if message["type"] == "held"]
        with plain("Late").live() as late:
            late.watch(match)
            assert late.expect("held")["spot"] == spot
    assert ada.get(f"/api/matches/{match}")["match"]["seq"] == state["match"]["seq"], "never stored"


def _answered(live: Live, match: str) -> None:
    """Everything sent before has been dealt with."""
    live.send(type="preview", ref=1, match=match, ply=0, decisions=[])
    live.expect("refused")


@pytest.mark.parametrize("hovered", [True, False])
def test_when_the_time_to_place_is_over_the_piece_slips_out_of_the_hand(
    plain: Welcome, hovered: bool
) -> None:
    with _table(plain, clock={"kind": "none", "placement": 3}) as (ada, match), ada.live() as live:
        live.watch(match)
        state = _placing(ada, match)
        assert 0 < state["match"]["clock"]["placing"] <= 3000
        spot = {
            key: _spot(state, x=2.0, y=-1.0, yaw=40.0)[key] for key in ("face", "yaw", "x", "y")
        }
        if hovered:
            live.send(type="hover", match=match, ply=state["match"]["ply"], **spot)
        update = live.expect("match", lambda m: m["match"]["table"])
        assert update["happened"][-1]["by_clock"]
        assert update["match"]["status"] == "playing"
        motion = _motion(ada, update)["spot"]
        plainly = {**spot, "yaw": 0.0, "x": 0.0, "y": 0.0}
        assert motion == {**(spot if hovered else plainly), "piece": motion["piece"]}


def test_a_clock_for_placing_is_for_simulated_pieces_only(plain: Welcome) -> None:
    clock = {"kind": "none", "placement": 10}
    for game, options in (("robotory", {}), ("splash", {"referee": "yes"})):
        refused = plain().create(game, "me", "here:Bo", status=422, clock=clock, options=options)
        assert refused["code"] == "clock-placement"


def test_four_seats_play_in_teams_with_a_dealt_draft_while_others_watch(plain: Welcome) -> None:
    ada, eve = plain("Ada"), plain("Eve")
    seats = ("me", "computer:1", "here:Bo", "computer:2")
    options = {**SIMULATED, "teams": "pairs"}
    created = ada.create("splash", *seats, options=options)
    match = created["match"]["id"]
    assert created["match"]["dealt"] == 28
    assert created["view"]["board"]["teams"] == [[1, 3], [2, 4]]
    record = ada.http.get(f"/api/matches/{match}/record").text
    assert record.count("take:") == 28
    with eve.live() as live:
        live.watch(match)
        _placing(ada, match)
        update = live.expect("match", lambda m: m["match"]["table"])
        assert update["match"]["you"] == []
        assert update["view"]["legal"] == []
        assert eve.get(f"/api/matches/{match}/motions/{update['happened'][-1]['motion']}")
    ada.act(match, {"type": "resign"})
    assert ada.get(f"/api/matches/{match}")["match"]["result"]["winners"] == [2, 4]


def test_computers_have_five_levels_and_no_place_at_a_real_table(plain: Welcome) -> None:
    levels = {game["name"]: game["levels"] for game in plain().get("/api/games")}
    assert levels["splash"] == list(SPLASH.levels) == list(range(1, len(LEVELS) + 1))
    last = {game: levels[game][-1] for game in ("repulso", "robotory", "nexus")}
    assert last == {"repulso": 14, "robotory": 13, "nexus": 18}
    assert plain().create("splash", "me", "computer:6", status=422)["code"] == "level"
    real = {"referee": "yes"}
    refused = plain().create("splash", "me", "computer:1", status=422, options=real)
    assert refused["code"] == "no-hands"


def test_a_computer_gives_and_places(plain: Welcome) -> None:
    with _table(plain, "me", "computer:2") as (ada, match):
        _placing(ada, match)
        after = eventually(lambda: _back_at(ada, match, 1), 60)
        assert after["match"]["table"]["motion"]


def test_a_hint_tells_what_to_give_and_where_to_place(plain: Welcome) -> None:
    with _table(plain, hints=True) as (ada, match):
        legal = [each["text"] for each in ada.get(f"/api/matches/{match}")["view"]["legal"]]
        assert _hint(ada, match)["best"][0] in legal
        state = _placing(ada, match)
        spot = _hint(ada, match)["spot"]
        ada.act(match, {"type": "place", "ply": state["match"]["ply"], **spot})
        ada.act(match, {"type": "resign"})
        assert ada.post(f"/api/matches/{match}/analysis", {}, 409)["code"] == "no-analysis"


def _hint(visitor: Visitor, match: str) -> Data:
    job = visitor.post(f"/api/matches/{match}/hint", status=202)["id"]
    done = eventually(lambda: _finished(visitor, job), 60)
    evaluation: Data = done["evaluations"][0]
    assert evaluation["shares"] == []
    return evaluation


def _finished(visitor: Visitor, job: str) -> Data | None:
    info: Data = visitor.get(f"/api/jobs/{job}")
    assert info["state"] != "failed"
    return info if info["state"] == "done" else None


def test_the_same_pose_gives_the_same_outcome_here_and_in_the_library(plain: Welcome) -> None:
    """What the server stored can be placed again with the library, bit for bit."""
    with _table(plain) as (ada, match):
        table = Table(seed=0, hand="steady")
        for _ in range(3):
            state = ada.act(match, _spot(_placing(ada, match), yaw=15.0))
            motion = _motion(ada, state)
            spot, tremor = motion["spot"], Tremor(**motion["tremor"])
            result = table.place(
                spot["piece"], spot["face"], spot["yaw"], spot["x"], spot["y"], tremor=tremor
            )
            assert json.loads(json.dumps(result.plain)) == motion
            if not result.stands:
                break


def test_other_versions_are_reported_and_the_match_goes_on() -> None:
    """What was told stays told; from then on the match says that its placements differ."""
    scene = in_hand()
    spot, old = Spot("flat", 0.0, 0.0, 0.0), (("engine", "mujoco 1"), ("pieces", "old"))
    first = _answer(
        worker_tasks.place_job(scene.match.plan, scene.match.texts, None, None, 1, anyhow=True)
    )
    saved = {**json.loads(first["saved"]), "versions": dict(old)}
    scene.do(BO, Settle(31, spot, first["decision"], json.dumps(saved), old))
    assert views.table(scene.match) == TableInfo(
        motion=scene.match.seq, ply=31, at=1000, versions=dict(old), mixed=False
    )
    shown = _answer(worker_tasks.show_job(scene.match.plan, scene.match.texts, scene.match.table))
    assert (shown["versions"], shown["here"]) == (dict(old), VERSIONS)
    scene.play(BO, scene.match.game.legal_texts(scene.match.state)[0])
    match = scene.match
    second = _answer(
        worker_tasks.place_job(match.plan, match.texts, None, match.table, 1, anyhow=True)
    )
    assert second["versions"] == VERSIONS
    versions = tuple(second["versions"].items())
    scene.do(ADA, Settle(33, spot, second["decision"], second["saved"], versions))
    after = views.table(scene.match)
    assert after
    assert after.mixed


def test_a_match_of_version_1_of_the_rules_keeps_its_placements_and_cannot_go_on() -> None:
    """splash 11.1, 11.2"""
    options = {"last-piece": "stands", "draft": "random", "teams": "yes", "referee": "no"}
    about = Plan("splash", 1, 4, (*options.items(), ("hand", "steady")))
    scene = Scene.of(*map(occupant, (ADA, BO, CY, ADA)), about=about)
    spot = Spot("flat", 0.0, 0.0, 0.0)
    for giver, placer in ((ADA, BO), (BO, CY), (CY, ADA)):
        scene.play(giver, scene.match.game.legal_texts(scene.match.state)[0])
        state = scene.match.state
        *below, last = (NAMES[piece] for piece in (*state.tower, state.phase.piece))
        decision = "stands" if len(below) < 2 else f"falls:{'.'.join(below)}|{last}"
        if decision != "stands" and NAMES.index(last) < NAMES.index(below[0]):
            decision = f"falls:{last}|{'.'.join(below)}"
        scene.do(placer, Settle(scene.match.ply, spot, decision, "{}"))
    match = replay(scene.match.id, scene.entries)
    assert [placement.ply for placement in match.placements] == [29, 31, 33]
    assert dict(match.plan.options)["teams"] == "pairs"
    assert len(match.state.tower) == 2
    assert match.plan.rules == 1
    assert scene.do(SERVER, CallOff()) == (Ended((), "old-rules", decided=False),)


def _answer(job: str) -> Data:
    answer: Data = json.loads(worker_tasks.work(job, lambda _: None, lambda: False))
    assert "refused" not in answer
    return answer


def test_a_piece_is_let_go_in_the_middle_where_it_cannot_be_let_go_as_it_is_held() -> None:
    scene = in_hand()
    far = {"face": "flat", "yaw": 0.0, "x": 900.0, "y": 0.0}
    about = scene.match.plan, scene.match.texts
    reply = _answer(worker_tasks.place_job(*about, far, None, 1, anyhow=True))
    assert (reply["spot"]["x"], reply["spot"]["y"]) == (0.0, 0.0)
    refused = worker_tasks.work(
        worker_tasks.place_job(*about, far, None, 1, anyhow=False), lambda _: None, lambda: False
    )
    assert json.loads(refused)["refused"]["code"] in {"off-table", "face-unknown"}


def test_too_many_poses_of_a_held_piece_are_passed_over_in_silence() -> None:
    scene, shown, sent = in_hand(), list[Held](), list[Any]()

    async def get(_id: str) -> Match:
        return scene.match

    def hold(held: Held, **_: object) -> None:
        shown.append(held)

    parts: Any = SimpleNamespace(
        limits=Limits(1.0, lambda: 0.0),
        matches=SimpleNamespace(get=get),
        hub=SimpleNamespace(hold=hold),
    )
    connection: Any = SimpleNamespace(person=BO.id, send=sent.append)
    hover = Hover(type="hover", match=scene.match.id, ply=31, face="flat", yaw=0.0, x=0.0, y=0.0)

    async def story() -> None:
        for _ in range(100):
            await show_held(parts, connection, hover)

    asyncio.run(story())
    assert len(shown) == RATES["hover"].burst
    assert sent == []


def test_a_match_goes_on_from_any_ply_of_another_with_its_tower_as_it_stands(
    plain: Welcome,
) -> None:
    with _table(plain) as (ada, old):
        fallen = _until_it_falls(ada, old)
        fell_at = ada.get(f"/api/matches/{old}")["match"]["table"]["ply"]
        for ply in (fell_at - 1, fell_at, fell_at + 1):
            new = _gone_on(ada, old, ply)
            there = ada.get(f"/api/matches/{old}/table", ply=ply)
            here = ada.get(f"/api/matches/{new['match']['id']}/table")
            assert (here["tower"], here["poses"]) == (there["tower"], there["poses"])
            assert new["match"]["table"]["motion"] is None
            assert new["match"]["table"]["versions"] == VERSIONS
        again = _gone_on(ada, old, fell_at)
        spot = {key: fallen["spot"][key] for key in ("face", "yaw", "x", "y")}
        moved = _motion(ada, ada.act(again["match"]["id"], {"type": "place", "ply": 0, **spot}))
        assert moved["spot"] == fallen["spot"]
        assert moved["number"] == fallen["number"]
        assert moved["tremor"] != fallen["tremor"], "the hand of another match"
        assert _gone_on(ada, again["match"]["id"], 0)["match"]["table"], "and on from there"


def _gone_on(visitor: Visitor, old: str, ply: int, status: int = 201) -> Data:
    seats, origin = ("me", "here:Bo"), {"match": old, "ply": ply}
    made: Data = visitor.create("splash", *seats, status=status, options=SIMULATED, origin=origin)
    return made


def test_nobody_knows_how_the_tower_of_a_record_stood(plain: Welcome) -> None:
    with _table(plain) as (ada, match):
        ada.act(match, _spot(_placing(ada, match)))
        record = ada.http.get(f"/api/matches/{match}/record").text
        uploaded = ada.post("/api/records", {"record": record}, 201)["match"]
        assert _gone_on(ada, uploaded["id"], uploaded["ply"], status=422)["code"] == "tower"
        assert _gone_on(ada, uploaded["id"], 30)["match"]["table"] is None


def test_with_a_seed_that_is_set_every_match_is_dealt_the_same() -> None:
    set_up = [Services(load_settings(seed=seed, database="sqlite:///x")) for seed in (7, 7, None)]
    first, again, chance = ([parts.seed() for _ in range(2)] for parts in set_up)
    assert first == again == [7, 7]
    assert chance[0] != chance[1]


def test_without_a_simulated_table_there_is_nothing_to_look_at(plain: Welcome) -> None:
    ada = plain()
    real = ada.create("splash", "me", "here:Bo", options={"referee": "yes"})["match"]["id"]
    assert ada.get(f"/api/matches/{real}/table", 404)["code"] == "table-unknown"
    assert ada.post(f"/api/matches/{real}/hint", status=409)["code"] == "no-hints"


def _back_at(visitor: Visitor, match: str, seat: int) -> Data | None:
    state: Data = visitor.get(f"/api/matches/{match}")
    over = state["match"]["result"]
    return (
        state if over or (state["match"]["table"] and state["match"]["to_move"] == seat) else None
    )


@pytest.mark.parametrize(
    "error", [refused("quarantine"), OperationalError("select", {}, Exception("gone"))]
)
def test_a_piece_of_a_match_that_cannot_be_read_is_let_go_by_nobody(error: Exception) -> None:
    """And nothing is left behind that nobody looks at."""

    async def unreadable(_match: str) -> Match:
        raise error

    async def story() -> None:
        unseen: list[Any] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: unseen.append(context))
        matches: Any = SimpleNamespace(get=unreadable)
        workers: Any = SimpleNamespace()
        tables = Tables(matches, workers, lambda _: None, Clients())
        tables.let_go("0" * 16)
        while tables.slipping:
            await asyncio.sleep(0)
        gc.collect()  # a task whose error nobody has seen says so when it goes
        assert not unseen

    asyncio.run(story())
