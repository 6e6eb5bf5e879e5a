"""Draws, takebacks and rematches."""

from ludothek.server.match.commands import Answer, Propose
from ludothek.server.match.config import Occupant
from ludothek.server.match.events import Continued, Created, Ended, Events, Started
from ludothek.server.match.setup.seating import rematch
from ludothek.server.match.state import Caps, replay
from tests.server.example_matches import ADA, BO, CY, Scene, computer, duel, occupant, plan


def test_an_accepted_draw_ends_the_match() -> None:
    scene = duel()
    scene.offer(ADA, "draw")
    scene.answer(BO, "draw", accept=True)
    assert scene.match.result
    assert scene.match.result.text == "draw"
    assert scene.match.result.reason == "agreed"


def test_an_offer_is_not_accepted_by_who_made_it() -> None:
    scene = duel()
    scene.offer(ADA, "draw")
    assert scene.refuses(ADA, Answer(what="draw", accept=True)) == "agreed-already"
    assert scene.refuses(CY, Answer(what="draw", accept=True)) == "not-seated"


def test_a_declined_offer_is_not_made_again_before_somebody_moves() -> None:
    scene = duel()
    scene.offer(ADA, "draw")
    assert scene.refuses(BO, Propose(what="draw")) == "offered"
    scene.answer(BO, "draw", accept=False)
    assert scene.refuses(ADA, Propose(what="draw")) == "offered"
    scene.play(ADA, "w@a1")
    scene.offer(ADA, "draw")
    assert scene.match.offer("draw")


def test_an_offer_is_void_once_somebody_moves() -> None:
    scene = duel()
    scene.offer(BO, "draw")
    scene.play(ADA, "w@a1")
    assert scene.refuses(ADA, Answer(what="draw", accept=True)) == "no-offer"


def test_among_three_everybody_has_to_agree() -> None:
    scene = Scene.of(occupant(ADA), occupant(BO), occupant(CY), about=plan("nexus", 3))
    scene.offer(ADA, "draw")
    scene.answer(BO, "draw", accept=True)
    assert scene.status == "playing"
    assert scene.refuses(BO, Answer(what="draw", accept=True)) == "agreed-already"
    scene.answer(CY, "draw", accept=True)
    assert scene.status == "finished"


def test_a_computer_agrees_to_no_draw() -> None:
    scene = Scene.of(occupant(ADA), computer())
    assert scene.refuses(ADA, Propose(what="draw")) == "computer-declines"


def test_a_takeback_goes_to_the_beginning_of_the_last_turn_of_who_asked() -> None:
    scene = duel()
    for person, text in ((ADA, "b@c3"), (BO, "b@c2")):
        scene.play(person, text)
    scene.play(ADA, "Bc3", "stop")
    scene.offer(ADA, "takeback")
    scene.answer(BO, "takeback", accept=True)
    assert scene.match.texts == ("b@c3", "b@c2")
    assert scene.match.to_move == 1


def test_a_takeback_also_takes_the_answer_of_the_other_back() -> None:
    scene = duel()
    scene.play(ADA, "b@c3")
    scene.play(BO, "b@c2")
    scene.offer(ADA, "takeback")
    scene.answer(BO, "takeback", accept=True)
    assert scene.match.texts == ()


def test_a_computer_lets_its_turn_be_taken_back_at_once() -> None:
    scene = Scene.of(occupant(ADA), computer())
    scene.play(ADA, "b@c3")
    scene.offer(ADA, "takeback")
    assert scene.match.texts == ()


def test_what_was_dealt_is_not_taken_back() -> None:
    about = plan("splash", options={"draft": "random"})
    scene = Scene.of(occupant(ADA), occupant(BO), about=about)
    assert scene.refuses(ADA, Propose(what="takeback")) == "nothing-to-take-back"


def test_where_takebacks_are_not_agreed_on_there_are_none() -> None:
    scene = duel(takebacks=False)
    scene.play(ADA, "b@c3")
    assert scene.refuses(ADA, Propose(what="takeback")) == "no-takebacks"


def test_nothing_is_offered_before_and_after_play() -> None:
    scene = Scene.of(occupant(ADA), None)
    assert scene.refuses(ADA, Propose(what="draw")) == "not-playing"
    assert scene.refuses(ADA, Propose(what="rematch")) == "not-over"


def test_a_rematch_begins_when_everybody_agrees_with_the_seats_turned() -> None:
    scene = duel()
    scene.resign(ADA)
    scene.offer(BO, "rematch")
    events = scene.do(ADA, Answer(what="rematch", accept=True))
    first = rematch(scene.match, seed=8)
    assert isinstance(events[-1], Continued)
    assert _occupants(first) == (occupant(BO), occupant(ADA))
    assert first[1] == Started()
    assert scene.refuses(BO, Propose(what="rematch")) == "rematched"


def test_the_loser_begins_the_rematch_where_that_was_agreed() -> None:
    scene = duel(starter="loser")
    scene.resign(ADA)
    first = rematch(scene.match, seed=8)
    assert _occupants(first) == (occupant(ADA), occupant(BO))


def test_after_a_drawn_start_the_other_begins_the_rematch() -> None:
    scene = duel(starter="random")
    scene.resign(BO)
    first = rematch(scene.match, seed=8)
    assert _occupants(first) == (occupant(BO), occupant(ADA))


def test_against_a_computer_the_rematch_begins_at_once() -> None:
    scene = Scene.of(occupant(ADA), computer())
    scene.resign(ADA)
    scene.offer(ADA, "rematch")
    assert scene.match.next


def test_a_drawn_match_on_one_device_is_agreed_at_once() -> None:
    scene = Scene.of(occupant(ADA), occupant(ADA))
    assert scene.do(ADA, Propose(what="draw"))[-1] == Ended((), "agreed")


def _occupants(events: Events) -> tuple[Occupant | None, ...]:
    assert isinstance(events[0], Created)
    return events[0].occupants


def test_only_so_many_turns_are_taken_back_in_one_match() -> None:
    scene = Scene.of(occupant(ADA), computer(), caps=Caps(takebacks=2))
    for _ in range(2):
        scene.play(ADA, "w@a1")
        scene.offer(ADA, "takeback")
        assert scene.match.ply == 0
    scene.play(ADA, "w@a1")
    assert scene.refuses(ADA, Propose(what="takeback")) == "too-many-takebacks"
    assert replay(scene.match.id, scene.entries, scene.match.caps) == scene.match
