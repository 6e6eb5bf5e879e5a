"""Validation of names: one line, nothing invisible, no impersonation."""

import re
import unicodedata
from typing import Final

from ludothek.server.match.refusals import refused

_BLANKS: Final = "\t\n\r"
_DIRECTIONS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
# Letters of other scripts that look like Latin letters, before and after their decomposition.
_ALIKE: Final = str.maketrans(
    "аеорсухтмнкіѕјԁһҽοερυτмηκαιϲσСϹꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜᎪᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷᏢᎡᏚᎢᏙᏔᏃօսհոցᴄᴏᴍᴘᴜᴛᴇʀ|ı",
    "aeopcyxtmhkisjdheoepytmhkaicoccabcdefghijklmnoprstuvwxyzacdeghijklmprstvwzouhngcomputerli",
)
_DIGITS: Final = str.maketrans("0134578$@€", "oleastbsae")  # written in the place of letters
_ARTICLES: Final = ("the", "der", "dem", "das", "l", "le", "la", "el", "il", "de", "het")
_OURS: Final = (
    *("computer", "komputer", "ordinateur", "ordenador"),
    *("house", "haus", "maison", "casa", "huis", "ludothek"),
)
_LEVELS: Final = ("level", "stufe", "niveau", "nivel", "livello")
_MINDS: Final = ("ki", "ai", "ia", "bot")  # by themselves they may be names: Ai, Ki, Ia
_WORDS: Final = re.compile(f"(?:{'|'.join((*_OURS, *_LEVELS, *_MINDS, *_ARTICLES))})+")
_LONGEST: Final = 80  # letters of a name that can consist of these words


def clean_name(name: str) -> str:
    """A nickname on one line, without anything invisible; refuses what imitates the computer."""
    cleaned = plain_text(name)
    if _imitates(cleaned):
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


def _imitates(name: str) -> bool:
    """Does a name consist of words for the computer, its levels or the house, and no other word?"""
    alike = _look(name)
    numbered = any(c.isdigit() for c in alike)
    return any(
        _reserved("".join(filter(str.isalpha, text)), numbered=numbered)
        for text in (alike, alike.strip("0123456789 .,:#-").translate(_DIGITS))
    )


def _reserved(letters: str, *, numbered: bool) -> bool:
    if len(letters) > _LONGEST or not _WORDS.fullmatch(letters):
        return False
    a_level = numbered or any(letters.startswith(m) or letters.endswith(m) for m in _MINDS)
    return any(word in letters for word in (*_OURS, *(_LEVELS if a_level else ())))


def _look(name: str) -> str:
    """A name in small letters, those that look alike being the same."""
    apart = unicodedata.normalize("NFKD", name.translate(_ALIKE)).casefold()
    return apart.translate(_ALIKE)
