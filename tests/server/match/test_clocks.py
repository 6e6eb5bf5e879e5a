"""Whose time runs, and what happens when it has run out."""

from ludothek.games.backends import Spot
from ludothek.server.match.commands import Decide, Settle
from ludothek.server.match.config import Pace
from ludothek.server.match.events import Ended, GivenUp, Placed, Sat
from ludothek.server.wire.views import clock
from tests.server.example_matches import (
    ADA,
    BO,
    CY,
    SERVER,
    Scene,
    computer,
    duel,
    in_hand,
    occupant,
    plan,
    timed,
)


def test_without_a_clock_nobody_ever_runs_out_of_time() -> None:
    scene = duel()
    assert scene.match.deadline() is None
    assert scene.at(10**12).look() == ()


def test_the_clock_runs_for_the_seat_to_decide() -> None:
    scene = timed("fischer", 10_000)
    assert scene.match.deadline() == 10_000
    scene.at(4_000).play(ADA, "w@a1")
    assert scene.match.clocks.left == (6_000, 10_000)
    assert scene.match.deadline() == 14_000


def test_a_finished_turn_earns_the_increment() -> None:
    scene = timed("fischer", 10_000, 2_000)
    scene.at(4_000).play(ADA, "w@a1")
    assert scene.match.clocks.left == (8_000, 10_000)


def test_inside_a_turn_nothing_is_earned() -> None:
    scene = timed("fischer", 10_000, 2_000)
    scene.at(1_000).play(ADA, "b@c3")
    scene.at(2_000).play(BO, "b@c2")
    scene.at(5_000).play(ADA, "Bc3")
    assert scene.match.clocks.left == (8_000, 11_000)
    scene.at(6_000).play(ADA, "stop")
    assert scene.match.clocks.left == (9_000, 11_000)


def test_a_clock_for_each_turn_is_full_again_for_the_next() -> None:
    scene = timed("turn", 10_000)
    scene.at(9_000).play(ADA, "w@a1")
    scene.at(18_000).play(BO, "w@a2")
    assert scene.match.deadline() == 28_000


def test_inside_a_turn_its_time_goes_on() -> None:
    scene = timed("turn", 10_000)
    scene.at(0).play(ADA, "b@c3")
    scene.at(0).play(BO, "b@c2")
    scene.at(4_000).play(ADA, "Bc3")
    assert scene.match.deadline() == 10_000


def test_who_runs_out_of_time_loses() -> None:
    scene = timed("turn", 10_000)
    assert scene.at(9_999).look() == ()
    assert scene.at(10_000).look() == (GivenUp(1, "time"), Ended((2,), "time"))
    assert scene.status == "finished"
    assert scene.match.clocks.left[0] == 0


def test_a_decision_that_comes_too_late_is_refused() -> None:
    scene = timed("turn", 10_000)
    assert scene.at(10_000).refuses(ADA, Decide(ply=0, decisions=["w@a1"])) == "time-over"


def test_days_are_a_clock_for_each_turn_as_well() -> None:
    scene = timed("days", 3 * 86_400_000)
    scene.at(2 * 86_400_000).play(ADA, "w@a1")
    assert scene.match.deadline() == 5 * 86_400_000


def test_among_three_a_computer_takes_the_seat_of_who_runs_out_of_time() -> None:
    about = plan("nexus", 3, pace=Pace("turn", 10_000))
    scene = Scene.of(occupant(ADA), occupant(BO), occupant(CY), about=about)
    given_up, sat = scene.at(10_000).look()
    assert given_up == GivenUp(1, "time")
    assert scene.match.timed_out == (1,)
    assert isinstance(sat, Sat)
    assert scene.match.computer_to_move()
    assert scene.match.deadline() is None


def test_the_time_of_a_computer_does_not_run() -> None:
    scene = Scene.of(occupant(ADA), computer(), about=plan(pace=Pace("turn", 10_000)))
    scene.at(5_000).play(ADA, "w@a1")
    assert scene.match.deadline() is None


def test_a_seat_that_changes_hands_gives_nobody_time() -> None:
    about = plan("nexus", 3, pace=Pace("fischer", 10_000))
    scene = Scene.of(occupant(ADA), occupant(BO), occupant(CY), about=about)
    scene.at(4_000).resign(BO)
    assert scene.match.clocks.left[0] == 6_000
    assert scene.match.deadline() == 10_000


def test_after_a_takeback_a_clock_for_each_turn_begins_again() -> None:
    scene = timed("turn", 10_000)
    scene.at(9_000).play(ADA, "w@a1")
    scene.offer(ADA, "takeback")
    scene.at(15_000).answer(BO, "takeback", accept=True)
    assert scene.match.to_move == 1
    assert scene.match.deadline() == 25_000


def test_after_a_takeback_spent_time_stays_spent() -> None:
    scene = timed("fischer", 10_000)
    scene.at(4_000).play(ADA, "w@a1")
    scene.offer(ADA, "takeback")
    scene.at(5_000).answer(BO, "takeback", accept=True)
    assert scene.match.clocks.left == (6_000, 9_000)
    assert scene.match.deadline() == 11_000


SETTLED = Settle(31, Spot("flat", 0.0, 0.0, 0.0), "stands", "the table")


def test_while_a_piece_is_placed_only_the_clock_for_placing_runs() -> None:
    scene = in_hand(Pace("fischer", 60_000, placement=20_000))
    assert scene.match.clocks.left == (59_000, 60_000)
    assert scene.match.deadline() == 21_000
    shown = clock(scene.match, 11_000)
    assert (shown.running, shown.placement, shown.placing) == (None, 20_000, 10_000)
    scene.at(15_000).do(BO, SETTLED)
    assert scene.match.clocks.left == (59_000, 60_000)
    assert scene.match.deadline() == 75_000
    assert clock(scene.match, 15_000).placing is None


def test_a_clock_for_placing_needs_no_other() -> None:
    scene = in_hand(Pace(placement=20_000))
    assert scene.match.deadline() == 21_000
    scene.at(15_000).do(BO, SETTLED)
    assert scene.match.deadline() is None


def test_when_the_time_to_place_is_over_the_house_lets_go_and_nobody_loses() -> None:
    scene = in_hand(Pace("fischer", 60_000, placement=20_000))
    scene.at(20_999)
    assert not scene.match.lets_go(scene.tick)
    assert scene.at(21_000).look() == ()
    assert scene.match.lets_go(scene.tick)
    assert scene.refuses(BO, SETTLED) == "time-over"
    (placed,) = scene.do(SERVER, SETTLED)
    assert isinstance(placed, Placed)
    assert placed.by_clock
    assert placed.seat == 2
    assert scene.status == "playing"


def test_a_piece_that_was_let_go_in_time_counts_however_long_it_falls() -> None:
    scene = in_hand(Pace("turn", 60_000, placement=20_000))
    (placed,) = scene.at(20_999).do(BO, SETTLED)
    assert isinstance(placed, Placed)
    assert not placed.by_clock


def test_the_clock_for_placing_stands_with_the_match() -> None:
    scene = in_hand(Pace("turn", 60_000, placement=20_000))
    scene.at(5_000).resign(ADA)
    assert scene.match.deadline() is None
    assert clock(scene.match, 6_000).placing is None
