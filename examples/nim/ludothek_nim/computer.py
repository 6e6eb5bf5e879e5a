"""Computer players of its own: the engine could play Nim, too, but the theory is shorter."""

from functools import reduce
from operator import xor
from random import Random

from ludothek.games.backends import Question, Stopped
from ludothek_nim.rules import State, apply, legal_moves


def choose(question: Question, _stopped: Stopped) -> str:
    """Level 1 takes anything, level 3 plays perfectly, and level 2 does so half of the time."""
    state: State = question.state
    random = Random(question.seed)
    moves = legal_moves(state)
    good = [move for move in moves if lost(apply(state, move))]
    sees = question.level > 2 or (question.level == 2 and random.random() < 0.5)
    return str(random.choice(good if good and sees else moves))


def lost(state: State) -> bool:
    """Can the seat to move do nothing against a perfect opponent?"""
    if state.setup["last"] == "loses" and max(state.heaps) < 2:
        return sum(state.heaps) % 2 == 1
    return reduce(xor, state.heaps) == 0
