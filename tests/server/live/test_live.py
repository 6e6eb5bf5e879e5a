"""The socket: numbered updates, acknowledgement, coming back, presence, on both databases."""

import pytest

from tests.server.conftest import Welcome
from tests.server.visitors import Live, meet


def test_the_first_message_says_who_one_is(welcome: Welcome) -> None:
    ada = welcome("Ada")
    with ada.live() as live:
        assert live.next()["me"]["id"] == ada.me["id"]


def test_every_update_names_the_one_it_follows(welcome: Welcome) -> None:
    ada, bo, match = meet(welcome)
    with ada.live() as live:
        last = live.watch(match)["match"]["seq"]
        bo_decides = [("w@a1", ada), ("w@a2", bo), ("w@a3", ada)]
        for text, person in bo_decides:
            person.decide(match, text)
            update = live.expect("match")
            assert update["since"] == last
            last = update["match"]["seq"]


def test_who_comes_back_is_told_what_was_missed(welcome: Welcome) -> None:
    ada, bo, match = meet(welcome)
    with ada.live() as live:
        seq = live.watch(match)["match"]["seq"]
    ada.decide(match, "w@a1")
    bo.decide(match, "w@a2")
    with ada.live() as live:
        update = live.watch(match, after=seq)
        assert update["since"] == seq
        assert [event["decision"] for event in update["happened"]] == ["w@a1", "w@a2"]


def test_who_saw_what_was_taken_back_is_told_where_the_match_stands(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    ada.decide(match, "w@a1")
    with ada.live() as live:
        seq = live.watch(match)["match"]["seq"]
    ada.act(match, {"type": "offer", "what": "takeback"})
    with ada.live() as live:
        update = live.watch(match, after=seq)
        assert update["since"] is None
        assert update["match"]["ply"] == 0


@pytest.mark.parametrize("after", [0, 999_999])
def test_a_number_that_never_was_is_answered_with_the_match_as_it_is(
    welcome: Welcome, after: int
) -> None:
    ada, _, match = meet(welcome)
    with ada.live() as live:
        assert live.watch(match, after=after)["since"] is None


def test_a_command_sent_twice_is_carried_out_once_and_acknowledged_twice(
    welcome: Welcome,
) -> None:
    ada, _, match = meet(welcome)
    with ada.live() as live:
        live.watch(match)
        live.decide(match, 0, "w@a1")
        live.decide(match, 0, "w@a1")
    assert ada.get(f"/api/matches/{match}")["match"]["ply"] == 1


def test_a_stale_command_is_answered_with_the_present_ply(welcome: Welcome) -> None:
    ada, _, match = meet(welcome)
    ada.decide(match, "w@a1")
    with ada.live() as live:
        ref = live.act(match, type="decide", ply=0, decisions=["w@a2"])
        refused = live.expect("refused")
        assert refused["ref"] == ref
        assert refused["problem"]["code"] == "stale"
        assert refused["problem"]["params"] == {"ply": 1}


def test_all_tabs_are_told(welcome: Welcome) -> None:
    ada, _, match = meet(welcome)
    with ada.live() as first, ada.live() as second:
        first.watch(match)
        second.watch(match)
        first.decide(match, 0, "w@a1")
        assert second.expect("match")["happened"][0]["decision"] == "w@a1"


def test_presence_is_told_when_people_come_and_go(welcome: Welcome) -> None:
    ada, bo, match = meet(welcome)
    with ada.live() as left:
        left.watch(match)
        with bo.live() as right:
            right.watch(match)
            left.expect("presence", lambda m: m["online"] == [1, 2])
        left.expect("presence", lambda m: m["online"] == [1])
        with Live(ada.url, {}) as stranger:
            stranger.watch(match)
            left.expect("presence", lambda m: m["watchers"] == 1)


def test_who_watches_no_longer_is_told_no_more(welcome: Welcome) -> None:
    ada, _, match = meet(welcome)
    with ada.live() as live:
        live.watch(match)
        live.send(type="unwatch", match=match)
        live.decide(match, 0, "w@a1")
        live.send(type="preview", ref=9, match=match, ply=0, decisions=[])
        live.expect("refused")
    assert [m for m in live.messages if m["type"] == "match" and m["match"]["ply"]] == []


def test_a_turn_is_tried_on_the_socket(welcome: Welcome) -> None:
    ada, _, match = meet(welcome)
    with ada.live() as live:
        live.send(type="preview", ref=5, match=match, ply=0, decisions=["w@a1"])
        answer = live.expect("previewed")
        assert answer["ref"] == 5
        assert answer["tried"]["ply"] == 1


def test_the_lobby_tells_of_new_invitations(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    with bo.live() as live:
        live.send(type="lobby", on=True)
        live.expect("lobby")
        match = ada.create(public=True)["match"]["id"]
        live.expect("lobby", lambda m: match in [match_row["id"] for match_row in m["open"]])
        ada.act(match, {"type": "leave"})
        live.expect("lobby", lambda m: match not in [match_row["id"] for match_row in m["open"]])


def test_a_stranger_watches_and_does_nothing(welcome: Welcome) -> None:
    ada, _, match = meet(welcome)
    with Live(ada.url, {}) as stranger:
        assert stranger.next()["me"] is None
        stranger.watch(match)
        stranger.act(match, type="resign")
        assert stranger.expect("refused")["problem"]["code"] == "who"


def test_a_match_that_is_not_there_is_told_so(welcome: Welcome) -> None:
    with welcome().live() as live:
        live.send(type="watch", match="f" * 16)
        gone = live.expect("gone")
        assert gone["problem"]["code"] == "match-unknown"
