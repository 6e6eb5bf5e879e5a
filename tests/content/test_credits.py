"""Who made the games: as the rulebooks name them, for every game."""

import pytest

from ludothek.games import load
from tests.content.content import GAMES, read

NEEDED = {"authors", "languages", "players", "publishers"}
KNOWN = NEEDED | {"issued", "minutes", "translators", "unsuitable_under"}


def test_every_game_has_its_credits() -> None:
    assert set(read("credits")) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_credits_are_complete(game: str) -> None:
    entry = read("credits")[game]
    assert NEEDED <= set(entry) <= KNOWN
    assert all(entry[part] for part in entry)


@pytest.mark.parametrize("game", GAMES)
def test_credits_tell_how_many_play_and_in_which_languages_the_rulebook_is(game: str) -> None:
    entry = read("credits")[game]
    counts = load(game).seat_counts
    assert entry["players"] == [min(counts), max(counts)]
    assert set(load(game).rulebooks) == set(entry["languages"])
    assert set(entry.get("translators", {})) <= set(entry["languages"])
