"""Validation of names: one line, nothing invisible, no impersonation."""

import unicodedata
from itertools import product
from typing import Final

from ludothek.server.match.refusals import refused

_BLANKS: Final = "\t\n\r"
_DIRECTIONS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
# Letters of other scripts and digits that look like Latin letters.
_ALIKE: Final = str.maketrans("аеорсухтмнкіѕοερυтмη01|", "aeopcyxtmhkisoepytmholl")
_ARTICLES: Final = ("", "the", "der", "dem", "das", "l", "le", "la", "el", "il", "de", "het")
_COMPUTERS: Final = ("computer", "komputer", "ordinateur", "ordenador")
_HOUSES: Final = ("house", "haus", "maison", "casa", "huis", "ludothek")
_LEVELS: Final = ("", "level", "stufe", "niveau", "nivel", "livello")
_RESERVED: Final = frozenset(
    "".join(words) for words in product(_ARTICLES, (*_COMPUTERS, *_HOUSES), _LEVELS)
)


def clean_name(name: str) -> str:
    """A nickname on one line, without anything invisible; refuses what imitates the computer."""
    cleaned = plain_text(name)
    if _skeleton(cleaned) in _RESERVED:
        raise refused("name-reserved")
    return cleaned


def plain_text(name: str) -> str:
    """A name on one line, without anything invisible."""
    check_characters(name)
    visible = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in name)
    cleaned = " ".join(unicodedata.normalize("NFC", visible).split())
    if not cleaned:
        raise refused("name")
    return cleaned


def check_characters(text: str) -> None:
    """Refuse characters that control something, or change the direction of what follows."""
    for character in text:
        if _controls(character):
            raise refused("characters", character=f"U+{ord(character):04X}")


def _controls(character: str) -> bool:
    if character in _DIRECTIONS:
        return True
    return unicodedata.category(character) in {"Cc", "Cs"} and character not in _BLANKS


def _skeleton(name: str) -> str:
    """The letters of a name, those that look alike being the same; without digits at its end."""
    apart = unicodedata.normalize("NFKD", name).casefold().rstrip("0123456789 .,:#-")
    return "".join(c for c in apart.translate(_ALIKE) if c.isalpha())
