"""What works for a game outside its rules is named by text, and loaded where it works."""

from dataclasses import replace

import pytest

from ludothek.engine import Limits, player
from ludothek.games import BadSetup, load
from ludothek.games.backends import Question, Stopped, player_of, simulator_of
from ludothek.games.protocol import Computers

SPLASH, ROBOTORY = load("splash"), load("robotory")


def last_of_the_list(question: Question, stopped: Stopped) -> str:
    """A computer player that takes the last decision but `level` ones."""
    assert not stopped()
    assert question.seconds > 0
    return ROBOTORY.legal_texts(question.state)[-question.level]


OWN = replace(ROBOTORY, computers=Computers(f"{__name__}:last_of_the_list", levels=2))


def test_most_games_have_no_part_outside() -> None:
    assert ROBOTORY.computers is None
    assert not ROBOTORY.simulated(ROBOTORY.setup())
    assert ROBOTORY.deal(ROBOTORY.setup(), 1) == ()
    assert ROBOTORY.sides(ROBOTORY.setup()) == ((1,), (2,))


def test_a_draft_is_dealt_where_it_is_left_to_chance() -> None:
    """splash 8.2"""
    assert SPLASH.deal(SPLASH.setup(), 1) == ()
    dealt = SPLASH.deal(SPLASH.setup(2, {"draft": "random"}), 1)
    assert len(dealt) == 30
    assert dealt == SPLASH.deal(SPLASH.setup(2, {"draft": "random"}), 1)


def test_partners_win_together() -> None:
    """splash 7.3"""
    assert SPLASH.sides(SPLASH.setup(4, {"teams": "pairs"})) == ((1, 3), (2, 4))
    assert SPLASH.sides(SPLASH.setup(3)) == ((1,), (2,), (3,))


def test_a_table_is_simulated_unless_people_build_a_real_one() -> None:
    assert SPLASH.simulated(SPLASH.setup())
    assert not SPLASH.simulated(SPLASH.setup(2, {"referee": "yes"}))


def test_levels_are_those_of_the_game_and_higher_ones_play_like_the_last() -> None:
    state = ROBOTORY.initial()
    texts = ROBOTORY.legal_texts(state)
    moves = [str(player(f"level{n}", 1).choose(OWN, state, Limits())) for n in (1, 2, 8)]
    assert moves == [texts[-1], texts[-2], texts[-2]]


def test_a_part_that_cannot_be_loaded_is_named() -> None:
    with pytest.raises(BadSetup, match="no_such_module:play cannot be loaded"):
        player_of(Computers("no_such_module:play", levels=1))
    assert SPLASH.simulation
    with pytest.raises(BadSetup, match="ludothek:nothing cannot be loaded"):
        simulator_of(replace(SPLASH.simulation, simulator="ludothek:nothing"))
