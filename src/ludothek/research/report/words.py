"""Texts of a report in English and German (`words.en.json`, `words.de.json`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a language writes numbers.

    >>> Numbers("de").number(1234.5), Numbers("de").percent(0.25), Numbers("en").percent(0.25)
    ('1.234,5', '25 %', '25%')
    """

    language: str

    def number(self, value: float, digits: int = 1) -> str:
        """With so many digits behind the point."""
        return self._points(f"{value:,.{digits}f}")

    def short(self, value: float) -> str:
        """With as many digits as there are."""
        return self._points(f"{value:,g}")

    def percent(self, value: float) -> str:
        """A share."""
        return f"{value:.0%}" if self.language == "en" else f"{value * 100:.0f} %"

    def _points(self, text: str) -> str:
        return text if self.language == "en" else text.translate(str.maketrans(",.", ".,"))


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
