"""Trials of placements: they do not change the table, and can run in parallel."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random

import pytest

from ludothek.physics import HANDS, Interrupted, Spot, chance, would_stand
from tests.physics.towers import tower


def test_a_trial_tells_what_the_table_would() -> None:
    random = Random(2)
    for _ in range(10):
        table = tower("PLS")
        tremor = HANDS["shaky"].tremor(random)
        spot = Spot("Ly", "flat", x=2)
        foreseen = would_stand(table.layout, spot, tremor)
        assert table.place("Ly", "flat", x=2, tremor=tremor).stands == foreseen


def test_trials_leave_the_table_alone() -> None:
    table = tower("PLS")
    before = table.save()
    assert not would_stand(table.layout, Spot("Ly", "flat", x=9))
    assert table.save() == before


def test_a_trial_nobody_waits_for_is_left_within_a_frame() -> None:
    looked = count()
    with pytest.raises(Interrupted) as stopped:
        would_stand(tower("PLS").layout, Spot("Ly", "flat", x=9), stop=lambda: next(looked) == 2)
    assert stopped.value.code == "stopped"
    assert next(looked) == 3


def test_threads_find_the_same() -> None:
    layout = tower("PLS").layout
    random = Random(2)
    tremors = [HANDS["shaky"].tremor(random) for _ in range(16)]
    spot = Spot("Ly", "flat", x=2)
    alone = [would_stand(layout, spot, tremor) for tremor in tremors]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda tremor: would_stand(layout, spot, tremor), tremors))
    assert together == alone
    assert True in alone
    assert False in alone


def test_a_chance_is_a_share_of_tries() -> None:
    layout = tower("PLS").layout
    assert chance(layout, Spot("Ly", "flat"), HANDS["steady"], Random(1), 4) == 1
    assert chance(layout, Spot("Ly", "flat", x=9), HANDS["steady"], Random(1), 4) == 0
