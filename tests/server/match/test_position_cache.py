"""What is known of a position is used, and leads where the rules lead."""

from typing import Any

import pytest

from ludothek.games import IllegalMove, load
from ludothek.games.record import play_text as real
from ludothek.server.match import position_cache
from ludothek.server.match.position_cache import know_legal, step


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The decisions that are checked by the rules."""
    texts: list[str] = []

    def play_text(game: Any, state: Any, text: str) -> Any:
        texts.append(text)
        return real(game, state, text)

    monkeypatch.setattr(position_cache, "play_text", play_text)
    return texts


def test_a_decision_that_was_listed_is_not_checked_again(checked: list[str]) -> None:
    game = load("nexus")
    state = game.initial(2)
    know_legal(state, tuple(game.legal_texts(state)))
    for text in game.legal_texts(state):
        move, after, log = step("nexus", state, text)
        assert (str(move), after) == (text, game.play(state, text))
        assert log == game.drawing.happened(state, move, after), "it is applied once"
    assert not checked


def test_whatever_was_not_listed_is_checked_by_the_rules(checked: list[str]) -> None:
    game = load("robotory")
    state, other = game.initial(2), game.initial(2)
    know_legal(state, tuple(game.legal_texts(state)))
    with pytest.raises(IllegalMove):
        step("robotory", state, "w:a1")
    first = game.legal_texts(other)[0]
    step("robotory", other, first)
    assert checked == ["w:a1", first]


def test_a_decision_is_played_once(checked: list[str]) -> None:
    game = load("repulso")
    state = game.initial(2)
    text = game.legal_texts(state)[0]
    assert step("repulso", state, text) == step("repulso", state, text)
    assert checked == [text]


def test_an_outcome_that_is_open_is_not_played_even_where_it_is_listed() -> None:
    game = load("splash")
    state = game.initial(2)
    while not any(map(game.is_open, game.legal_moves(state))):
        state = game.apply(state, game.legal_moves(state)[0])
    open_move = next(filter(game.is_open, game.legal_moves(state)))
    know_legal(state, tuple(game.legal_texts(state)))
    with pytest.raises(IllegalMove):
        step("splash", state, str(open_move))
