"""Parsing of placements on a simulated table."""

import re
from collections.abc import Sequence
from math import isfinite
from typing import Final

from ludothek.cli.play.effects import Place
from ludothek.games.backends import Spot

HELP: Final = """\
  place FACE TURN X Y   set the piece in hand down, as in: place 0 1.5 -1
     FACE  the side that goes down; left out: the usual one
     TURN  degrees about the vertical axis
     X Y   millimetres from the middle
     place alone puts it in the middle."""
_NUMBER: Final = re.compile(r"[-+]?[0-9]*\.?[0-9]+")


def choices(faces: Sequence[str]) -> str:
    """What can be typed, in short."""
    return f"place {'|'.join(faces)} TURN X Y"


def read(line: str, faces: Sequence[str]) -> Place | str:
    """The place a line names, or a sentence that says how it is written."""
    words = line.replace(",", " ").split()
    words = words[1:] if words[:1] == ["place"] else words
    face = faces[0]
    if words and not _NUMBER.fullmatch(words[0]):
        face = _face(words.pop(0), faces)
        if not face:
            return f"written is place FACE TURN X Y, and FACE is {' or '.join(faces)}"
    if len(words) not in {0, 1, 3} or not all(map(_NUMBER.fullmatch, words)):
        sentence = "after the face come a turn in degrees, and x and y in millimetres"
        return f"{sentence}: {faces[0]} 0 1.5 -1"
    numbers = [*map(float, words), 0.0, 0.0, 0.0]
    if not all(map(isfinite, numbers)):
        return "turn, x and y are numbers of a size that can be set down"
    return Place(Spot(face, *numbers[:3]))


def _face(word: str, faces: Sequence[str]) -> str:
    """A face, or the beginning of one."""
    matches = [face for face in faces if face.lower().startswith(word.lower())]
    exact = [face for face in matches if face.lower() == word.lower()]
    named = exact or matches
    return named[0] if len(named) == 1 else ""
