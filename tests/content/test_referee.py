"""The games that the page's referee is held to are those of the rules today."""

import json
from typing import Any

import pytest

from tests.content.referee import FIXTURE, RULEBOOKS, TABLES, rulebooks, written

GAMES: Any = json.loads(FIXTURE.read_text("utf-8"))
PLIES = [ply for game in GAMES for ply in game["plies"]]


def test_the_fixture_is_current() -> None:
    current = FIXTURE.read_text("utf-8") == written()
    assert current, "make it anew: python -m tests.content.referee"


def test_the_rulebooks_are_current() -> None:
    current = RULEBOOKS.read_text("utf-8") == rulebooks()
    assert current, "make it anew: python -m tests.content.referee"


def test_every_number_of_seats_is_there() -> None:
    assert {game["seats"] for game in GAMES} == {2, 3, 4, 5, 6}
    assert len(GAMES) == len(TABLES)


@pytest.mark.parametrize(
    "kind", ["take:", "give:", "stands", "falls:", "base:", "keep:", "bump:", "fault"]
)
def test_every_kind_of_decision_comes_up(kind: str) -> None:
    assert any(ply["decision"].startswith(kind) for ply in PLIES)


@pytest.mark.parametrize("reason", ["last-piece", "third-drop"])
def test_games_end_in_both_ways(reason: str) -> None:
    assert any(f":{reason}," in game["end"] for game in GAMES)


@pytest.mark.parametrize("code", ["first-own", "own-match", "must-take", "no-match"])
def test_pieces_are_refused_for_every_common_reason(code: str) -> None:
    reasons = [why["code"] for ply in PLIES for _, why in ply["why"] if why]
    assert code in reasons


def test_stacks_are_equally_high_and_pieces_go_back() -> None:
    """splash 5.4, 6.6"""
    assert any(ply["decision"].count("^") > 1 for ply in PLIES)
    events = [event["event"] for ply in PLIES for event in ply["events"]]
    assert "returned" in events


def test_all_teams_and_both_versions_of_the_rules_are_there() -> None:
    """splash 7.1, 7.2, 11.2"""
    assert {game["options"]["teams"] for game in GAMES} == {"no", "pairs", "trios"}
    assert {game["rules"] for game in GAMES} == {1, 2}
