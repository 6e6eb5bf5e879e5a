"""Seeds hold: what people were told is stored, once and in order, whatever went wrong."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.simulation.failed_seeds import failed_seeds
from tests.simulation.run import Result, simulate
from tests.simulation.scenario import draw

ROOT = Path(__file__).parents[2]
CHUNK = 25
CHUNKS = range(8)


@cache
def result_of(seed: int) -> Result:
    return simulate(seed)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_seeds_hold(chunk: int) -> None:
    results = [result_of(seed) for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK)]
    assert {each.seed: each.complaints for each in results if each.complaints} == {}


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(8, 80))
def test_many_more_seeds_hold(chunk: int) -> None:
    test_seeds_hold(chunk)


def test_the_seeds_are_not_idle() -> None:
    """All games are played, processes die, and most of what people want is acknowledged."""
    seeds = range(CHUNK)
    scenarios, results = [draw(seed) for seed in seeds], [result_of(seed) for seed in seeds]
    played = {new.game for scenario in scenarios for new in scenario.matches}
    assert played == {"repulso", "robotory", "splash", "nexus"}
    assert {scenario.processes for scenario in scenarios} == {1, 2, 3}
    assert sum(result.crashes for result in results) > CHUNK / 4
    assert sum(result.acknowledged for result in results) > 4 * CHUNK
    assert sum(result.entries for result in results) > 8 * CHUNK


@pytest.mark.parametrize("seed", failed_seeds())
def test_a_seed_that_failed_once_holds(seed: int) -> None:
    assert result_of(seed).complaints == ()


def test_a_seed_is_the_same_again() -> None:
    assert simulate(3) == simulate(3)
    assert simulate(3).digest != simulate(4).digest


def test_a_seed_is_the_same_in_another_process() -> None:
    """Neither the order of a set of texts nor an address in memory shows in a trace."""
    command = "from tests.simulation.run import simulate; print(simulate(5).digest)"
    digests = {
        subprocess.run(
            [sys.executable, "-c", command],
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "src:."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    assert digests == {simulate(5).digest}
