"""Conversion of matches to records, and of records to finished matches."""

from datetime import UTC, datetime
from typing import Literal

from ludothek.games import LudothekError
from ludothek.games.protocol import Seat
from ludothek.games.record import Record
from ludothek.games.record.json import from_json, to_json
from ludothek.games.record.text import format_record, parse_record
from ludothek.server.match.config import Occupant, Plan
from ludothek.server.match.events import Created, Dealt, Ended, Event, Events, Started
from ludothek.server.match.refusals import RECORD, Refused, by_the_rules, refused
from ludothek.server.match.setup.name_cleaning import check_characters
from ludothek.server.match.state import CAPS, Match

_OPEN = "?"


def export(record: Record, form: Literal["text", "json"]) -> str:
    """A record as text or as a line of JSON."""
    return format_record(record) if form == "text" else to_json(record)


def date_of(wall: int) -> str:
    """The day of a moment in milliseconds."""
    return datetime.fromtimestamp(wall / 1000, UTC).date().isoformat()


def seat_names(match: Match) -> tuple[str, ...]:
    """Who sits where, as records name them."""
    return tuple(_name(match, seat) for seat in range(1, match.plan.seats + 1))


def table_named(match: Match) -> str:
    """Which simulated tables a match was played on, as a comment of its record; empty: none."""
    tables = dict.fromkeys(each.versions for each in match.placements if each.versions)
    named = (", ".join(f"{part} {version}" for part, version in table) for table in tables)
    return f"Simulated table: {'; '.join(named)}" if tables else ""


def read(text: str, max_plies: int = CAPS.plies) -> Record:
    """A record in either form; raises `Refused`."""
    check_characters(text)
    try:
        record = from_json(text) if text.lstrip().startswith("{") else parse_record(text)
    except LudothekError as error:
        raise Refused(by_the_rules(RECORD, error)) from error
    for name in record.names:  # also those that JSON writes with escapes
        check_characters(name)
    if len(record.moves) > max_plies:
        raise refused("too-long", plies=max_plies)
    return record


def archived(record: Record, owner: str, seed: int) -> Events:
    """The events of a match that was played elsewhere; comments and variations are left out."""
    plan = Plan(
        game=record.game,
        rules=record.version,
        seats=record.setup.seats,
        options=record.setup.options,
        start=record.start,
    )
    occupants = tuple(Occupant(name) for name in record.names)
    events: list[Event] = [
        Created(owner, plan, occupants, seed),
        Started(),
        Dealt(record.moves),
    ]
    if ended := _ending(record):
        events.append(ended)
    return tuple(events)


def _ending(record: Record) -> Ended | None:
    """How players ended it; what the rules ended needs no event."""
    if record.result is None:
        return Ended((), "abandoned", decided=False)
    match record.result.reason:
        case "resigned" | "time" | "agreed" | "abandoned" as reason:
            return Ended(record.result.winners, reason)
    return None


def _name(match: Match, seat: Seat) -> str:
    occupant = match.occupant(seat)
    if occupant is None:
        return _OPEN
    if not occupant.computer:
        return occupant.name
    played_for = f"{occupant.name}, computer" if seat in match.given_up else occupant.name
    return f"{played_for} {occupant.level}"
