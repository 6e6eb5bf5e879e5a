"""What learners are promised stays as it is: texts, numbers, planes and rewards of version 1."""

import doctest
import json
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from ludothek.engine import batch as batch_module
from ludothek.engine.batch import Batch
from ludothek.engine.core import GAMES
from ludothek.games import BadSetup, IllegalMove, load
from ludothek.games.splash.state import Placing
from ludothek.research import specification as specification_module
from ludothek.research.env import action_checks, factored, table_match
from ludothek.research.env.factored import FactoredActions
from ludothek.research.specification import Specification, specification, zero_sum
from tests.research.env.setups import BOARDS, SOME_BOARDS, Chosen, of_game, short_id

FROZEN = Path(__file__).with_name("frozen.json")


def random_game(spec: Specification, seed: int) -> str:
    """A digest of everything a learner sees in a game by lot."""
    random, digest, play = Random(seed), sha256(), spec.begin()
    while not play.over:
        for seat in range(1, spec.setup.seats + 1):
            digest.update(spec.encode(play, seat).tobytes())
        digest.update(spec.mask(play).tobytes())
        action = random.choice(np.flatnonzero(spec.mask(play)).tolist())
        digest.update(spec.text(play, action).encode())
        play.apply(action)
    digest.update(repr(spec.rewards(play)).encode())
    return digest.hexdigest()


def turned(spec: Specification) -> str:
    """A digest of what the symmetries make of places and actions."""
    digest = sha256()
    for each in spec.board_symmetries:
        for array in (each.places, each.swapped, each.order):
            digest.update(array.tobytes())
    return digest.hexdigest()


def frozen() -> dict[str, object]:
    """What is stored: a description and a digest for each game and seat count."""
    described_games: dict[str, object] = {}
    for game in GAMES:
        for seats in load(game).seat_counts:
            spec = specification(game, seats)
            digests = {"digest": random_game(spec, 7), "turned": turned(spec)}
            described_games[f"{spec.id} {seats}"] = {**spec.describe(), **digests}
    for seats in load("splash").seat_counts:
        described = table_match.describe(seats)
        described_games[f"{described['id']} {seats}"] = {
            **described,
            "digest": random_draft(seats, {}, 7),
        }
    return {**described_games, "other options": other_options()}


def other_options() -> dict[str, str]:
    """A digest for each value of an option that is not the default."""
    digests = {}
    for chosen in chain.from_iterable(map(of_game, (*GAMES, "splash"))):
        name, seats, options = chosen
        if options and name in GAMES:
            digests[short_id(chosen)] = random_game(specification(*chosen), 7)
        elif options:
            digests[short_id(chosen)] = random_draft(seats, options, 7)
    return digests


def random_draft(seats: int, options: dict[str, str], seed: int) -> str:
    """A digest of what is seen of Splash! before anything is placed and physics rounds."""
    random, digest, match = Random(seed), sha256(), table_match.TableMatch(seats, options)
    while match.saved is None and not isinstance(match.state.phase, Placing):
        for seat in range(1, seats + 1):
            digest.update(match.observation(seat).tobytes())
        legal = np.flatnonzero(np.asarray(match.mask()["piece"])).tolist()
        match.act({"piece": random.choice(legal), "face": 0, "pose": np.zeros(3)})
    return digest.hexdigest()


def test_version_1_is_frozen() -> None:
    """Write it anew with `python -m tests.research.env.test_specification`, with a new version."""
    assert frozen() == json.loads(FROZEN.read_text("utf-8"))


@pytest.mark.parametrize("chosen", BOARDS)
def test_planes_stay_below_what_the_specification_says(chosen: Chosen) -> None:
    spec = specification(*chosen)
    batch = Batch(chosen[0], 8, chosen[1], chosen[2], seed=3)
    assert batch.mask.shape[1] == spec.number_of_actions
    assert batch.observations.shape[1:] == spec.shape
    highest = np.zeros(spec.shape, np.uint8)
    for _ in range(400):
        highest = np.maximum(highest, batch.observations.max(axis=0))
        batch.step(batch.sample())
    assert (highest <= spec.high).all()


@pytest.mark.parametrize("chosen", BOARDS)
def test_actions_have_texts_and_parts_both_ways(chosen: Chosen) -> None:
    spec = specification(*chosen)
    batch = Batch(chosen[0], 1, chosen[1], chosen[2], seed=5)
    factored = spec.factored
    for _ in range(60):
        play, mask = batch.play(0), spec.mask(batch.play(0))
        for action in np.flatnonzero(mask)[:50].tolist():
            assert spec.action(play, spec.text(play, action)) == action
            assert factored.join(factored.split(action)) == action
        batch.step(batch.sample())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_parts_of_nexus_lose_nothing(seats: int) -> None:
    spec = specification("nexus", seats)
    actions = np.arange(spec.number_of_actions)
    rows = spec.factored.split_all(actions)
    assert len({tuple(row) for row in rows.tolist()}) == len(actions)
    some = actions[:: 97 if seats > 2 else 7].tolist()
    assert [spec.factored.join(rows[action].tolist()) for action in some] == some


def test_choosing_part_by_part_reaches_exactly_the_legal_actions() -> None:
    spec = specification("nexus", 2)
    batch, factored = Batch("nexus", 1, seed=4), spec.factored
    for _ in range(12):
        legal = spec.mask(batch.play(0))
        assert sorted(reached(factored, legal)) == np.flatnonzero(legal).tolist()
        for _ in range(5):
            batch.step(batch.sample())


def reached(factored: FactoredActions, legal: NDArray[np.uint8]) -> list[int]:
    """All actions that part after part, by the masks, leads to."""
    prefixes: list[tuple[int, ...]] = [()]
    for _ in factored.sizes:
        prefixes = [
            (*prefix, part)
            for prefix in prefixes
            for part in np.flatnonzero(factored.mask(legal, prefix)).tolist()
        ]
    return [factored.join(prefix) for prefix in prefixes]


def test_parts_that_are_no_action_are_refused() -> None:
    factored = FactoredActions.of_nexus(2)
    with pytest.raises(ValueError, match="an action has parts below"):
        factored.join((6, 0, 0, 0))
    with pytest.raises(ValueError, match="enter has parts below"):
        factored.join((0, 19, 0, 0))
    with pytest.raises(ValueError, match="and 0 for the others"):
        factored.join((0, 1, 1, 0))


@pytest.mark.parametrize("game", GAMES)
def test_symmetries_are_renamings_of_features_and_outputs(game: str) -> None:
    spec = specification(game)
    number = len(spec.features(spec.begin(), 1))
    for symmetry in spec.symmetries:
        assert sorted(symmetry.inputs.tolist()) == list(range(number))
        assert sorted(symmetry.outputs.tolist()) == list(range(len(symmetry.outputs)))


def test_a_turned_position_of_repulso_has_turned_features() -> None:
    spec, game = specification("repulso"), load("repulso")
    state = game.play(game.play(game.initial(), "b1"), "*d4")
    seen = spec.features(spec.resume(game.format_position(state)), 1)
    by_rules = {
        spec.features(spec.resume(game.format_position(each.state(state))), 1).tobytes()
        for each in game.symmetries
    }
    assert {seen[each.inputs].tobytes() for each in spec.symmetries} == by_rules


@pytest.mark.parametrize("chosen", SOME_BOARDS)
def test_a_state_of_the_rules_is_encoded_like_the_game_of_the_core(chosen: Chosen) -> None:
    spec = specification(*chosen)
    state, play = spec.rules.start(spec.setup), spec.begin()
    for _ in range(8):
        for seat in range(1, spec.setup.seats + 1):
            np.testing.assert_array_equal(spec.encode(state, seat), spec.encode(play, seat))
        np.testing.assert_array_equal(spec.mask(state), spec.mask(play))
        action = play.legal()[-1]
        text = spec.text(state, action)
        assert spec.action(state, text) == action
        state = spec.rules.play(state, text)
        play.apply(action)


def test_every_number_of_an_observation_of_splash_has_a_name() -> None:
    match = table_match.TableMatch(3)
    number = table_match.PIECES * len(table_match.COLUMNS) + len(table_match.REST)
    assert match.observation(2).shape == (number,) == (table_match.LENGTH,)
    seen = match.observation(match.seat)
    assert seen[table_match.PIECES * len(table_match.COLUMNS) :].nonzero()[0].tolist() == [
        table_match.REST.index("phase: drafting"),
        table_match.REST.index("own decides"),
    ]


def test_every_setup_is_frozen() -> None:
    stored = json.loads(FROZEN.read_text("utf-8"))
    digests = stored.pop("other options")
    known = {f"{each['id']} {each['seats']}" for each in stored.values()}
    assert known == stored.keys()
    setups = list(chain.from_iterable(map(of_game, (*GAMES, "splash"))))
    assert len(stored) + len(digests) == len(setups)
    assert digests.keys() == {short_id(chosen) for chosen in setups if chosen[2]}


def test_rewards_add_up_to_nothing() -> None:
    assert zero_sum((0.0, 0.5, 0.5), 3) == (-0.5, 0.25, 0.25)
    assert zero_sum(None, 4) == (0.0,) * 4
    assert sum(zero_sum((0.0, 0.0, 1.0, 0.0), 4)) == pytest.approx(0)


def test_wrong_wishes_get_a_sentence() -> None:
    with pytest.raises(BadSetup, match="the engine plays repulso, robotory, nexus, not 'splash'"):
        specification("splash")
    with pytest.raises(BadSetup, match="Repulso is played with 2 seats, not 3"):
        specification("repulso", 3)
    spec = specification("robotory")
    with pytest.raises(IllegalMove, match="'w@z9' is not a legal decision here"):
        spec.action(spec.begin(), "w@z9")


@pytest.mark.parametrize(
    "module", [action_checks, batch_module, factored, specification_module, table_match]
)
def test_the_examples_of_a_module_run(module: ModuleType) -> None:
    assert doctest.testmod(module).attempted
    assert not doctest.testmod(module).failed


if __name__ == "__main__":
    FROZEN.write_text(json.dumps(frozen(), indent=1) + "\n", "utf-8")
