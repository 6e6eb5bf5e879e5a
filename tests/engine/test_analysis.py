"""Analysis: the best lines of a position, and a verdict on each decision of a game."""

from dataclasses import replace
from typing import Any

import pytest

from ludothek.engine import Analysis, Expectation, Limits, Line, Proof, Reviewed, analyse, review
from ludothek.engine.analysis import Reviewer, expectations, plays, verdict
from ludothek.games import BadSetup, LudothekError, UnreadablePosition, load
from ludothek.games.record import Line as Moves
from ludothek.games.record import Record
from ludothek_nim import NIM

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


def reviewed(moves: str, start: str | None = None) -> list[Reviewed]:
    return list(review(record(moves, start), LIMITS))[::-1]


def test_a_win_that_is_taken_is_nothing_to_speak_of() -> None:
    (reviews,) = reviewed("+w2b0", WINNING)
    assert reviews.before == reviews.after == Expectation(1.0, certain=True)
    assert reviews.verdict == ""
    assert not reviews.threw_away


def test_a_win_that_is_missed_is_marked() -> None:
    reviews, reply = reviewed("+w1b1 b@a2", WINNING)
    assert reviews.move == "+w1b1"
    assert reviews.before == Expectation(1.0, certain=True)
    assert reviews.best == ("+w2b0",)
    assert reviews.after.share < 1
    assert (reviews.ply, reviews.seat) == (1, 1)
    assert (reply.ply, reply.seat) == (2, 2)


def test_the_last_decision_is_judged_by_the_outcome() -> None:
    lost = "R3/5/6/2Ww1/3B p2 w2b2,w0b2 w2b10 -"
    (reviews,) = reviewed("+w2b0", lost)
    assert reviews.after == Expectation(0.0, certain=True)
    assert reviews.verdict == "win-thrown"
    assert reviews.threw_away


def test_games_of_former_rules_are_not_reviewed_by_the_rules_of_today() -> None:
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
    (reviews,) = review(drawn, LIMITS)
    assert reviews.before.certain
    assert reviews.after.certain
    assert reviews.before.share == pytest.approx(share)
    assert reviews.after.share == pytest.approx(share)
    assert reviews.verdict == ""


def test_every_decision_of_a_game_is_judged_from_the_last_one_back() -> None:
    plies: list[int] = []
    reviews = list(review(record("w@a1 b@a2 w@a3"), LIMITS, on_ply=plies.append))
    assert [each.ply for each in reviews] == [3, 2, 1]
    assert plies == [3, 2, 1, 0]
    assert [each.seat for each in reviews] == [1, 2, 1]


def test_an_empty_record_has_nothing_to_judge() -> None:
    assert reviewed("") == []


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
        (Expectation(1, True), Expectation(1, True), ""),
        (Expectation(1, True), Expectation(0.9, False), ""),
        (Expectation(1, True), Expectation(0.7, False), "worse"),
        (Expectation(1, True), Expectation(0.4, False), "win-thrown"),
        (Expectation(1, True), Expectation(0.5, True), "win-thrown"),
        (Expectation(1, True), Expectation(0, True), "win-thrown"),
        (Expectation(0.5, True), Expectation(0, True), "lost"),
        (Expectation(0.6, False), Expectation(0, True), "lost"),
        (Expectation(0.1, False), Expectation(0, True), ""),
        (Expectation(0, True), Expectation(0, True), ""),
        (Expectation(0.6, False), Expectation(0.45, False), ""),
        (Expectation(0.6, False), Expectation(0.3, False), "worse"),
        (Expectation(0.3, False), Expectation(0.6, False), ""),
    ],
)
def test_verdicts(before: Expectation, after: Expectation, expected: str) -> None:
    assert verdict(before, after) == expected


def proven(line: Line) -> Analysis:
    """What p2 knows, if this is the best decision."""
    return Analysis(2, line.values, 1, 0.0, (line,), line.proof)


def test_what_is_certain_for_one_seat_is_certain_for_the_other_of_two() -> None:
    won = proven(Line(("x",), 1, (0.0, 1.0), Proof("win", 3)))
    assert expectations(won)[1 - 1] == Expectation(0.0, certain=True)
    assert expectations(won)[2 - 1] == Expectation(1.0, certain=True)


def test_a_certain_draw_is_worth_what_the_search_says() -> None:
    drawn = proven(Line(("x",), 1, (0.0, 0.25, 0.75), Proof("draw", 3)))
    assert expectations(drawn)[2 - 1] == Expectation(0.25, certain=True)


def test_among_three_only_a_win_settles_it_for_the_others() -> None:
    won = proven(Line(("x",), 1, (0.0, 1.0, 0.0), Proof("win", 3)))
    assert expectations(won)[3 - 1] == Expectation(0.0, certain=True)
    lost = proven(Line(("x",), 1, (0.6, 0.0, 0.4), Proof("loss", 3)))
    assert expectations(lost)[3 - 1] == Expectation(0.4, certain=False)
    assert expectations(lost)[2 - 1] == Expectation(0.0, certain=True)


# --- one position -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position", [WINNING, ROBOTORY.parse_position(WINNING)], ids=["text", "state"]
)
@pytest.mark.parametrize("game", ["robotory", ROBOTORY], ids=["name", "game"])
def test_a_position_is_analysed_by_its_text_or_its_state(game: Any, position: Any) -> None:
    analysis = analyse(game, position, LIMITS, lines=2)
    assert analysis.best == "+w2b0"
    assert analysis.proof == analysis.lines[0].proof == Proof("win", 1)
    assert analysis.values == (1.0, 0.0)
    assert len(analysis.lines) <= 2  # a win in one needs no other line


def test_the_start_is_analysed_unless_told_otherwise() -> None:
    by_default, start = (
        analyse("repulso", limits=Limits(nodes=200)),
        analyse("repulso", "start", Limits(nodes=200)),
    )
    assert by_default.lines == start.lines
    assert len(start.lines) == 3


def test_the_same_seed_gives_the_same_analysis() -> None:
    one, same, other = (analyse(NIM, "start", Limits(nodes=50), seed=s) for s in (1, 1, 2))
    assert one.lines == same.lines != other.lines
    by_network = [analyse("nexus", "start", Limits(nodes=50), seed=1).lines for _ in "ab"]
    assert by_network[0] == by_network[1]


@pytest.mark.parametrize("lines", [1, 4])
def test_games_the_core_does_not_know_are_analysed_by_playouts(lines: int) -> None:
    analysis = analyse(NIM, "1,0,2 p1", Limits(nodes=400), lines=lines)
    assert analysis.best == "3:1"
    assert len(analysis.lines) == min(lines, 3)
    assert sum(line.visits for line in analyse(NIM, limits=Limits(nodes=50), lines=0).lines) == 50
    assert analysis.seat == 1
    assert sum(analysis.values) == pytest.approx(1)


def test_what_is_known_is_told_on_the_way_and_at_the_end() -> None:
    for game in (NIM, ROBOTORY):
        infos: list[Analysis] = []
        analysis = analyse(game, "start", Limits(nodes=300), on_info=infos.append)
        assert infos[-1] == analysis


@pytest.mark.parametrize(
    ("game", "position"), [("robotory", "4/5/5B/4W/3R p1 w2b2,w2b2 w0b10 -"), (NIM, "0,0,0 p1")]
)
def test_a_game_that_is_over_has_no_best_line(game: Any, position: str) -> None:
    with pytest.raises(LudothekError, match="the game is over: there is nothing to decide"):
        analyse(game, position)


def test_an_unknown_game_and_an_unreadable_position_are_refused() -> None:
    with pytest.raises(BadSetup, match="no game is named 'go'"):
        analyse("go")
    with pytest.raises(UnreadablePosition, match="no position of Robotory"):
        analyse("robotory", "here")


def test_a_game_whose_outcomes_are_told_from_outside_is_not_reviewed() -> None:
    splash = load("splash")
    state, moves = splash.initial(), list[str]()
    while not any(map(splash.is_open, legal := splash.legal_moves(state))):
        moves.append(str(legal[0]))
        state = splash.play(state, legal[0])
    with pytest.raises(LudothekError, match="outcomes of Splash! cannot be told afterwards"):
        list(review(record(" ".join(moves), game="splash"), LIMITS))


def test_games_the_core_does_not_know_are_reviewed_by_playouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludothek.games.registry._REGISTRY._games", {NIM.name: NIM})
    reviews = list(review(record("1:3 2:1", start="3,1,0 p1", game=NIM.name), Limits(nodes=400)))
    assert [(each.ply, each.seat, each.after.certain) for each in reviews] == [
        (2, 2, True),
        (1, 1, False),
    ]
    assert reviews[0].after.share == 1


def test_positions_of_a_game_are_looked_at_one_by_one() -> None:
    reviewer = Reviewer(record("+w2b0", WINNING), LIMITS)
    assert reviewer.last == 0
    assert reviewer.outcome == (Expectation(1, True), Expectation(0, True))
    assert reviewer.search(0).proof == Proof("win", 1)
    unfinished = Reviewer(record("w@a1"), LIMITS)
    assert (unfinished.last, unfinished.outcome) == (1, ())


def test_what_a_decision_gave_away_is_never_less_than_nothing() -> None:
    before = Analysis(1, (0.5, 0.5), 1, 0.0, ())
    worse = Reviewed(1, "x", before, Expectation(0.25, certain=False), "worse")
    assert worse.loss == 0.25
    assert replace(worse, after=Expectation(0.75, certain=False)).loss == 0
