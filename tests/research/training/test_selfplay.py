"""Games that a search plays against itself, for training."""

import numpy as np
import pytest

from ludothek.engine.networks import GAMES
from ludothek.games import BadSetup, load
from ludothek.research.training.selfplay import GROUPS, Samples, SelfPlay, Settings, encoder, mixed

QUICK = Settings(visits=6, fast_visits=3, full_share=0.5, considered=4, segment=9)


def played(game: str, threads: int = 1, seed: int = 1) -> Samples:
    """Some games with a network that takes the first legal decision to be the best."""
    games = SelfPlay(game, games=4, threads=threads, seed=seed, settings=QUICK)
    for _ in range(600):
        for group in GROUPS:
            games.advance(group)
            leaves = games.leaves[group]
            leaves.logits[:] = np.linspace(1, 0, leaves.logits.shape[1])
            leaves.values[:] = 1 / leaves.values.shape[1]
    assert games.counts.evaluations == 600 * 8
    return games.take()


@pytest.mark.parametrize("game", GAMES)
def test_games_end_and_tell_what_can_be_learnt(game: str) -> None:
    samples = played(game)
    number = len(samples.inputs)
    assert number > 0
    assert samples.inputs.shape == samples.last.shape == (number, encoder(game).inputs)
    shape = encoder(game)
    assert samples.policy.shape == (number, shape.listed)
    assert samples.moves.shape == (number, shape.listed, shape.parts)
    assert ((samples.moves[:, :, 0] < shape.outputs) | (samples.policy == 0)).all()
    sums = samples.policy.sum(1)
    assert (np.isclose(sums, 1) | (sums == 0)).all()
    np.testing.assert_allclose(samples.outcome.sum(1), 1, atol=1e-4)
    np.testing.assert_allclose(samples.expected.sum(1), 1, atol=1e-4)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_answers_give_the_same_games_on_any_number_of_threads(game: str) -> None:
    one, two, other = played(game), played(game, threads=2), played(game, seed=2)
    for first, second in zip(one, two, strict=True):
        np.testing.assert_array_equal(first, second)
    assert one.inputs.tobytes() != other.inputs.tobytes()


def test_what_is_proven_is_what_is_expected() -> None:
    samples = played("robotory")
    certain = samples.expected[samples.proven > 0]
    assert len(certain)
    assert set(np.unique(certain)) <= {0.0, 0.5, 1.0}


def test_all_options_are_mixed_in_and_the_defaults_are_half_of_all() -> None:
    setups = mixed("repulso")
    default = load("repulso").setup(2)
    assert len(set(setups)) == 4
    assert setups.count(default) * 2 == len(setups)
    nexus = mixed("nexus")
    assert len(set(nexus)) == 3 * 48
    assert sum(each.seats == 2 for each in nexus) == 3 * sum(each.seats == 4 for each in nexus)


def test_numbers_out_of_range_are_refused() -> None:
    with pytest.raises(BadSetup, match="games is a number from 1"):
        SelfPlay("repulso", games=0)
    with pytest.raises(BadSetup, match="full_share is above 0 and at most 1, not 0"):
        SelfPlay("repulso", games=1, settings=Settings(full_share=0))
    with pytest.raises(BadSetup, match="the engine plays repulso, robotory, nexus, not 'splash'"):
        SelfPlay("splash", games=1)
