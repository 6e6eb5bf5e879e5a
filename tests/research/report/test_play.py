"""Games of a report: the same for a seed, and right by the rules."""

import json
from typing import Any

import pytest

from ludothek.engine.networks import SHIPPED
from ludothek.games import LudothekError, load
from ludothek.research.report.play import play

GAME = {"seats": 2, "options": {}, "seed": 3}
SEARCHED = {**GAME, "strengths": [12, 12], "opening": [4, 12, "1 0"]}


def played(job: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(play(json.dumps(job), lambda _: None, lambda: False))
    return result


@pytest.mark.parametrize("name", ["repulso", "robotory", "nexus"])
def test_a_game_replays_by_the_rules_and_is_the_same_for_its_seed(name: str) -> None:
    result = played({**SEARCHED, "game": name, "policies": True})
    assert result == played({**SEARCHED, "game": name, "policies": True})
    rules, turns = load(name), 0
    state = rules.initial()
    for ply, text in enumerate(result["moves"].split()):
        turns += rules.turn_begins(state)
        assert result["branching"][ply] == len(rules.legal_moves(state))
        assert result["policies"][ply].keys() <= set(rules.legal_texts(state))
        assert sum(result["values"][ply]) == pytest.approx(1, abs=0.01)
        state = rules.play(state, text)
    outcome = rules.outcome(state)
    assert outcome
    assert (list(outcome.winners), outcome.reason) == (result["winners"], result["reason"])
    assert turns == result["turns"]


def test_games_with_the_same_lots_open_the_same_and_others_do_not() -> None:
    job = {**SEARCHED, "game": "repulso", "strengths": [1, 30]}
    one = played(job)["moves"].split()
    other = played({**job, "strengths": [30, 1], "seed": 4})["moves"].split()
    third = played({**job, "opening": [4, 12, "1 1"]})["moves"].split()
    assert one[:4] == other[:4] != third[:4]
    assert one != other


def test_one_in_four_first_decisions_is_drawn_among_all_that_are_legal() -> None:
    job = {**SEARCHED, "game": "robotory", "strengths": [1, 1]}
    results = [played({**job, "opening": [1, 2, f"1 {number}"]}) for number in range(40)]
    visited = {move for result in results for move in result["moves"].split()[:1]}
    assert len(visited) > 3  # a search of two nodes alone would visit at most two


def test_random_games_tell_a_short_one_with_a_winner() -> None:
    result = played({**GAME, "game": "robotory", "playouts": 30})
    rules = load("robotory")
    state = rules.initial()
    for text in result["shortest"].split():
        state = rules.play(state, text)
    outcome = rules.outcome(state)
    assert outcome
    assert outcome.winners
    assert len(result["lengths"]) == 30
    assert len(result["shortest"].split()) >= min(result["lengths"])


def test_every_first_decision_is_searched() -> None:
    expected = played({**GAME, "game": "robotory", "first": 10})["expected"]
    rules = load("robotory")
    assert list(expected) == rules.legal_texts(rules.initial())
    assert all(0 <= value <= 1 for value in expected.values())


def test_a_game_that_is_told_to_stop_says_so() -> None:
    with pytest.raises(LudothekError, match="not played to its end"):
        play(json.dumps({**SEARCHED, "game": "nexus"}), lambda _: None, lambda: True)


def test_a_game_of_splash_is_told_with_progress_and_what_is_left() -> None:
    job = {**GAME, "game": "splash", "options": {"draft": "random"}, "strengths": [1, 1]}
    result = played({**job, "opening": [4, 1, "1 0"], "policies": True})
    rules, moves = load("splash"), result["moves"].split()
    state = rules.initial(2, {"draft": "random"})
    for text in [*result["dealt"].split(), *moves]:
        state = rules.play(state, text)
    outcome = rules.outcome(state)
    assert outcome
    assert list(outcome.winners) == result["winners"]
    assert len(result["dealt"].split()) == 30
    assert moves[0].startswith("give:")
    placed = [text.startswith(("stands", "falls")) for text in moves]
    assert [pose is not None for pose in result["poses"]] == placed
    assert [number == 0 for number in result["branching"]] == placed
    board: dict[str, Any] = rules.drawing.board(state)
    assert result["left"]["drops"] == sum(board["drops"])
    assert result["values"][0] == [0.5, 0.5]


def test_a_network_that_is_another_one_where_the_game_is_played_is_refused() -> None:
    job = {**SEARCHED, "game": "repulso", "network": [str(SHIPPED / "repulso.net"), "00000000"]}
    with pytest.raises(LudothekError, match=r"repulso\.net is another network here, not 00000000"):
        play(json.dumps(job), lambda _: None, lambda: False)
