from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ludothek.games.protocol import Setup
from ludothek.games.splash import SPLASH
from tests.games.splash.model import Table, in_order
from tests.games.splash.tables import PLAYED, some_move


@given(st.sampled_from(PLAYED), st.integers(0, 2**32))
def test_two_writings_of_the_rules_agree(setup: Setup, seed: int) -> None:
    """splash 2.1, 2.2, 3.2, 3.3, 3.4, 3.5, 3.6, 4.5, 5.3, 5.4, 5.5, 5.6, 6.2, 6.3, 6.5, 6.6"""
    random = Random(seed)
    steadiness = random.choice([0.0, 0.5, 0.8])
    state, table = SPLASH.start(setup), Table(setup.seats, setup["last-piece"], setup["fault"])
    for _ in range(200):
        assert sorted(SPLASH.legal_texts(state)) == sorted(table.legal())
        if SPLASH.outcome(state):
            break
        assert SPLASH.to_move(state) == table.seat + 1
        move = some_move(state, random, steadiness)
        state = SPLASH.play(state, move)
        table.tell(str(move))
        seen = SPLASH.drawing.board(state)
        assert seen["stocks"] == [in_order(stock) for stock in table.stocks]
        assert seen["drops"] == table.drops
        assert seen["box"] == in_order(table.box)
    outcome = SPLASH.outcome(state)
    assert (outcome is None) == (table.winner is None)
    if outcome and table.winner is not None:
        assert table.winner + 1 in outcome.winners
