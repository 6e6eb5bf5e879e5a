"""Joining, leaving, and links to seats."""

from ludothek.server.match.commands import Accept, CallOff, Join, Leave, MakeLink
from ludothek.server.match.events import Ended, Left, Sat, Started
from tests.server.example_matches import ADA, BO, CY, SERVER, Scene, occupant, plan


def test_a_match_begins_when_the_last_seat_is_taken() -> None:
    scene = Scene.of(occupant(ADA), None, about=plan(public=True))
    assert scene.status == "open"
    assert scene.do(BO, Join()) == (Sat(2, occupant(BO)), Started())
    assert scene.status == "playing"


def test_a_private_match_is_joined_through_its_link_alone() -> None:
    scene = Scene.of(occupant(ADA), None)
    assert scene.refuses(BO, Join()) == "private"
    scene.do(BO, Accept(2, 0))
    assert scene.status == "playing"


def test_a_link_is_good_once() -> None:
    scene = Scene.of(occupant(ADA), None, None, about=plan("nexus", 3))
    scene.do(BO, Accept(2, 0))
    assert scene.refuses(CY, Accept(2, 0)) == "link-used"
    assert scene.do(BO, Accept(2, 0)) == (), "sent again by who used it, it does nothing"


def test_a_used_link_is_worth_nothing_after_its_user_has_left() -> None:
    scene = Scene.of(occupant(ADA), None, None, about=plan("nexus", 3))
    scene.do(BO, Accept(2, 0))
    assert scene.do(BO, Leave()) == (Left(2),)
    assert scene.refuses(CY, Accept(2, 0)) == "link-used"
    scene.do(CY, Accept(2, 1))


def test_a_new_link_replaces_the_old_one() -> None:
    scene = Scene.of(occupant(ADA), None)
    scene.do(ADA, MakeLink(2))
    assert scene.refuses(BO, Accept(2, 0)) == "link-used"
    scene.do(BO, Accept(2, 1))


def test_only_the_owner_makes_links_and_only_to_open_seats() -> None:
    scene = Scene.of(occupant(ADA), None)
    assert scene.refuses(BO, MakeLink(2)) == "not-owner"
    assert scene.refuses(ADA, MakeLink(1)) == "seat-taken"
    assert scene.refuses(ADA, MakeLink(3)) == "no-seat"


def test_a_full_match_takes_nobody() -> None:
    scene = Scene.of(occupant(ADA), occupant(BO), about=plan(public=True))
    assert scene.refuses(CY, Join()) == "full"
    assert scene.refuses(CY, Join(seat=2)) == "full"


def test_a_taken_seat_stays_taken() -> None:
    scene = Scene.of(occupant(ADA), None, None, about=plan("nexus", 3, public=True))
    assert scene.refuses(BO, Join(seat=1)) == "seat-taken"
    assert scene.refuses(BO, Join(seat=4)) == "no-seat"


def test_nobody_sits_twice() -> None:
    scene = Scene.of(occupant(ADA), None, about=plan(public=True))
    assert scene.refuses(ADA, Join()) == "seated"
    assert scene.refuses(ADA, Accept(2, 0)) == "seated"


def test_an_owner_who_leaves_calls_the_match_off() -> None:
    scene = Scene.of(occupant(ADA), None, about=plan(public=True))
    assert scene.refuses(BO, Leave()) == "not-seated"
    assert scene.do(ADA, Leave()) == (Ended((), "abandoned", decided=False),)
    assert scene.status == "abandoned"
    assert scene.refuses(BO, Join()) == "not-open"


def test_nobody_leaves_a_match_that_is_being_played() -> None:
    scene = Scene.of(occupant(ADA), occupant(BO))
    assert scene.refuses(BO, Leave()) == "not-open"


def test_the_house_calls_off_what_was_forgotten_and_nobody_else_does() -> None:
    scene = Scene.of(occupant(ADA), None)
    assert scene.refuses(ADA, CallOff()) == "not-playing"
    scene.do(SERVER, CallOff())
    assert scene.status == "abandoned"
    assert scene.refuses(SERVER, CallOff()) == "not-playing"


def test_a_dealt_draft_is_made_when_the_match_begins() -> None:
    about = plan("splash", options={"draft": "random"}, public=True)
    scene = Scene.of(occupant(ADA), None, about=about)
    assert scene.match.ply == 0
    scene.do(BO, Join())
    assert scene.match.ply == 30
    assert all(text.startswith("take:") for text in scene.match.texts)
