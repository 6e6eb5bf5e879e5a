"""Translated texts of a game, with English as the fallback."""

from collections.abc import Mapping
from typing import Any

from ludothek.games.protocol import Game, Json


def message(game: Game[Any, Any], key: str, language: str = "en") -> Json:
    """The words under a key such as `options.last.name`; None where there are none.

    >>> from ludothek.games import load
    >>> message(load("repulso"), "tagline") is None  # the page has the words of our own games
    True
    """
    trees = (game.words.get(language), game.words.get("en"), *game.words.values())
    matches = (_at(tree, key) for tree in trees)
    return next((each for each in matches if each is not None), None)


def _at(tree: Json, key: str) -> Json:
    for step in key.split("."):
        tree = tree.get(step) if isinstance(tree, Mapping) else None
    return tree
