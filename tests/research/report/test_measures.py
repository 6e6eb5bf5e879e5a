"""Measures of small games whose answers can be counted by hand."""

from typing import Any

import pytest

from ludothek.research.report.intervals import Estimate, bootstrap, share
from ludothek.research.report.measures import (
    Game,
    balance,
    first_moves,
    leader_curve,
    measured,
    measures,
    skill,
)
from ludothek.research.report.plan import command_of, plan_of


def game(winners: list[int], values: list[list[float]], **more: Any) -> Game:
    result = {
        "winners": winners,
        "reason": "stuck",
        "moves": " ".join(["a1", "b2", "c3", "d4", "e5"][: len(values)]),
        "turns": 2,
        "branching": [4] * len(values),
        "values": values,
        "left": {"pieces": 1},
    }
    return Game(2, {**result, **more})


BEHIND = game([1], [[0.5, 0.5], [0.4, 0.6], [0.3, 0.7], [0.8, 0.2]])


def test_drama_is_how_far_the_winner_was_behind() -> None:
    assert BEHIND.drama == pytest.approx((0 + 0.2 + 0.4 + 0) / 4)


def test_a_game_is_decided_when_the_winner_passes_what_losers_ever_had() -> None:
    assert BEHIND.decisiveness == pytest.approx(1 / 4)
    assert game([2], [[0.4, 0.6], [0.3, 0.7]]).decisiveness == 1
    assert game([1], [[0.4, 0.6], [0.5, 0.5]]).decisiveness == 0


def test_a_lead_that_is_shared_changes_nothing() -> None:
    assert BEHIND.lead_changes == 1
    assert game([1], [[0.6, 0.4], [0.5, 0.5], [0.6, 0.4]]).lead_changes == 0


def test_balance_is_one_less_the_largest_difference() -> None:
    even = [game([1], [[0.5, 0.5]]), game([2], [[0.5, 0.5]])]
    assert balance(even) == 1
    assert balance([*even, game([1], [[0.5, 0.5]])]) == pytest.approx(2 / 3)
    assert balance([game([], [[0.5, 0.5]])]) == 1


def test_first_moves_are_counted_with_what_they_brought() -> None:
    first = first_moves([BEHIND, game([2], [[0.5, 0.5]]), game([], [[0.5, 0.5]], moves="f6")])
    assert [(each["move"], each["games"]) for each in first] == [("a1", 2), ("f6", 1)]
    assert first[0]["score"]["value"] == 0.5
    assert first[0]["share"] == pytest.approx(2 / 3)


def test_the_leader_is_followed_to_the_end() -> None:
    curve = leader_curve([BEHIND])
    assert curve[0] is None  # nobody was ahead
    assert [each and each["value"] for each in curve[3:]] == [0, 0, 0, 0, 0, 1, 1]


def test_what_needs_a_winner_is_missing_where_nobody_won() -> None:
    plan = plan_of("repulso")
    by_name = measures(plan, [game([], [[0.5, 0.5]] * 3)] * 4)
    assert by_name["drawishness"].value == 1
    assert "drama" not in by_name
    assert by_name["minutes"].value == pytest.approx(2 * 20 / 60)
    assert by_name["board_coverage"].value == pytest.approx(3 / 36)
    unfinished = game([], [[0.5, 0.5]], reason="unfinished")
    assert measures(plan, [unfinished])["completion"].value == 0
    assert measures(plan, [unfinished])["drawishness"].value == 0


def test_ranges_hold_the_value_and_shrink_with_games() -> None:
    few, many = share([1, 0] * 5), share([1, 0] * 500)
    assert few.least < many.least < 0.5 < many.most < few.most
    assert not few.apart(many)
    assert Estimate(0.1, 0, 0.2).apart(Estimate(0.5, 0.3, 0.7))
    values = [1.0, 2.0, 3.0, 10.0]
    spread = bootstrap(values, max)
    assert (spread.value, spread.most) == (10, 10)
    assert spread.least < 10


def test_the_plan_changes_one_option_at_a_time_and_names_its_command() -> None:
    plan = plan_of("nexus", 3, {"jump": "line"}, games=5, nodes=50, seed=2)
    assert plan.settings[0] == (("jump", "line"),)
    assert (("jump", "none"),) in plan.settings
    assert () in plan.settings  # jump=chain is the default
    assert (("edge", "wall"), ("jump", "line")) in plan.settings
    command = "ludothek report nexus --players 3 --option jump=line --games 5 --nodes 50 --seed 2"
    assert command_of("report", plan) == command
    assert len({task.key for task in plan.tasks()}) == len(plan.tasks())
    assert plan.rungs == (1, 3, 12, 50)


def test_a_stronger_seat_that_always_wins_is_rated_higher() -> None:
    plan = plan_of("repulso", skill_games=4, nodes=16, compare=False)
    strong = [
        {"winners": [1 + task.job["strengths"].index(max(task.job["strengths"]))]}
        for task in plan.skill
    ]
    ratings = [rung["rating"] for rung in skill(plan, strong)]
    assert ratings[0] == 0
    assert ratings == sorted(ratings)
    assert [rung["strength"] for rung in skill(plan, strong)] == [1, 4, 16]


def test_a_report_without_skill_games_and_options_has_one_setting() -> None:
    plan = plan_of("repulso", games=2, skill_games=0, playouts=0, compare=False)
    drawn = game([], BEHIND.values).result
    results = {task.key: drawn for task in plan.games_of(())}
    report = measured(plan, results | {plan.first[0].key: {"expected": {"a1": 0.5}}})
    assert report["skill"] == []
    assert report["shortest"] is None
    assert len(report["settings"]) == 1
