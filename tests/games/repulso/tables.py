"""Helper functions for the tests of Repulso."""

from random import Random

import pytest
from hypothesis import strategies as st

from ludothek.games import IllegalMove, Setup
from ludothek.games.protocol import Seat
from ludothek.games.repulso import REPULSO, PlacePiece, State
from ludothek.games.repulso.board import Bits, Square
from ludothek.games.repulso.rules import openings
from ludothek.games.repulso.state import PIECES, STONES
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


def crowded(random: Random, stones: int) -> State:
    """A board that may never come about: its seat has so many stones and no square for a piece."""
    while True:
        seat, pieces = random.randint(1, 2), random.randint(1, 2)
        other_left = pieces + stones - (seat == 2)
        other_stones = random.randint(max(0, other_left - PIECES), min(STONES, other_left))
        lying = 2 * STONES - stones - other_stones
        own, other = PIECES - pieces, PIECES - (other_left - other_stones)
        squares = random.sample(range(36), own + other + lying)
        state = State(
            REPULSO.setup(),
            *_in_order(seat, _bits(squares[:own]), _bits(squares[own : own + other])),
            _bits(squares[own + other :]),
            _in_order(seat, stones, other_stones),
            seat,
            seat,
        )
        if not openings(state.of(seat), state.lying):
            return state


def _in_order(seat: Seat, own: int, other: int) -> tuple[int, int]:
    return (own, other) if seat == 1 else (other, own)


def _bits(squares: list[Square]) -> Bits:
    return sum(1 << square for square in squares)
