"""Looking back at games: what was thrown away, and by whom."""

from dataclasses import replace

import pytest

from ludothek.engine.core import Analysis, Line, Proof
from ludothek.engine.player import Limits
from ludothek.engine.review import Judged, Known, known, plays, review, verdict
from ludothek.games import BadSetup, load
from ludothek.games.record import Line as Moves
from ludothek.games.record import Record

ROBOTORY = load("robotory")
LIMITS = Limits(nodes=20_000)
# Taking both white discs would win at once for p1.
WINNING = "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -"
# p1 lays the last ring of the 400th action: a draw, wherever it goes.
LAST_ACTION = (
    "-3,0:1000;-3,4;-3,5;-2,0;-2,1;-2,2;-2,3;-2,4;-1,-2;-1,-1;-1,0;-1,1;-1,2;-1,3;0,-3;0,-2;0,-1;"
    "0,0;0,1;0,2;0,3;1,-3;1,-2;1,-1;1,0;1,1;1,2;2,-3;2,-2;2,-1;2,0;2,1;3,-3;3,-2;3,-1;3,0 p1 "
    "{} ennn o---1 rings:-3,1;-3,2;-3,3;-2,-1+3| 399"
)


def record(moves: str, start: str | None = None, game: str = "robotory") -> Record:
    rules = load(game)
    names = ("one", "two")
    return Record(game, rules.setup(), names, Moves.of(moves.split()), start=start)


def judged(moves: str, start: str | None = None) -> list[Judged]:
    return list(review(record(moves, start), LIMITS))[::-1]


def test_a_win_that_is_taken_is_nothing_to_speak_of() -> None:
    (found,) = judged("+w2b0", WINNING)
    assert found.before == found.after == Known(1.0, certain=True)
    assert found.verdict == ""
    assert not found.threw_away


def test_a_win_that_is_missed_is_marked() -> None:
    found, reply = judged("+w1b1 b@a2", WINNING)
    assert found.move == "+w1b1"
    assert found.before == Known(1.0, certain=True)
    assert found.best == ("+w2b0",)
    assert found.after.share < 1
    assert (found.ply, found.seat) == (1, 1)
    assert (reply.ply, reply.seat) == (2, 2)


def test_the_last_decision_is_judged_by_the_outcome() -> None:
    lost = "R3/5/6/2Ww1/3B p2 w2b2,w0b2 w2b10 -"
    (found,) = judged("+w2b0", lost)
    assert found.after == Known(0.0, certain=True)
    assert found.verdict == "win-thrown"
    assert found.threw_away


def test_games_of_former_rules_are_not_judged_by_the_rules_of_today() -> None:
    """nexus 8.1"""
    nexus = load("nexus")
    former = Record("nexus", nexus.setup_of(1, 2, {}), ("a", "b"), Moves.of(["@2,0"]))
    with pytest.raises(BadSetup, match="by version 2 of the rules, not by version 1"):
        list(review(former, LIMITS))


@pytest.mark.parametrize(
    ("left", "share"),
    [("1,10,10,10 1234", 1 / 4), ("1,0,10,10 134", 1 / 3), ("1,0,10,0 13", 1 / 2)],
)
def test_a_draw_is_worth_the_same_before_and_after_it(left: str, share: float) -> None:
    """nexus 5.3"""
    start = LAST_ACTION.format(left)
    setup, names = load("nexus").setup(4), ("a", "b", "c", "d")
    drawn = Record("nexus", setup, names, Moves.of(["+-4,5"]), start=start)
    (found,) = review(drawn, LIMITS)
    assert found.before.certain
    assert found.after.certain
    assert found.before.share == pytest.approx(share)
    assert found.after.share == pytest.approx(share)
    assert found.verdict == ""


def test_every_decision_of_a_game_is_judged_from_the_last_one_back() -> None:
    heard: list[int] = []
    found = list(review(record("w@a1 b@a2 w@a3"), LIMITS, tell=heard.append))
    assert [each.ply for each in found] == [3, 2, 1]
    assert heard == [3, 2, 1, 0]
    assert [each.seat for each in found] == [1, 2, 1]


def test_an_empty_record_has_nothing_to_judge() -> None:
    assert judged("") == []


def test_plays_follow_a_record_with_its_options() -> None:
    rules = load("robotory")
    setup = rules.setup(2, {"end": "all"})
    empty = "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b0 - end=all"
    started = replace(record("w@a1", empty), setup=setup)
    before, after = plays(started)
    assert not before.over
    assert (before.seat, after.seat) == (1, 2)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (Known(1, True), Known(1, True), ""),
        (Known(1, True), Known(0.9, False), ""),
        (Known(1, True), Known(0.7, False), "worse"),
        (Known(1, True), Known(0.4, False), "win-thrown"),
        (Known(1, True), Known(0.5, True), "win-thrown"),
        (Known(1, True), Known(0, True), "win-thrown"),
        (Known(0.5, True), Known(0, True), "lost"),
        (Known(0.6, False), Known(0, True), "lost"),
        (Known(0.1, False), Known(0, True), ""),
        (Known(0, True), Known(0, True), ""),
        (Known(0.6, False), Known(0.45, False), ""),
        (Known(0.6, False), Known(0.3, False), "worse"),
        (Known(0.3, False), Known(0.6, False), ""),
    ],
)
def test_verdicts(before: Known, after: Known, expected: str) -> None:
    assert verdict(before, after) == expected


def proven(line: Line) -> Analysis:
    """What p2 knows, if this is the best decision."""
    return Analysis(2, line.values, 1, 0.0, (line,), line.proof)


def test_what_is_certain_for_one_seat_is_certain_for_the_other_of_two() -> None:
    won = proven(Line(("x",), 1, (0.0, 1.0), Proof("win", 3)))
    assert known(won, 1) == Known(0.0, certain=True)
    assert known(won, 2) == Known(1.0, certain=True)


def test_a_certain_draw_is_worth_what_the_search_says() -> None:
    drawn = proven(Line(("x",), 1, (0.0, 0.25, 0.75), Proof("draw", 3)))
    assert known(drawn, 2) == Known(0.25, certain=True)


def test_among_three_only_a_win_settles_it_for_the_others() -> None:
    won = proven(Line(("x",), 1, (0.0, 1.0, 0.0), Proof("win", 3)))
    assert known(won, 3) == Known(0.0, certain=True)
    lost = proven(Line(("x",), 1, (0.6, 0.0, 0.4), Proof("loss", 3)))
    assert known(lost, 3) == Known(0.4, certain=False)
    assert known(lost, 2) == Known(0.0, certain=True)
