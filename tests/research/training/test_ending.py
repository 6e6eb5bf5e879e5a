"""How games go on and end, as targets for teachers, beside the Python rules."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from ludothek.games import AnyGame, BadSetup, IllegalMove, load
from ludothek.games.protocol import Setup
from ludothek.games.repulso.board import groups
from ludothek.research.training.selfplay import GROUPS, SelfPlay, Settings, ending


def game_of(rules: AnyGame, setup: Setup, seed: int, longest: int) -> tuple[list[str], list[Any]]:
    """Decisions of a random game, and its states."""
    random, moves, states = Random(seed), list[str](), [rules.start(setup)]
    while len(moves) < longest and (legal := rules.legal_texts(states[-1])):
        moves.append(random.choice(list(legal)))
        states.append(rules.play(states[-1], moves[-1]))
    return moves, states


@pytest.mark.parametrize("seat", [1, 2])
def test_repulso_ends_with_groups_of_both(seat: int) -> None:
    rules = load("repulso")
    setup = rules.setup(2, {"stuck": "no-turn"})
    for seed in range(20):
        moves, states = game_of(rules, setup, seed, 200)
        own, other = (groups(states[-1].of(each)) for each in (seat, 3 - seat))
        largest = [max((each.bit_count() for each in of), default=0) for of in (own, other)]
        assert ending("repulso", setup, moves, 5, seat) == pytest.approx(
            {
                "own_groups": len(own) / 12,
                "other_groups": len(other) / 12,
                "own_largest": largest[0] / 12,
                "other_largest": largest[1] / 12,
                "largest_difference": (12 + largest[0] - largest[1]) / 24,
            }
        )


def test_robotory_ends_with_robots_in_a_camp() -> None:
    rules = load("robotory")
    setup = rules.setup(2)
    winners = set()
    for seed in range(20):
        moves, states = game_of(rules, setup, seed, 1000)
        own = [
            round(3 * ending("robotory", setup, moves, 0, seat)["own_robots"]) for seat in (1, 2)
        ]
        assert sum(own) == 3
        outcome = rules.outcome(states[-1])
        assert outcome
        assert outcome.winners == (1 if own[0] >= 2 else 2,)
        winners |= set(outcome.winners)
    assert winners == {1, 2}


def marbles_of(state: Any, seat: int) -> int:
    """On the board and in the reserve."""
    return int(state.reserves[seat - 1] + sum(ring[seat - 1] for ring in state.marbles))


def changes(
    rules: AnyGame, states: list[Any], moves: list[str], since: int
) -> tuple[Counter[int], Counter[int], list[int]]:
    """Marbles taken and lost by each seat after so many decisions, and who left, by the events."""
    taken, lost, left = Counter[int](), Counter[int](), list[int]()
    for number, (state, after) in enumerate(pairwise(states)):
        now = Counter({seat: marbles_of(state, seat) for seat in range(1, state.setup.seats + 1)})
        for event in rules.events(state, rules.notation.parse_move(moves[number]), after):
            match event:
                case {"event": "removed", "seat": int(seat), "by": int(by), "number": int(removed)}:
                    gone = {seat: removed}
                    taken[by] += removed if number >= since else 0
                case {"event": "sacrificed", "seat": int(seat)}:
                    gone = {seat: 1}
                case {"event": "left", "seat": int(seat)}:
                    gone = {seat: now[seat]}
                    left.append(seat)
                case _:
                    continue
            now.subtract(gone)
            lost.update(gone if number >= since else {})
    return taken, lost, left


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nexus_tells_marbles_taken_and_lost_and_who_left_first(seats: int) -> None:
    rules = load("nexus")
    setup = rules.setup(seats)
    left_in_all = 0
    for seed in range(4):
        moves, states = game_of(rules, setup, seed, 500)
        since = seed * len(moves) // 4
        taken, lost, left = changes(rules, states, moves, since)
        left_in_all += len(left)
        for seat in range(1, seats + 1):
            numbers = ending("nexus", setup, moves, since, seat)
            for after in range(seats):
                who = (seat - 1 + after) % seats + 1
                assert numbers[f"taken_{after}"] == pytest.approx(min(taken[who], 16) / 16)
                assert numbers[f"lost_{after}"] == pytest.approx(min(lost[who], 16) / 16)
                stayed = left.index(who) / (seats - 1) if who in left else 1
                assert numbers[f"stayed_{after}"] == pytest.approx(stayed)
            assert all(not numbers[f"stayed_{after}"] for after in range(seats, 4))
    assert left_in_all > 0


def test_samples_of_self_play_tell_how_their_games_ended() -> None:
    """Of Repulso the last inputs show all pieces, square by square, own ones first."""
    games = SelfPlay("repulso", games=4, seed=3, settings=Settings(visits=4, fast_visits=2))
    for _ in range(300):
        for group in GROUPS:
            games.advance(group)
            games.leaves[group].logits[:] = 0
            games.leaves[group].values[:] = 0.5
    samples = games.take()
    assert len(samples.ending) > 20
    for last, numbers in zip(samples.last, samples.ending, strict=True):
        own, other = (
            groups(sum(1 << int(square) for square in np.flatnonzero(last[first : first + 36])))
            for first in (0, 36)
        )
        most, theirs = own[0].bit_count(), other[0].bit_count()
        expected = (len(own), len(other), most, theirs, (12 + most - theirs) / 2)
        np.testing.assert_allclose(numbers, np.array(expected) / 12, rtol=1e-6)


def test_what_makes_no_sense_is_refused() -> None:
    setup = load("robotory").setup(2)
    with pytest.raises(IllegalMove, match="'w@z9' is not a legal decision here"):
        ending("robotory", setup, ["w@z9"])
    with pytest.raises(BadSetup, match="since is a number from 0 to 1, not 2"):
        ending("robotory", setup, ["w@a1"], since=2)
    with pytest.raises(BadSetup, match="seat is a number from 1 to 2, not 3"):
        ending("robotory", setup, ["w@a1"], seat=3)
