"""What the captions of the rules pages tell is what happens in their diagrams."""

from typing import Any

import pytest

from ludothek.games import load
from tests.content.content import diagrams


def played_out(name: str, decisions: int | None = None) -> tuple[Any, list[Any]]:
    """A diagram after so many of its decisions (all of them): the state, and what has happened."""
    diagram = diagrams()[name]
    game = load(diagram["game"])
    state: Any = game.parse_position(diagram["position"])
    events: list[Any] = []
    for text in diagram.get("moves", [])[:decisions]:
        events += game.events(state, game.notation.parse_move(text))
        state = game.play(state, text)
    return state, events


def clusters(state: Any, seat: int) -> list[int]:
    """The sizes of a seat's clusters in Repulso, the largest first."""
    board: Any = load("repulso").view(state)["board"]
    sizes: list[int] = board["groups"][seat - 1]["sizes"]
    return sizes


def ending(state: Any) -> tuple[tuple[int, ...], str]:
    outcome = load("repulso").outcome(state)
    assert outcome
    return outcome.winners, outcome.reason


def test_an_action_piece_really_costs_blue_a_cluster_whatever_blue_answers() -> None:
    game = load("repulso")
    before, _ = played_out("repulso-answer", 0)
    placed, _ = played_out("repulso-answer", 1)
    answers = game.legal_texts(placed)
    assert len(answers) > 1
    for answer in answers:
        after = game.play(placed, answer)
        assert len(clusters(after, 2)) == len(clusters(before, 2)) + 1


def test_a_movement_makes_three_of_blue_and_two_of_orange() -> None:
    state, _ = played_out("repulso-movement")
    assert clusters(state, 2) == [3]
    assert clusters(state, 1)[0] == 2
    before, _ = played_out("repulso-movement", 0)
    assert clusters(before, 1)[0] == clusters(before, 2)[0] == 1


def test_the_order_of_blue_matters_in_a_movement() -> None:
    game = load("repulso")
    placed, _ = played_out("repulso-movement", 1)
    assert "c5-e5" in game.legal_texts(placed)
    assert "c5-e5" not in game.legal_texts(game.play(placed, "d4-d5"))


def test_five_clusters_win_against_six() -> None:
    state, _ = played_out("repulso-groups")
    assert [len(clusters(state, seat)) for seat in (1, 2)] == [5, 6]
    assert ending(state) == ((1,), "fewest-groups")


def test_a_largest_cluster_of_six_wins_against_two_of_four() -> None:
    state, _ = played_out("repulso-largest")
    assert [len(clusters(state, seat)) for seat in (1, 2)] == [6, 6]
    assert clusters(state, 1)[0] == 6
    assert clusters(state, 2)[:2] == [4, 4]
    assert ending(state) == ((1,), "largest-group")
    board: Any = load("repulso").view(state)["board"]
    assert set(diagrams()["repulso-largest"]["marks"]) == set(board["groups"][0]["squares"][0])


def test_a_space_is_opened_and_plugged() -> None:
    game = load("repulso")
    before, _ = played_out("repulso-plugged", 0)
    opened, _ = played_out("repulso-plugged", 2)
    assert all(text.startswith("*") for text in game.legal_texts(before))
    board: Any = game.view(opened)["board"]
    assert "b6" not in board["squares"]
    beside = {board["squares"][square] for square in ("a6", "b5", "c6")}
    assert "p1" not in beside  # Orange could place there
    state, _ = played_out("repulso-plugged")
    assert ending(state) == ((2,), "stuck")


def test_the_stack_that_reaches_highest_is_the_tower_though_another_has_more_pieces() -> None:
    state, _ = played_out("splash-highest", 2)
    stacks = diagrams()["splash-highest"]["moves"][1].removeprefix("falls:").split("|")
    highest = next(stack for stack in stacks if stack.endswith("^"))
    board: Any = load("splash").view(state)["board"]
    assert board["tower"] == highest.removesuffix("^").split(".")
    assert max(len(stack.split(".")) for stack in stacks) > len(board["tower"])


def removed(name: str) -> list[tuple[str, int]]:
    """How marbles of NEXUS are removed in a diagram, and how many."""
    _, events = played_out(name)
    return [(event["how"], event["number"]) for event in events if event["event"] == "removed"]


@pytest.mark.parametrize("name", ["nexus-border", "nexus-first"])
def test_the_marked_rings_are_the_border(name: str) -> None:
    state, _ = played_out(name, 0)
    board: Any = load("nexus").view(state)["board"]
    assert sorted(diagrams()[name]["marks"]) == sorted(board["border"])


@pytest.mark.parametrize("name", ["nexus-surround", "nexus-hole"])
def test_a_closed_circle_pays_with_a_hole_inside_or_without(name: str) -> None:
    assert removed(name) == [("surrounded", 1)]


@pytest.mark.parametrize("name", ["nexus-edge", "nexus-gap", "nexus-leak"])
def test_neither_the_edge_nor_an_empty_ring_nor_a_hole_closes_a_circle(name: str) -> None:
    assert removed(name) == []


@pytest.mark.parametrize("name", ["nexus-equal", "nexus-frozen"])
def test_a_full_ring_of_two_colours_stays_as_it_is(name: str) -> None:
    game = load("nexus")
    state, _ = played_out(name)
    assert removed(name) == []
    (ring,) = diagrams()[name]["marks"]
    steps = [text for text in game.legal_texts(state) if ">" in text]
    assert steps
    assert not [text for text in steps if text.startswith(f"{ring}>") or f">{ring}" in text]
