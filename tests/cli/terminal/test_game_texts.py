import pytest

from ludothek.cli.terminal.game_texts import (
    EVENTS,
    GAMES,
    OUTCOMES,
    either,
    event_sentence,
    outcome_sentence,
)
from ludothek.games import Outcome, load, names
from ludothek.games.protocol import Event
from ludothek.games.record import ENDINGS
from ludothek.testing import random_choices, setups, walk

SILENT = {"turn", "answers", "won", "drawn"}  # the screen says these in its own way


def test_a_winner_is_named_with_the_reason() -> None:
    assert outcome_sentence(Outcome((2,), "third-drop")) == "p2 wins: three drops are collected."


def test_a_team_wins_together() -> None:
    assert outcome_sentence(Outcome((1, 3), "last-piece")).startswith("p1 and p3 win: ")


def test_a_draw_has_no_winner() -> None:
    assert outcome_sentence(Outcome((), "repetition")).startswith("A draw: ")


def test_choices_are_joined_as_one_says_them() -> None:
    assert [either(["a"]), either(["a", "b"]), either(["a", "b", "c"])] == [
        "a",
        "a or b",
        "a, b or c",
    ]


def test_a_piece_of_another_seat_is_taken_first() -> None:
    splash = load("splash")
    event: Event = {"event": "given", "piece": "Lr", "from": 3, "by": 1, "to": 2}
    assert event_sentence(splash.name, [event]) == "p1 takes Lr from p3 and gives it to p2"


@pytest.mark.parametrize("name", names())
def test_every_event_and_every_ending_has_its_words(name: str) -> None:
    game = load(name)
    for number, setup in enumerate(setups(game)):
        way = walk(game, game.start(setup), random_choices(number, 150))
        for state, move in zip(way.states, way.moves, strict=False):
            events = [event for event in game.events(state, move) if event["event"] not in SILENT]
            assert all(event["event"] in EVENTS[name] for event in events)
            assert "{" not in event_sentence(name, events)
        outcome = game.outcome(way.states[-1])
        assert outcome is None or outcome.reason in OUTCOMES


def test_every_game_has_its_line_in_the_menu() -> None:
    assert set(GAMES) == set(names())


def test_every_early_ending_has_its_words() -> None:
    assert set(ENDINGS) <= set(OUTCOMES)
