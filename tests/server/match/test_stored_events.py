"""Events are read as earlier releases have stored them, field by field."""

import json
from pathlib import Path
from typing import get_args

import pytest

from ludothek.server.match.events import Created, Event, Sat, format_events, parse_events

STORED = (Path(__file__).parent / "fixtures" / "stored_events.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("text", STORED)
def test_stored_events_are_read_and_written_as_before(text: str) -> None:
    assert json.loads(format_events(parse_events(text))) == json.loads(text)


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
