"""The ladder: seats take turns, tables show all results, and runs can be resumed."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ludothek.games import BadSetup, LudothekError, load
from ludothek.research.arena.ladder import failures, plan_of, rows, run, rungs
from ludothek.research.arena.matches import opened, play, shares
from ludothek.research.arena.runs import Result, load_results
from ludothek.research.distributed import Machines


def result(upper: int, seats: int, seat: int, winner: int) -> Result:
    players = [f"level{upper - 1}"] * seats
    players[seat - 1] = f"level{upper}"
    winners = [winner] if winner else []
    return {"players": players, "winners": winners, "longest": [0.01 * seat] * seats}


def job(**changes: Any) -> str:
    usual = {
        "game": "robotory",
        "seats": 2,
        "options": {},
        "players": ["level1", "random"],
        "seconds": [None, None],
        "seed": 1,
        "opening": [0, 0],
    }
    return json.dumps({**usual, **changes})


def played(text: str) -> Result:
    answer: Result = json.loads(play(text, lambda _: None, lambda: False))
    return answer


def number(name: str) -> int:
    return int(name.removeprefix("level"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_upper_level_sits_in_all_seats_equally_often(seats: int) -> None:
    tasks = plan_of("nexus", seats, games=12).tasks()
    places = Counter(
        (upper := max(task.job["players"], key=number), task.job["players"].index(upper))
        for task in tasks
    )
    assert len(tasks) == 12 * (load("nexus").levels[-1] - 1)
    assert set(places.values()) == {12 // seats}
    assert len({task.key for task in tasks}) == len(tasks)


def test_games_with_all_seatings_begin_with_the_same_opening() -> None:
    tasks = plan_of("robotory", levels="1-2", games=4, opening=3).tasks()
    assert [task.job["opening"] for task in tasks] == [[3, 0], [3, 0], [3, 1], [3, 1]]


def test_only_the_last_level_is_given_time() -> None:
    times = {
        tuple(task.job["seconds"]) for task in plan_of("robotory", games=2, seconds=0.5).tasks()
    }
    assert times == {(None, None), (0.5, None), (None, 0.5)}


def test_keys_tell_settings_apart() -> None:
    plans = [
        plan_of("robotory"),
        plan_of("repulso"),
        plan_of("robotory", opening=2),
        plan_of("robotory", options={"end": "all"}),
        plan_of("robotory", levels="12-13", seconds=2),
    ]
    keys = [plan.tasks()[-1].key for plan in plans]
    assert len(set(keys)) == len(keys)


def test_the_last_level_can_be_limited_by_nodes() -> None:
    plan = plan_of("robotory", levels="12-13", games=1, nodes=500)
    (task,) = plan.tasks()
    assert task.job["seconds"] == [None, None]
    assert task.job["nodes"] == 500
    assert plan_of("robotory", levels="12-13", games=1).tasks()[0].key != task.key
    with pytest.raises(BadSetup, match="the last level of Splash! is limited by seconds only"):
        plan_of("splash", nodes=500)


def test_a_plan_is_checked() -> None:
    assert plan_of("nexus").seats == 2
    assert plan_of("robotory", 2, {"end": "all"}, "2-3").tasks()
    with pytest.raises(BadSetup, match="Robotory is played with 2 seats, not 3"):
        plan_of("robotory", 3, {})
    with pytest.raises(BadSetup, match="levels are written like 1-13, the lower one first"):
        plan_of("robotory", levels="5-5")


def test_levels_are_read() -> None:
    plan = plan_of("robotory", levels="2-5")
    assert (plan.lowest, plan.highest) == (2, 5)
    for text in ("", "3", "a-b", "1-", "-8"):
        with pytest.raises(BadSetup, match="levels are written like 1-13, not"):
            plan_of("robotory", levels=text)


def test_the_levels_of_board_games_meet_their_neighbours_only() -> None:
    assert plan_of("robotory", levels="1-4").pairs == [(2, 1), (3, 2), (4, 3)]


def test_results_become_rungs() -> None:
    plan = plan_of("robotory", levels="1-3")
    results = [result(2, 2, 1, 1)] * 7 + [result(2, 2, 2, 1)] * 3
    results += [result(3, 2, 1, 2)] * 5 + [result(3, 2, 1, 0)] * 5
    first, second, third = rungs(plan, results)
    assert first.below is None
    assert second.below
    assert third.below
    assert (second.below.games, second.below.share) == (10, 0.7)
    assert (third.below.games, third.below.share) == (10, 0.25)
    assert second.rating.value > third.rating.value
    assert second.slowest == 0.02
    assert failures(plan, [first, second, third]) == [
        "level 3 gets 25% against the one below, not 60%"
    ]


def test_a_share_of_three_seats_is_shown_as_with_two() -> None:
    results = [result(2, 3, 1, 1)] * 3 + [result(2, 3, 1, 2)] * 4
    _, upper = rungs(plan_of("nexus", 3), results)
    assert upper.below
    assert upper.below.share == pytest.approx(0.6)


def test_the_table_says_what_a_level_searches_and_how_it_does() -> None:
    plan = plan_of("robotory", levels="1-2")
    ladder = rungs(plan, [result(2, 2, 1, 1)] * 8 + [result(2, 2, 2, 1)] * 2)
    headings, first, second = rows(plan, ladder)
    assert headings[:4] == ("level", "visits", "depth limit", "rating")
    assert first == ("1", "0", "policy only", "0", "-", "-", "0.02 s")
    assert second[4:6] == ("10", "80% (49% to 94%)")
    assert len(headings) == len(second)


def test_a_game_between_levels_is_played_to_its_end() -> None:
    answer = played(job())
    game = load("robotory")
    state = game.initial()
    for text in answer["moves"].split():
        state = game.play(state, text)
    outcome = game.outcome(state)
    assert outcome
    assert (tuple(answer["winners"]), answer["reason"]) == (outcome.winners, outcome.reason)
    assert answer["players"] == ["level1", "random"]
    assert len(answer["longest"]) == 2


def test_the_same_job_is_the_same_game() -> None:
    text = job(players=["level2", "level1"], opening=[2, 5])
    assert played(text)["moves"] == played(text)["moves"]
    assert played(text)["moves"] != played(job(players=["level2", "level1"], seed=2))["moves"]


def test_an_opening_is_taken_by_lot_and_does_not_end_the_game() -> None:
    game = load("robotory")
    texts = opened(game, game.initial(), 6, 1)
    assert len(texts) == 6
    assert texts == opened(game, game.initial(), 6, 1)
    assert texts != opened(game, game.initial(), 6, 2)
    assert len(opened(game, game.initial(), 10_000, 1)) < 200
    moves = played(job(opening=[6, 1]))["moves"].split()
    assert moves[:6] == texts


def test_a_game_nobody_wants_any_more_is_left() -> None:
    with pytest.raises(LudothekError, match="not played to its end"):
        play(job(), lambda _: None, lambda: True)


def test_shares_of_a_win() -> None:
    assert shares([2], 2) == (0.0, 1.0)
    assert shares([], 4) == (0.25,) * 4
    assert shares([1, 3], 4) == (0.5, 0.0, 0.5, 0.0)


def test_a_ladder_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    run(plan_of("robotory", levels="1-2", games=2), path, Machines(1))
    before = load_results(path)
    keys: list[str] = []
    plan = plan_of("robotory", levels="1-3", games=3)
    results = run(plan, path, Machines(2), lambda key, _: keys.append(key))
    assert len(before) == 2
    assert len(keys) == 4
    assert len(results) == 6
    assert [rung.number for rung in rungs(plan, results)] == [1, 2, 3]
