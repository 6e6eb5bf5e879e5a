"""Whole matches through real sockets, on both kinds of database."""

from tests.server.conftest import Welcome


def test_two_people_meet_through_a_link_and_play(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    created = ada.create()
    match = created["match"]["id"]
    assert created["match"]["status"] == "open"
    assert bo.join(created)["match"]["status"] == "playing"
    with ada.live() as left, bo.live() as right:
        left.watch(match)
        right.watch(match)
        left.decide(match, 0, "b@c3")
        update = right.expect("match", lambda m: m["match"]["ply"] == 1)
        assert update["happened"][0]["decision"] == "b@c3"
        assert update["happened"][0]["events"][0]["event"] == "placed"
        assert update["view"]["legal"]
        right.decide(match, 1, "b@c2")
        update = left.expect("match", lambda m: m["match"]["ply"] == 2)
        assert update["match"]["to_move"] == 1
        left.decide(match, 2, "Bc3", "stop")


def test_a_computer_answers(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("robotory", "me", "computer:1")["match"]["id"]
    with ada.live() as live:
        live.watch(match)
        live.decide(match, 0, "w@a1")
        update = live.expect("match", lambda m: m["match"]["ply"] >= 2)
        assert update["happened"][0]["seat"] == 2


def test_a_spectator_sees_everything_and_decides_nothing(welcome: Welcome) -> None:
    ada, bo, cy = welcome("Ada"), welcome("Bo"), welcome("Cy")
    created = ada.create()
    match = created["match"]["id"]
    bo.join(created)
    with cy.live() as live:
        state = live.watch(match)
        assert state["view"]["legal"] == []
        assert state["match"]["you"] == []
        live.act(match, type="decide", ply=0, decisions=["w@a1"])
        assert live.expect("refused")["problem"]["code"] == "not-seated"
        ada.decide(match, "w@a1")
        assert live.expect("match", lambda m: m["match"]["ply"] == 1)["view"]["legal"] == []
