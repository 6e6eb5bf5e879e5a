"""Records that were written with version 1 of the rules, as it wrote them."""

import json
from dataclasses import replace

import pytest

from ludothek.games.record import Record, RecordError, replay, start_state
from ludothek.games.record.json import from_json, to_json
from ludothek.games.record.text import format_record, parse_record
from ludothek.games.repulso import REPULSO
from tests.games.repulso.tables import at, ending
from tests.games.repulso.test_repulso_stuck import LOST, TWO_STONES

# Before turn 30 p2 has stones, but no prospect: today that would be the end, and p1 would win.
PLAYED_ON = """\
Game: repulso
Rules: 1
Options: stuck=no-turn,tiebreak=draw
p1: Ada
p2: Bo
Date: 2025-12-31
Result: p2win stuck

1. *f4 2. *b3 3. *c1 4. c4 5. e3 6. d3 7. b1 8. d5 9. b5 10. c6 11. f1 12. f2 13. d1 14. a6 15. *f3
e3-e1 f2-a2 16. c2 17. *a3 a2-a1 18. f5 19. e5 20. e4 21. *a4 22. *e3 d3-c3 e4-d4 23. f6 24. *f2
25. d6 26. e6 27. d3 28. e2 29. *e4 30. *a2 p2win
"""
# At the end p2 could open a square with two stones, but not with one.
ENDED_EARLY = """\
Game: repulso
Rules: 1
Options: stuck=no-prospect,tiebreak=draw
p1: Ada
p2: Bo
Date: 2025-12-31
Result: p1win stuck

1. d5 2. b1 3. f1 4. d3 5. b4 6. *c2 7. b2 8. a2 9. e6 10. b6 11. a5 12. f2 13. e3 14. f6 15. f4
16. e1 17. c1 18. c5 19. d2 20. b3 21. *c4 b4-b5 c5-c6 22. e4 23. c3 24. a4 25. a1 p1win
"""
DEFAULTS = PLAYED_ON.replace("Options: stuck=no-turn,tiebreak=draw\n", "")


def as_json(text: str, stuck: str) -> str:
    """The same game as version 1 wrote it in one line."""
    record = parse_record(text)
    options = {"stuck": stuck, "tiebreak": "draw"}
    return json.dumps({**json.loads(to_json(record)), "rules": 1, "options": options})


def from_position(start: str, options: str, result: str) -> Record:
    """A record of version 1 that begins with a position, and has no decisions."""
    return parse_record(
        f"Game: repulso\nRules: 1\n{options}p1: Ada\np2: Bo\n"
        f"Position: {start}\nResult: {result}\n\n{result.split(maxsplit=1)[0]}\n"
    )


def wins(record: Record) -> tuple[str, str] | None:
    """How its last position is judged by the rules it asks for."""
    return ending(replay(record))


@pytest.mark.parametrize(
    "record",
    [parse_record(PLAYED_ON), parse_record(DEFAULTS), from_json(as_json(PLAYED_ON, "no-turn"))],
    ids=["named", "default", "json"],
)
def test_a_game_of_version_1_played_on_as_long_as_there_were_stones(record: Record) -> None:
    """repulso 7.1"""
    assert wins(record) == ("p2win", "stuck")
    assert record.setup == REPULSO.setup(2, {"stuck": "no-turn"})
    assert replay(record) == replay(parse_record(format_record(record)))


def test_today_the_same_game_would_have_ended_before() -> None:
    """repulso 4.2, 7.1"""
    today = DEFAULTS.replace("Rules: 1", "Rules: 2")
    with pytest.raises(RecordError, match="the game is over"):
        parse_record(today)


@pytest.mark.parametrize(
    "record",
    [parse_record(ENDED_EARLY), from_json(as_json(ENDED_EARLY, "no-prospect"))],
    ids=["text", "json"],
)
def test_a_prospect_of_version_1_took_one_stone(record: Record) -> None:
    """repulso 7.2"""
    assert wins(record) == ("p1win", "stuck")
    assert record.version == 1
    today = replace(replay(record), setup=REPULSO.setup())
    assert ending(today) is None
    assert format_record(record) == ENDED_EARLY
    assert from_json(to_json(record)) == record


def test_a_position_of_version_1_is_read_with_the_options_it_had() -> None:
    """repulso 7.1, 7.2"""
    default = from_position(LOST, "", "unfinished")
    assert start_state(default) == at(f"{LOST} stuck=no-turn")
    options = "Options: stuck=no-prospect,tiebreak=draw\n"
    one_stone = from_position(f"{TWO_STONES} stuck=no-prospect", options, "p2win stuck")
    assert start_state(one_stone) == at(f"{TWO_STONES} rules=1")
    assert wins(one_stone) == ("p2win", "stuck")
