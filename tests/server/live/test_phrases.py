"""Phrases between players, and who is seen in the lobby."""

import json

import pytest

from ludothek.server.http.rate_limit import Limits
from ludothek.server.live.lobby import alive
from ludothek.server.wire.codec import decode_json
from ludothek.server.wire.models import MatchSummary
from tests.server.conftest import Welcome
from tests.server.visitors import meet


def test_a_phrase_reaches_everybody_at_the_table_and_is_not_stored(welcome: Welcome) -> None:
    ada, bo, match = meet(welcome)
    with ada.live() as one, bo.live() as other:
        before = one.watch(match)["match"]["seq"]
        other.watch(match)
        other.send(type="say", match=match, phrase="nice")
        for live in (one, other):
            assert live.expect("said") == {
                "type": "said",
                "match": match,
                "seat": 2,
                "phrase": "nice",
            }
        assert ada.get(f"/api/matches/{match}")["match"]["seq"] == before


def test_who_does_not_play_is_not_heard_and_free_text_is_refused(welcome: Welcome) -> None:
    ada, bo, match = meet(welcome)
    cleo = welcome("Cleo")
    with cleo.live() as live:
        live.watch(match)
        live.send(type="say", match=match, phrase="hello")
        assert live.expect("refused")["problem"]["code"] == "not-seated"
    with bo.live() as live:
        live.watch(match)
        live.send(type="say", match=match, phrase="You play badly")
        assert live.expect("refused")["problem"]["code"] == "invalid"
    assert ada.me["name"] == "Ada"


def test_who_talks_too_much_is_passed_over() -> None:
    limits = Limits(now=lambda: 0.0)
    allowed = [limits.allow("say", "match person") for _ in range(30)]
    assert allowed == [True] * sum(allowed) + [False] * (30 - sum(allowed))
    assert 1 <= sum(allowed) <= 10


@pytest.mark.parametrize(
    ("minutes", "there", "clock", "shown"),
    [
        (1, False, "none", True),
        (11, False, "none", False),
        (11, True, "none", True),
        (999, False, "days", True),
    ],
)
def test_a_match_that_everybody_has_left_leaves_the_lobby(
    welcome: Welcome, minutes: int, there: bool, clock: str, shown: bool
) -> None:
    wish = {"kind": "days", "days": 1} if clock == "days" else {"kind": clock}
    ada = welcome()
    match = ada.create("robotory", "me", "open", public=True, clock=wish)["match"]["id"]
    [listed] = [each for each in ada.get("/api/matches")["matches"] if each["id"] == match]
    summary = decode_json(MatchSummary, json.dumps(listed))
    assert alive(summary, summary.updated + minutes * 60_000, there=there) is shown
