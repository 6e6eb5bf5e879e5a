"""What a report says, in English and German (`words.en.json`, `words.de.json`)."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

Words = Mapping[str, str]

LANGUAGES: Final = ("en", "de")


@cache
def words(language: str) -> Words:
    """The texts of a language, by key.

    >>> words("de")["drawishness"]
    'Unentschieden'
    """
    path = files(__package__).joinpath(f"words.{language}.json")
    texts: Words = json.loads(path.read_text(encoding="utf-8"))
    return texts
