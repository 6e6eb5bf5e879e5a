"""Ratings of the levels: those of docs/strength.md, for every level."""

from itertools import pairwise
from pathlib import Path

import pytest

from ludothek.games import load
from ludothek.games.level_ratings import RATINGS, ratings_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "strength.md"


@pytest.mark.parametrize(("game", "seats"), RATINGS)
def test_ratings_are_those_of_the_document(game: str, seats: int) -> None:
    lines = DOCUMENT.read_text("utf-8").splitlines()
    start = lines.index(f"<!-- ladder {game} {seats} -->") + 3
    end = lines.index(f"<!-- end ladder {game} {seats} -->")
    rated = [int(line.split("|")[4].split("±")[0]) for line in lines[start:end]]
    assert list(RATINGS[game, seats]) == rated


@pytest.mark.parametrize(("game", "seats"), RATINGS)
def test_every_level_is_rated_above_the_one_below(game: str, seats: int) -> None:
    rated = ratings_of(game)[seats]
    assert rated[0] == 0
    assert len(rated) == len(load(game).levels)
    assert all(lower < upper for lower, upper in pairwise(rated))
