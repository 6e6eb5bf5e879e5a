"""Decisions of people and computers, checked by the rules."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ludothek.games import load
from ludothek.games.backends import Spot
from ludothek.server.match.commands import (
    Computer,
    Decide,
    Hasten,
    Person,
    Place,
    Propose,
    Resign,
    Settle,
)
from ludothek.server.match.decide import decide
from ludothek.server.match.events import (
    Created,
    Dealt,
    Decided,
    Ended,
    Entry,
    GivenUp,
    Hastened,
    Started,
)
from ludothek.server.match.position_cache import step
from ludothek.server.match.record_conversion import seat_names
from ludothek.server.match.state import CAPS, PART, STRIDE, Caps, fold, replay
from tests.server.example_matches import ADA, BO, CY, Scene, computer, duel, in_hand, occupant, plan


def test_a_decision_is_stored_with_the_seat_that_took_it() -> None:
    scene = duel()
    assert scene.do(ADA, Decide(ply=0, decisions=["w@a1"])) == (Decided(1, ("w@a1",)),)
    assert scene.match.texts == ("w@a1",)
    assert scene.match.to_move == 2


def test_a_turn_of_several_decisions_is_one_entry() -> None:
    scene = duel()
    scene.play(ADA, "b@c3")
    scene.play(BO, "b@c2")
    events = scene.do(ADA, Decide(ply=2, decisions=["Bc3", "stop"]))
    assert events == (Decided(1, ("Bc3", "stop")),)
    assert scene.match.deciders == (1, 2, 1, 1)


def test_who_is_not_to_move_is_told_who_is() -> None:
    assert duel().refuses(BO, Decide(ply=0, decisions=["w@a1"])) == "not-your-turn"


def test_nobody_decides_for_another_seat_at_the_end_of_their_own_turn() -> None:
    assert duel().refuses(ADA, Decide(ply=0, decisions=["w@a1", "w@a2"])) == "not-your-turn"


def test_a_match_goes_on_from_what_its_own_state_remembers() -> None:
    """Two matches may come to the same position, and remember other situations."""
    state = load("nexus").initial()
    other = replace(state, seen=())
    assert other == state
    for text in load("nexus").legal_texts(state)[:3]:
        assert step("nexus", state, text)[1].seen == state.seen
        assert step("nexus", other, text)[1].seen == ()


def test_a_spectator_decides_nothing() -> None:
    scene = duel()
    assert scene.refuses(CY, Decide(ply=0, decisions=["w@a1"])) == "not-seated"
    assert scene.refuses(CY, Resign()) == "not-seated"


def test_a_computer_cannot_be_played_for_a_person() -> None:
    assert duel().refuses(Computer(1), Decide(ply=0, decisions=["w@a1"])) == "not-seated"


def test_two_people_on_one_device_decide_for_both_seats() -> None:
    scene = Scene.of(occupant(ADA), occupant(Person("ada", "Ada's brother")))
    scene.do(ADA, Decide(ply=0, decisions=["w@a1", "w@a2"]))
    assert scene.match.deciders == (1, 2)


def test_an_illegal_decision_is_refused_in_the_words_of_the_rules() -> None:
    scene = duel()
    refused = decide(scene.match, ADA, Decide(ply=0, decisions=["w@b3"]), 0)
    assert not isinstance(refused, tuple)
    assert refused.code == "robotory.robot-there"
    assert refused.params == {"hex": "b3"}
    assert refused.message == "a robot stands on b3"


def test_of_a_turn_with_one_illegal_decision_nothing_is_taken() -> None:
    scene = duel()
    scene.play(ADA, "b@c3")
    scene.play(BO, "b@c2")
    assert scene.refuses(ADA, Decide(ply=2, decisions=["Bc3", "Ba1"])) == "robotory.not-next"
    assert scene.match.ply == 2


def test_an_unreadable_decision_is_refused() -> None:
    assert duel().refuses(ADA, Decide(ply=0, decisions=["nonsense"])) == "robotory.move"


def test_a_stale_ply_is_told_the_present_one() -> None:
    scene = duel()
    scene.play(ADA, "w@a1")
    assert scene.refuses(ADA, Decide(ply=0, decisions=["w@a2"])) == "stale"


def test_a_command_that_was_carried_out_is_carried_out_again_without_doing_anything() -> None:
    scene = duel()
    scene.play(ADA, "w@a1")
    scene.play(BO, "w@a2")
    assert scene.do(ADA, Decide(ply=0, decisions=["w@a1"])) == ()
    assert scene.refuses(BO, Decide(ply=0, decisions=["w@a1"])) == "stale"


def test_a_command_that_comes_again_after_a_takeback_is_not_carried_out_again() -> None:
    scene = duel()
    command = Decide(ply=0, decisions=["w@a1"], seq=scene.match.seq)
    scene.do(ADA, command)
    scene.offer(ADA, "takeback")
    scene.answer(BO, "takeback", accept=True)
    assert scene.match.ply == 0
    assert scene.refuses(ADA, command) == "stale"
    scene.do(ADA, Decide(ply=0, decisions=["w@a1"], seq=scene.match.seq))


def test_the_rules_end_a_match() -> None:
    start = "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -"
    scene = duel(start=start)
    scene.play(ADA, "+w2b0")
    assert scene.status == "finished"
    assert scene.match.result
    assert scene.match.result.text == "p1win"
    assert scene.refuses(BO, Decide(ply=1, decisions=["w@a1"])) == "not-playing"


def test_the_opponent_answers_inside_a_turn_of_repulso() -> None:
    scene = Scene.of(occupant(ADA), occupant(BO), about=plan("repulso"))
    answered = False
    people, lots = {1: ADA, 2: BO}, Random(3)
    while not answered:
        game, state, seat = scene.match.game, scene.match.state, scene.match.to_move
        answered = not game.turn_begins(state) and scene.match.deciders[-1] != seat
        scene.play(people[seat], lots.choice(game.legal_texts(state)))
    assert scene.status == "playing"


def test_who_resigns_loses_to_the_other_side() -> None:
    scene = duel()
    assert scene.do(BO, Resign()) == (GivenUp(2, "resigned"), Ended((1,), "resigned"))
    assert scene.match.result
    assert scene.match.result.text == "p1win"
    assert scene.refuses(ADA, Resign()) == "not-playing"


@pytest.mark.parametrize(
    ("seats", "teams", "result"), [(4, "pairs", "p1p3win"), (6, "trios", "p1p3p5win")]
)
def test_partners_lose_together(seats: int, teams: str, result: str) -> None:
    about = plan("splash", seats, options={"teams": teams})
    others = [computer()] * (seats - 2)
    scene = Scene.of(occupant(ADA), occupant(BO), *others, about=about)
    scene.resign(BO)
    assert scene.match.result
    assert scene.match.result.text == result
    assert scene.match.given_up == (2,), "not the partner"


def test_among_three_a_computer_takes_the_seat_of_who_resigns() -> None:
    scene = Scene.of(occupant(ADA), occupant(BO), occupant(CY), about=plan("nexus", 3))
    scene.resign(BO)
    taken_over = scene.match.occupant(2)
    assert scene.status == "playing"
    assert taken_over
    assert taken_over.computer
    assert taken_over.name == "Bo", "the name of whom it plays for"
    assert scene.match.given_up == (2,)
    assert scene.match.timed_out == ()
    assert seat_names(scene.match) == ("Ada", "Bo, computer 3", "Cy")
    assert scene.refuses(BO, Resign()) == "not-seated"


def test_when_the_last_person_resigns_among_computers_the_match_ends() -> None:
    scene = Scene.of(occupant(ADA), computer(), computer(), about=plan("nexus", 3))
    scene.resign(ADA)
    assert scene.status == "finished"
    assert scene.match.result
    assert scene.match.result.winners == (2, 3)


def test_a_match_cannot_grow_for_ever() -> None:
    scene = duel(caps=Caps(plies=2))
    scene.play(ADA, "w@a1")
    scene.play(BO, "w@a2")
    assert scene.refuses(ADA, Decide(ply=2, decisions=["w@a3"])) == "too-long"
    assert CAPS.plies > 1000


def test_a_match_with_too_many_entries_can_only_be_ended() -> None:
    scene = duel(caps=Caps(entries=2))
    scene.play(ADA, "w@a1")
    assert scene.refuses(BO, Decide(ply=1, decisions=["w@a2"])) == "too-many-entries"
    assert scene.refuses(BO, Propose(what="draw")) == "too-many-entries"
    scene.resign(BO)
    assert scene.status == "finished"


def test_no_computer_is_asked_in_a_match_that_is_as_long_as_it_may_be() -> None:
    against = Scene.of(occupant(ADA), computer(), caps=Caps(entries=2))
    against.play(ADA, "w@a1")
    assert not against.match.computer_to_move()


def test_every_earlier_state_of_a_match_is_at_hand() -> None:
    scene = duel()
    states = [scene.match.state]
    while scene.match.ply < 2 * STRIDE + 3 and not scene.match.over:
        actor = (ADA, BO)[scene.match.to_move - 1]
        scene.play(actor, scene.match.game.legal_texts(scene.match.state)[0])
        states.append(scene.match.state)
    assert scene.match.ply > STRIDE
    assert [scene.match.state_at(ply) for ply in range(scene.match.ply + 1)] == states
    assert list(scene.match.states(3)) == states[3:]
    assert len(scene.match.snapshots) == scene.match.ply // STRIDE + 1


def test_a_long_deal_is_folded_in_parts() -> None:
    texts = ("w@a1", "w@a2", "w@a3", "b@b1", "b@b2")
    events = (Created("ada", plan(), (occupant(ADA), occupant(BO)), 1), Started(), Dealt(texts))
    steps = list(fold("0123456789abcdef", [Entry(1, 0, 0, events)]))
    assert len(steps) > 3
    assert max(after.ply - before.ply for before, after in pairwise(steps)) <= PART
    assert (steps[-1].texts, steps[-1].dealt) == (texts, len(texts))


def test_who_missed_decisions_knows_where_they_begin_unless_some_were_taken_back() -> None:
    scene = duel()
    scene.play(ADA, "w@a1")
    scene.play(BO, "w@a2")
    assert [scene.match.ply_after(seq) for seq in range(5)] == [None, 0, 1, 2, None]
    scene.offer(BO, "takeback")
    scene.answer(ADA, "takeback", accept=True)
    assert [scene.match.ply_after(seq) for seq in range(1, 4)] == [0, 1, None]


def test_what_becomes_of_a_simulated_piece_is_told_by_the_table_alone() -> None:
    scene = in_hand()
    assert scene.refuses(BO, Decide(ply=31, decisions=["stands"])) == "table-decides"
    spot = Spot("flat", 0.0, 0.0, 0.0)
    assert scene.refuses(ADA, Settle(31, spot, "stands", "t")) == "not-your-turn"
    assert scene.refuses(BO, Settle(30, spot, "stands", "t")) == "stale"
    assert scene.refuses(BO, Settle(31, spot, "falls:Lr|Sr", "t")).startswith("splash.")
    scene.do(BO, Settle(31, spot, "stands", "the table"))
    assert scene.match.table == "the table"
    placed = scene.match.placements[0]
    assert (placed.ply, placed.seq, placed.spot) == (31, scene.match.seq, spot)
    assert scene.refuses(BO, Settle(32, spot, "stands", "t")) == "nothing-to-place"


def test_a_piece_is_placed_before_it_is_decided() -> None:
    with pytest.raises(TypeError):
        decide(duel().match, ADA, Place(ply=0, face="flat"), 0)


def test_in_referee_mode_people_tell_what_became_of_a_piece() -> None:
    scene = in_hand(referee="yes")
    scene.play(BO, "stands")
    assert scene.match.to_move == 2


def test_a_match_is_the_replay_of_its_entries() -> None:
    scene = in_hand()
    scene.do(BO, Settle(31, Spot("flat", 0.0, 0.0, 0.0), "stands", "t"))
    scene.resign(ADA)
    assert replay(scene.match.id, scene.entries) == scene.match


RINGS = ";".join(f"{q},{r}" for q in range(7) for r in range(7 - q))
CAPTURE = RINGS.replace("0,0;", "0,0:200;", 1).replace("1,0;", "1,0:010;", 1)
OUT = f"{CAPTURE.replace('6,0', '6,0:001')} p1 7,0,0 123 eee ooo3 - 9"


def without_the_second(*occupants: Any) -> Scene:
    """A match of three in which the first captures the last marble of the second."""
    scene = Scene.of(*occupants, about=plan("nexus", 3, start=OUT))
    for _ in range(2):
        scene.do(Computer(1), Decide(ply=scene.match.ply, decisions=["0,0>1,0"]))
    assert scene.match.game.seats_in(scene.match.state) == (1, 3)
    return scene


def test_who_is_out_among_computers_has_the_rest_played_without_thinking() -> None:
    scene = without_the_second(computer(5), occupant(ADA), computer(5))
    awaited = scene.match.computer_to_move()
    assert awaited
    assert awaited.level == 5
    assert scene.do(ADA, Hasten()) == (Hastened(2),)
    assert scene.do(ADA, Hasten()) == (), "it was sent again"
    awaited = scene.match.computer_to_move()
    assert awaited
    assert awaited.level == 1
    assert [each.level for each in scene.match.occupants if each] == [5, 0, 5], "as it is told"


def test_nobody_is_hurried_while_a_person_plays_on() -> None:
    assert without_the_second(computer(), occupant(ADA), occupant(BO)).refuses(ADA, Hasten()) == (
        "people-play-on"
    )
    going = Scene.of(computer(), occupant(ADA), computer(), about=plan("nexus", 3))
    assert going.refuses(ADA, Hasten()) == "people-play-on"
    assert going.refuses(BO, Hasten()) == "not-seated"
    assert duel().refuses(ADA, Hasten()) == "people-play-on"
