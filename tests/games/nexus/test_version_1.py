"""Games played with version 1 of the rules are read, and replayed as they were played."""

from dataclasses import replace
from pathlib import Path

import pytest

from ludothek.games import UnreadablePosition
from ludothek.games.nexus import NEXUS
from ludothek.games.record import Record, RecordError, replay
from ludothek.games.record.json import from_json, to_json
from ludothek.games.record.text import format_record, parse_record
from tests.games.nexus.tables import marbles

FOLDER = Path(__file__).parent / "version_1"
GAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
DIFFERENT = ["edge-wall", "four-seats-jump-line", "three-seats", "two-seats"]


def written(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def by_todays_rules(record: Record) -> Record:
    start = record.start and record.start.replace(",rules=1", "")
    return replace(record, setup=replace(record.setup, rules=None), start=start)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_version_1_is_replayed_to_its_result(name: str) -> None:
    """nexus 8.1"""
    record = parse_record(written(name))
    assert from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8")) == record
    assert (record.version, record.setup["half"]) == (1, "removed")
    assert NEXUS.outcome(replay(record)) == record.result


@pytest.mark.parametrize("name", GAMES)
def test_it_stays_a_record_of_version_1_when_it_is_written_again(name: str) -> None:
    """nexus 8.1"""
    record = parse_record(written(name))
    assert parse_record(format_record(record)) == record
    assert from_json(to_json(record)) == record
    assert "\nRules: 1\n" in format_record(record)


@pytest.mark.parametrize("name", DIFFERENT)
def test_by_todays_rules_it_would_have_gone_otherwise(name: str) -> None:
    """nexus 8.1"""
    record = parse_record(written(name))
    with pytest.raises(RecordError, match="decision"):
        replay(by_todays_rules(record))


def test_holes_closed_in_version_1() -> None:
    """nexus 8.1"""
    record = parse_record(written("holes"))
    assert marbles(replay(record))["0,0"] == "01"
    assert marbles(replay(by_todays_rules(record)))["0,0"] == "03"


def test_a_position_of_version_1_says_so() -> None:
    """nexus 8.1"""
    end = replay(parse_record(written("holes")))
    text = NEXUS.format_position(end)
    assert text.endswith(" draw=off,rules=1")
    assert NEXUS.parse_position(text) == end
    with pytest.raises(UnreadablePosition, match="other options"):
        NEXUS.parse_position(text, NEXUS.setup(2, {"draw": "off"}))
