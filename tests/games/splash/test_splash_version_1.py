"""Games that were played by version 1 of the rules, and written down by it."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludothek.games.record import Record, RecordError, replay
from ludothek.games.record.json import from_json, to_json
from ludothek.games.record.text import format_record, parse_record
from ludothek.games.splash import SPLASH
from tests.games.splash.tables import after, at, fields, refusal, texts

GAMES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("version_1.json").read_text("utf-8")
)


def decisions(start: str) -> list[str]:
    moves = [text for game in GAMES for text in parse_record(game["text"]).moves]
    return [text for text in moves if text.startswith(start)]


def test_they_hold_everything_that_was_told_otherwise_then() -> None:
    for start in ("falls:", "base:", "keep:", "bump:", "fault"):
        assert decisions(start)
    assert any("teams=yes" in game["text"] for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_version_1_is_read_and_replayed_to_its_end(game: dict[str, Any]) -> None:
    """splash 11.1, 11.2"""
    for record in (parse_record(game["text"]), from_json(game["json"])):
        assert record.version == 1
        end = replay(record)
        assert SPLASH.notation.format_state(end) == game["end"]
        assert SPLASH.outcome(end) == record.result


@pytest.mark.parametrize("game", GAMES)
def test_it_can_be_written_again_and_says_the_same(game: dict[str, Any]) -> None:
    """splash 11.1"""
    record: Record = parse_record(game["text"])
    assert parse_record(format_record(record)) == record
    assert from_json(to_json(record)) == record


def test_teams_of_version_1_were_pairs() -> None:
    """splash 11.1"""
    setup = SPLASH.setup_of(1, 6, {"teams": "yes"})
    assert (setup["teams"], setup["fault"], setup.rules) == ("pairs", "goes-on", 1)


def test_most_pieces_made_the_highest_stack() -> None:
    """splash 11.2"""
    state = at("Pr.Py.Pg.Lg", "Tr,Pb.Og", "place:1>2:Tg", options="rules=1")
    assert fields(after(state, "falls:Lg.Tg|Pr.Py.Pg"))[2] == "Pr.Py.Pg"
    equal = after(state, "falls:Lg|Pr.Py|Pg.Tg")
    assert fields(equal)[-1] == "base:2:Lg|Pr.Py|Pg.Tg,give:2"
    assert texts(equal) == ["base:Pr", "base:Pg"]


def test_a_mark_is_refused_in_version_1_and_its_absence_today() -> None:
    """splash 11.2"""
    today = at("Lr.Sr", "Py,Og", "place:1>2:Or")
    assert refusal(today, "falls:Lr.Sr|Or")[0] == "unmarked"
    former = at("Lr.Sr", "Py,Og", "place:1>2:Or", options="rules=1")
    assert refusal(former, "falls:Lr.Sr^|Or")[0] == "marked"


def test_a_record_of_version_1_is_not_one_of_today() -> None:
    """splash 11.2"""
    text = GAMES[0]["text"].replace("Rules: 1", "Rules: 2")
    with pytest.raises(RecordError, match="every stack that reaches highest ends with"):
        parse_record(text)
