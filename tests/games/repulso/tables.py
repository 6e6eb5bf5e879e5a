"""Short words for the tests of Repulso."""

from random import Random

import pytest
from hypothesis import strategies as st

from ludothek.games import IllegalMove, Setup
from ludothek.games.repulso import REPULSO, PlacePiece, State
from ludothek.testing import setups

START = "6/6/6/6/6/6 p1 p1 12+6,12+6 -"


def at(text: str) -> State:
    return REPULSO.parse_position(text)


def after(text: str, *moves: str) -> State:
    state = at(text)
    for move in moves:
        state = REPULSO.play(state, move)
    return state


def position(state: State) -> str:
    return REPULSO.format_position(state)


def texts(state: State) -> set[str]:
    return set(REPULSO.legal_texts(state))


def ending(state: State) -> tuple[str, str] | None:
    outcome = REPULSO.outcome(state)
    return (outcome.text, outcome.reason) if outcome else None


def refused(text: str, move: str) -> tuple[str, dict[str, object], str]:
    with pytest.raises(IllegalMove) as error:
        REPULSO.play(at(text), move)
    return error.value.code, dict(error.value.params), str(error.value)


def thrifty_game(setup: Setup, seed: int) -> list[State]:
    """A random game in which stones are kept for later: many seats run out of squares."""
    random = Random(seed)
    states = [REPULSO.start(setup)]
    while legal := REPULSO.legal_moves(states[-1]):
        pieces = [move for move in legal if isinstance(move, PlacePiece)]
        move = random.choice(pieces if pieces and random.random() < 0.8 else legal)
        states.append(REPULSO.apply(states[-1], move))
    return states


thrifty_games = st.builds(thrifty_game, st.sampled_from(setups(REPULSO)), st.integers(0, 2**32 - 1))
some_states = thrifty_games.flatmap(st.sampled_from)
