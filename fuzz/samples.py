"""Texts that are right, and texts that are nearly right."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from ludothek.games import AnyGame, Setup, load, names
from ludothek.games.record import Decision, Line, Record
from ludothek.games.record.json import to_json
from ludothek.games.record.text import format_record
from ludothek.testing import Walk, random_choices, setups, walk

STEPS = 40
MESSAGE = (
    '{"type":"act","ref":1,"match":"0123456789abcdef",'
    '"command":{"type":"decide","ply":3,"decisions":["w@a1"]}}'
)


@cache
def beginning(game: str, setup: Setup) -> Walk:
    """The first decisions of a game, always the same."""
    rules = load(game)
    return walk(rules, rules.start(setup), random_choices(STEPS, STEPS))


@cache
def record(game: str, setup: Setup) -> Record:
    """The same beginning, with something said about it."""
    rules = load(game)
    played = beginning(game, setup)
    decisions = tuple(
        Decision(text, "a {word}\n" * (ply % 5 == 0), (Line.of([text]),) * (ply % 7 == 3))
        for ply, text in enumerate(map(str, played.moves))
    )
    seats = tuple(f"player {seat}" for seat in range(1, setup.seats + 1))
    result = rules.outcome(played.states[-1])
    return Record(game, setup, seats, Line(decisions, "hello"), result)


@st.composite
def tables(draw: st.DrawFn) -> tuple[AnyGame, Setup]:
    """Any game with any setup."""
    game = load(draw(st.sampled_from(names())))
    return game, draw(st.sampled_from(setups(game)))


@st.composite
def moves(draw: st.DrawFn) -> tuple[AnyGame, str]:
    """A game, and something like a decision of it."""
    game, setup = draw(tables())
    texts = list(map(str, beginning(game.name, setup).moves))
    return game, draw(nearly(st.sampled_from(texts)))


@st.composite
def choices(draw: st.DrawFn) -> tuple[AnyGame, Any, str]:
    """A game, a state of it, and something like a decision there."""
    game, setup = draw(tables())
    state = draw(st.sampled_from(beginning(game.name, setup).states))
    texts = game.legal_texts(state) or [""]
    return game, state, draw(nearly(st.sampled_from(texts)))


@st.composite
def positions(draw: st.DrawFn) -> tuple[AnyGame, str]:
    """A game, and something like a position of it."""
    game, setup = draw(tables())
    texts = list(map(game.format_position, beginning(game.name, setup).states))
    return game, draw(nearly(st.sampled_from(texts)))


def record_texts() -> st.SearchStrategy[str]:
    """Something like a record."""
    right = tables().map(lambda table: format_record(record(table[0].name, table[1])))
    return nearly(right)


def record_lines() -> st.SearchStrategy[str]:
    """Something like a record as JSON."""
    right = tables().map(lambda table: to_json(record(table[0].name, table[1])))
    return nearly(right)


@st.composite
def repetitions(draw: st.DrawFn) -> tuple[str, str, str, str]:
    """A reader, the two ends of what it reads, and a few characters to repeat between them."""
    game, setup = draw(tables())
    played = beginning(game.name, setup)
    whole = record(game.name, setup)
    texts = {
        "record": format_record(whole),
        "line": to_json(whole),
        f"{game.name} decision": str(played.moves[-1]),
        f"{game.name} position": game.format_position(played.states[-1]),
        "message": MESSAGE,
        "name": "Ada Lovelace",
    }
    reader = draw(st.sampled_from(sorted(texts)))
    text = texts[reader]
    cut = draw(st.integers(0, len(text)))
    unit = draw(st.text(' \t\n{}()[]\\:.,/"1ap@->', min_size=1, max_size=3))
    return reader, text[:cut], unit, text[cut:]


@st.composite
def talks(draw: st.DrawFn) -> tuple[AnyGame, Setup, list[str]]:
    """A game, and something like what a tournament manager would send."""
    game, setup = draw(tables())
    played = beginning(game.name, setup)
    texts = " ".join(map(str, played.moves))
    fens = [f"position fen {game.format_position(state)}" for state in played.states]
    steady = ["ugi", "isready", "uginewgame", "legal", "fen", "stop", "perft", "perft 0", "perft 1"]
    edited = ["go nodes 1", "go infinite", "query turn", "setoption name Seed value 1"]
    edited += [f"position startpos moves {texts}", *fens]
    line = st.one_of(st.sampled_from(steady), nearly(st.sampled_from(edited)))
    return game, setup, draw(st.lists(line, max_size=8))


@st.composite
def nearly(draw: st.DrawFn, right: st.SearchStrategy[str]) -> str:
    """A right text after a few edits; now and then any text at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(max_size=80))
    text, other = draw(right), draw(right)
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(start + 6, len(text))))
        borrowed = other[start : start + draw(st.integers(0, 6))]
        text = text[:start] + draw(st.just(borrowed) | st.text(max_size=3)) + text[end:]
    return text
