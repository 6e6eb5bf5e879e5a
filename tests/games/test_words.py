"""The words that a plug-in brings along."""

from dataclasses import replace

from ludothek.games.words import message
from ludothek_nim import NIM


def test_a_game_speaks_a_language_or_english_or_any() -> None:
    assert message(NIM, "goal", "de") == "Nimm das letzte Streichholz."
    assert message(NIM, "goal", "fr") == message(NIM, "goal") == "Take the last match."
    german = replace(NIM, words={"de": NIM.words["de"]})
    assert message(german, "goal") == "Nimm das letzte Streichholz."


def test_what_a_game_does_not_say_is_none() -> None:
    assert message(NIM, "goal.more") is None
    assert message(replace(NIM, words={}), "goal") is None
