"""Events are read as earlier releases have stored them, field by field."""

import json
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from ludothek.games.protocol import LEVEL_SCALE
from ludothek.server.compute import worker_tasks
from ludothek.server.match.events import Created, Event, Sat, format_events, parse_events

STORED = (Path(__file__).parent / "fixtures" / "stored_events.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("text", STORED)
def test_stored_events_are_read_and_written_as_before(text: str) -> None:
    events = json.loads(text)
    for event in events:
        if "plan" in event:
            event["plan"].setdefault("scale", 1)  # that earlier releases did not name
    assert json.loads(format_events(parse_events(text))) == events


def test_there_is_one_of_every_kind() -> None:
    kinds = {type(event) for text in STORED for event in parse_events(text)}
    assert kinds == set(get_args(Event))


def test_occupants_are_stored_under_their_former_name() -> None:
    created, sat = parse_events(STORED[0])[0], parse_events(STORED[3])[0]
    assert isinstance(created, Created)
    assert isinstance(sat, Sat)
    assert created.occupants[0] is not None
    assert created.occupants[0].name == 'Ada Ünicode „q"'
    assert sat.occupant.name == "Bo"


def test_a_field_that_a_later_release_stores_is_passed_over() -> None:
    event = parse_events('[{"seat":2,"colour":"red","type":"linked"}]')
    assert format_events(event) == '[{"seat":2,"type":"linked"}]'


def test_a_match_that_was_stored_before_keeps_the_levels_there_were() -> None:
    created = parse_events(STORED[0])[0]
    assert isinstance(created, Created)
    assert created.plan.scale == 1
    assert replace(created.plan, game="nexus").former_levels
    assert not replace(created.plan, game="splash").former_levels, "its levels have not changed"
    assert not replace(created.plan, game="nexus", scale=LEVEL_SCALE).former_levels
    job = json.loads(worker_tasks.choose_job(created.plan, (), 8, 1.0, 7))
    assert (job["level"], job["scale"]) == (8, 1)
