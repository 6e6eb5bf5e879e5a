"""Every numbered clause of a RULES.md is cited by a test, and no test cites any other."""

import re
from pathlib import Path

import pytest

import ludothek.games
from ludothek.games import names

RULES = Path(ludothek.games.__file__).parent
TESTS = Path(__file__).parents[1]


def clauses(game: str) -> set[str]:
    text = (RULES / game / "RULES.md").read_text(encoding="utf-8")
    return set(re.findall(r"^- (\d+\.\d+) ", text, re.MULTILINE))


def cited(game: str) -> set[str]:
    citations: set[str] = set()
    for path in TESTS.rglob("*.py"):
        for numbers in re.findall(
            rf'"""{game} ((?:\d+\.\d+(?:, )?)+)', path.read_text(encoding="utf-8")
        ):
            citations |= set(numbers.split(", "))
    return citations


@pytest.mark.parametrize("game", names())
def test_every_clause_is_cited_and_every_citation_is_a_clause(game: str) -> None:
    assert clauses(game)
    assert clauses(game) - cited(game) == set()
    assert cited(game) - clauses(game) == set()
