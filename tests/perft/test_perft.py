import pytest

from ludothek.games import load, names
from ludothek.games.perft import divide, perft
from ludothek.testing import setups
from tests.perft.tables import read


@pytest.mark.parametrize("name", names())
def test_the_tables_cover_every_seat_count_and_option(name: str) -> None:
    assert {setup for setup, _, _ in read(name)} == set(setups(load(name)))


@pytest.mark.parametrize("name", names())
def test_the_counts_are_those_of_the_tables(name: str) -> None:
    game = load(name)
    for setup, position, counts in read(name):
        start = position == "startpos"
        state = game.start(setup) if start else game.parse_position(position, setup)
        for depth, count in enumerate(counts, 1):
            nodes = perft(game, state, depth)
            assert nodes == count, f"{position}\n{divide(game, state, depth)}"
