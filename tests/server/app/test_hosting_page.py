"""docs/hosting.md tells every setting and every limit as it is."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from ludothek import job_scheduling, workers
from ludothek.server.accounts import known_addresses
from ludothek.server.app import connection_limits, http_protocols
from ludothek.server.app.settings import Settings
from ludothek.server.compute import analysis_jobs, placements
from ludothek.server.http.rate_limit import HOUR, MINUTE, RATES, SHARED
from ludothek.server.live import connection, outbox, session
from ludothek.server.match import commands
from ludothek.server.runtime import rooms
from ludothek.server.wire import models
from tests.server.app.test_operating import ROOT

PAGE: Final = (ROOT / "docs" / "hosting.md").read_text("utf-8")
UNITS: Final = {"second": 1.0, "minute": MINUTE, "hour": HOUR}
FIXED: Final = {
    "waiting": rooms.MOST_WAITING,
    "attempts": rooms.ATTEMPTS,
    "placement": placements.SIMULATION,
    "decisions": commands.MAX_DECISIONS,
    "line": models.MAX_LINE,
    "outbox": outbox.MOST,
    "stuck": connection.STUCK,
    "refused": session.MAX_REFUSED,
    "pipelined": http_protocols.MAX_PIPELINED,
    "slowest": connection_limits.SLOWEST,
    "analyses": analysis_jobs.MAX_ANALYSES,
    "pool": workers.MOST_WAITING,
    "debtors": job_scheduling.HOUSEHOLD,
    "addresses": known_addresses.MOST_KEPT,
}
IN_WORDS: Final = {"", None}  # defaults that are no values, and are documented in words


def test_every_setting_is_told_with_its_default() -> None:
    documented = dict(_cells("Settings", 1))
    assert set(documented) == set(Settings.model_fields)
    for name, field in Settings.model_fields.items():
        if _plain(field.default) not in IN_WORDS:
            assert documented[name] == _plain(field.default), name


def test_every_rate_limit_is_told_as_it_is() -> None:
    at_once, long_run = dict(_cells("Rate limits", 1)), dict(_cells("Rate limits", 2))
    assert set(at_once) == set(long_run) == set(RATES)
    for name, rate in RATES.items():
        number, _, unit = long_run[name].replace(" an ", " a ").partition(" a ")
        assert float(at_once[name]) == rate.burst, name
        assert float(number) * UNITS[unit] == pytest.approx(rate.a_second), name


def test_every_fixed_limit_is_told_as_it_is() -> None:
    documented = dict(_cells("Fixed limits", 1))
    assert documented == {name: f"{value:g}" for name, value in FIXED.items()}


def test_the_limits_of_an_address_are_told_as_they_are() -> None:
    paragraph = re.search(
        r"^`[^\n]+ also hold for all people of one address.+?\n\n", PAGE, re.MULTILINE | re.DOTALL
    )
    assert paragraph
    documented = {
        kind: group
        for kinds, group in re.findall(r"([^.]+?)\swith `(\w+)` times", paragraph[0])
        for kind in re.findall(r"`(\w+)`", kinds)
    }
    assert documented == SHARED


def _cells(section: str, column: int) -> Iterator[tuple[str, str]]:
    """What a table says of each name; a unit behind several numbers is that of all."""
    rows = PAGE.partition(f"## {section}\n")[2].partition("\n## ")[0].splitlines()
    for row in (row for row in rows if row.startswith("| `")):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        names = re.findall(r"`(\w+)`", cells[0])
        texts = cells[column].split(", ") if len(names) > 1 else [cells[column]]
        assert len(texts) == len(names), row
        unit = texts[-1].partition(" ")[2]
        for name, text in zip(names, texts, strict=True):
            whole = text if " " in text or not unit or len(names) == 1 else f"{text} {unit}"
            yield name, whole.replace("`", "")


def _plain(default: object) -> str | None:
    """A default as a table shows it."""
    if isinstance(default, float):
        return f"{default:g}"
    return None if default is None else str(default)
