"""Planes and actions of a turned position are those of the position, turned.

The contract of a game's symmetries (`ludothek.testing`) in the numbers of learners.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from ludothek.games.protocol import Symmetry
from ludothek.research.env.board_symmetries import BoardSymmetry
from ludothek.research.specification import Specification, specification
from tests.research.env.setups import Chosen, of_game, short_id

FIXED = [
    pytest.param(each, id=short_id(each))
    for name in ("repulso", "robotory")
    for each in of_game(name)
]


def by_rules(spec: Specification, name: str) -> Symmetry[Any, Any]:
    """What the rules call by this name."""
    same: Symmetry[Any, Any] = Symmetry("identity", lambda state: state, lambda move: move)
    return {"identity": same, **{each.name: each for each in spec.rules.symmetries}}[name]


def positions(spec: Specification, seed: int) -> Iterator[Any]:
    """The states of a game by lot, with its end."""
    random, state = Random(seed), spec.rules.start(spec.setup)
    yield state
    while moves := spec.rules.legal_moves(state):
        state = spec.rules.apply(state, random.choice(moves))
        yield state


def check(spec: Specification, symmetry: BoardSymmetry, state: Any) -> None:
    rule = by_rules(spec, symmetry.name)
    turned = spec.at(rule.state(state))
    play = spec.at(state)
    for seat in (1, 2):
        assert symmetry.seat(seat) == rule.seat(seat)
        seen = spec.encode(turned, symmetry.seat(seat))
        np.testing.assert_array_equal(seen, symmetry.planes(spec.encode(play, seat)))
    np.testing.assert_array_equal(spec.mask(turned), symmetry.actions(spec.mask(play)))
    for action in np.flatnonzero(spec.mask(play)).tolist():
        move = spec.rules.notation.parse_move(spec.text(play, action))
        assert spec.text(turned, symmetry.action(action)) == str(rule.move(move))


@pytest.mark.parametrize("chosen", FIXED)
def test_a_turned_position_has_turned_planes_and_actions(chosen: Chosen) -> None:
    spec = specification(*chosen)
    for seed in range(2):
        for state in positions(spec, seed):
            for symmetry in spec.board_symmetries:
                check(spec, symmetry, state)


@pytest.mark.parametrize("chosen", FIXED)
def test_symmetries_are_all_of_the_rules_and_renamings(chosen: Chosen) -> None:
    spec = specification(*chosen)
    names = [each.name for each in spec.board_symmetries]
    assert names[0] == "identity"
    assert set(names) == {"identity", *(each.name for each in spec.rules.symmetries)}
    for each in spec.board_symmetries:
        assert sorted(each.places.tolist()) == list(range(int(np.prod(spec.shape))))
        assert sorted(each.order.tolist()) == list(range(spec.number_of_actions))


def test_many_games_are_turned_like_each_of_them() -> None:
    spec = specification("robotory")
    turn = spec.board_symmetries[1]
    states = list(positions(spec, 5))
    seen = np.stack([spec.encode(state, 1) for state in states])
    masks = np.stack([spec.mask(state) for state in states])
    np.testing.assert_array_equal(turn.planes(seen), np.stack([turn.planes(one) for one in seen]))
    np.testing.assert_array_equal(turn.actions(masks), np.stack(list(map(turn.actions, masks))))
    np.testing.assert_array_equal(turn.planes(turn.planes(seen)), seen)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nexus_has_the_identity_only(seats: int) -> None:
    spec = specification("nexus", seats)
    (same,) = spec.board_symmetries
    play = spec.begin()
    np.testing.assert_array_equal(same.planes(spec.encode(play, 1)), spec.encode(play, 1))
    np.testing.assert_array_equal(same.actions(spec.mask(play)), spec.mask(play))
    assert [same.seat(seat) for seat in range(1, seats + 1)] == list(range(1, seats + 1))


def test_no_renaming_of_actions_turns_every_position_of_nexus() -> None:
    """Why there is none: what becomes of a ring's number depends on the other rings."""
    spec = specification("nexus")
    states = list(islice(positions(spec, 1), 60))
    for rule in spec.rules.symmetries:
        images: dict[int, set[int]] = {}
        for state in states:
            for move in spec.rules.legal_moves(state)[:4]:
                image = spec.action(rule.state(state), str(rule.move(move)))
                images.setdefault(spec.action(state, str(move)), set()).add(image)
        fixed = all(len(each) == 1 for each in images.values())
        assert fixed == (rule.name in ("turn-0", "translation")), rule.name


def test_wrong_shapes_get_a_sentence() -> None:
    symmetry = specification("robotory").board_symmetries[1]
    with pytest.raises(ValueError, match="planes are 192 bytes a game, not"):
        symmetry.planes(np.zeros((8, 24), np.uint8))
    with pytest.raises(ValueError, match="there are 146 actions, not"):
        symmetry.actions(np.zeros(145))
