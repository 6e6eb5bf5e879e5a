"""Splash! on the simulated table, through the server."""

import json

from ludothek.physics import Table, Tremor
from tests.server.conftest import Welcome
from tests.server.visitors import Data, Visitor, eventually

SIMULATED = {"draft": "random", "hand": "steady"}
FACES = {"L": "flat", "S": "flat", "P": "flat", "T": "lying", "O": "flat"}


def _placing(visitor: Visitor, match: str) -> Data:
    """Give the first piece that may be given; the answer shows the other with it in hand."""
    seen = visitor.get(f"/api/matches/{match}")
    found: Data = visitor.decide(match, seen["view"]["legal"][0]["text"])
    return found


def _spot(seen: Data, **more: float) -> Data:
    piece = seen["view"]["board"]["hand"]["piece"]
    return {"type": "place", "ply": seen["match"]["ply"], "face": FACES[piece[0]], **more}


def test_a_placed_piece_comes_back_as_an_outcome_with_its_motion(plain: Welcome) -> None:
    ada = plain()
    match = ada.create("splash", "me", "here:Bo", options=SIMULATED)["match"]["id"]
    with ada.live() as live:
        live.watch(match)
        seen = _placing(ada, match)
        after = ada.act(match, _spot(seen))
        update = live.expect("match", lambda m: m["match"]["motion"])
    told = update["happened"][-1]
    assert told["decision"] == "stands"
    assert told["motion"] == after["match"]["motion"]
    motion = ada.get(f"/api/matches/{match}/motions/{told['motion']}")
    assert motion["decision"] == "stands"
    assert motion["poses"]
    assert motion["frames"] > 0


def test_a_tower_falls_and_the_game_goes_on(plain: Welcome) -> None:
    ada = plain()
    match = ada.create("splash", "me", "here:Bo", options=SIMULATED)["match"]["id"]
    fallen = 0
    while fallen < 2:
        seen = ada.get(f"/api/matches/{match}")
        if {legal["kind"] for legal in seen["view"]["legal"]} & {"stands", "falls"}:
            fallen += _place_badly(ada, match, seen).startswith("falls")
        else:
            ada.decide(match, seen["view"]["legal"][0]["text"])
    assert sum(ada.get(f"/api/matches/{match}")["view"]["board"]["drops"]) == 2


def _place_badly(visitor: Visitor, match: str, seen: Data) -> str:
    """As far from the middle as the table allows; what came of it."""
    for aside in (11.0, 9.0, 7.0, 5.0, 3.0):
        path = f"/api/matches/{match}/act"
        answer = visitor.http.post(path, json=_spot(seen, x=aside))
        if answer.status_code == 200:
            number = answer.json()["match"]["motion"]
            return str(visitor.get(f"/api/matches/{match}/motions/{number}")["decision"])
        assert answer.json()["code"] in {"table.outside", "table.blocked"}
    raise AssertionError("there is no place to put it")


def test_outcomes_cannot_be_told_by_a_player(plain: Welcome) -> None:
    ada = plain()
    match = ada.create("splash", "me", "here:Bo", options=SIMULATED)["match"]["id"]
    seen = _placing(ada, match)
    assert ada.decide(match, "stands", status=409)["code"] == "table-decides"
    wrong = {**_spot(seen), "face": "corner"}
    assert ada.act(match, wrong, 422)["code"] == "table.face-unknown"
    far = _spot(seen, x=900.0)
    assert ada.act(match, far, 422)["code"] == "table.off-table"
    stale = {**_spot(seen), "ply": 3}
    assert ada.act(match, stale, 409)["code"] == "stale"
    assert ada.get(f"/api/matches/{match}")["match"]["motion"] is None


def test_what_the_table_told_is_not_taken_back(plain: Welcome) -> None:
    ada = plain()
    match = ada.create("splash", "me", "here:Bo", options=SIMULATED)["match"]["id"]
    ada.act(match, _spot(_placing(ada, match)))
    offer = {"type": "offer", "what": "takeback"}
    assert ada.act(match, offer, 409)["code"] == "nothing-to-take-back"


def test_the_others_see_how_a_piece_is_held(plain: Welcome) -> None:
    ada, bo = plain("Ada"), plain("Bo")
    created = ada.create("splash", "me", "open", options=SIMULATED)
    match = created["match"]["id"]
    bo.join(created)
    _placing(ada, match)
    with ada.live() as left, bo.live() as right:
        left.watch(match)
        spot = {"face": "flat", "yaw": 30.0, "x": 1.0, "y": -2.0}
        left.send(type="hover", match=match, **{**spot, "x": 5.0})
        left.send(type="preview", ref=1, match=match, ply=0, decisions=[])
        left.expect("refused")
        right.send(type="hover", match=match, **spot)
        held = left.expect("held")
        assert held["seat"] == 2
        assert held["spot"] == spot, "only who is to place shows a piece"


def test_a_computer_gives_and_places(plain: Welcome) -> None:
    ada = plain()
    created = ada.create("splash", "me", "computer:2", options=SIMULATED)
    match = created["match"]["id"]
    _placing(ada, match)
    after = eventually(lambda: _back_at(ada, match, 1), 60)
    assert after["match"]["motion"]


def test_the_same_pose_gives_the_same_outcome_here_and_in_the_library(plain: Welcome) -> None:
    """What the server stored can be placed again with the library, bit for bit."""
    ada = plain()
    match = ada.create("splash", "me", "here:Bo", options=SIMULATED)["match"]["id"]
    table = Table(seed=0, hand="steady")
    for _ in range(3):
        seen = ada.act(match, _spot(_placing(ada, match), yaw=15.0))
        motion = ada.get(f"/api/matches/{match}/motions/{seen['match']['motion']}")
        spot, tremor = motion["spot"], Tremor(**motion["tremor"])
        result = table.place(
            spot["piece"], spot["face"], spot["yaw"], spot["x"], spot["y"], tremor=tremor
        )
        assert json.loads(json.dumps(result.plain)) == motion
        if not result.stands:
            break


def _back_at(visitor: Visitor, match: str, seat: int) -> Data | None:
    seen: Data = visitor.get(f"/api/matches/{match}")
    over = seen["match"]["result"]
    return seen if over or (seen["match"]["motion"] and seen["match"]["to_move"] == seat) else None
