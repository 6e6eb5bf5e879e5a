"""Deadlines in memory: the soonest first, and never more than needed."""

from dataclasses import replace
from typing import Any, cast

from ludothek.server.runtime.deadlines import Deadlines
from tests.server.example_matches import ADA, timed


def test_deadlines_that_are_out_of_date_do_not_pile_up() -> None:
    deadlines = Deadlines(cast("Any", None), cast("Any", None), cast("Any", None))
    scene = timed("turn", 10_000)
    for number in range(20_000):
        clocks = replace(scene.match.clocks, since=number)
        deadlines.follow(None, replace(scene.match, clocks=clocks), True)
    assert len(deadlines) < 1_100


def test_a_match_that_is_over_has_no_deadline() -> None:
    deadlines = Deadlines(cast("Any", None), cast("Any", None), cast("Any", None))
    scene = timed("turn", 10_000)
    deadlines.follow(None, scene.match, True)
    scene.resign(ADA)
    deadlines.follow(None, scene.match, True)
    assert deadlines.next_of(scene.match.id) is None
    again = timed("turn", 10_000)
    again.at(500).play(ADA, "w@a1")
    deadlines.follow(None, again.match, True)
    assert deadlines.next_of(again.match.id) == 10_500
