"""Parsing of placements on the simulated table of Splash!."""

import re
from collections.abc import Sequence
from math import isfinite
from typing import Final

from ludothek.cli.play.effects import Place
from ludothek.games.splash import State
from ludothek.games.splash.pieces import NAMES
from ludothek.games.splash.state import Placing

HELP: Final = """\
  place FACE TURN X Y   set the piece in hand down, as in: place flat 0 1.5 -1
     FACE  the side that goes down; left out: the widest
     TURN  degrees; 0: its edges along those of the top piece
     X Y   millimetres to the right and up, seen from above, from the middle of
           the top piece
     place alone puts it in the middle. Every hand trembles a little."""
_NUMBER: Final = re.compile(r"[-+]?[0-9]*\.?[0-9]+")


def faces(state: State) -> list[str]:
    """The sides that can go down of the piece in hand, the widest first; none in hand: none."""
    if not isinstance(state.phase, Placing):
        return []
    from ludothek.physics.evaluation.resting_poses import ways

    return [way.face for way in ways(NAMES[state.phase.piece])]


def choices(state: State) -> str:
    """What can be typed, in short."""
    return f"place {'|'.join(faces(state))} TURN X Y"


def read(line: str, allowed: Sequence[str]) -> Place | str:
    """The place a line names, or a sentence that says how it is written."""
    words = line.replace(",", " ").split()
    words = words[1:] if words[:1] == ["place"] else words
    face = ""
    if words and not _NUMBER.fullmatch(words[0]):
        face = _face(words.pop(0), allowed)
        if not face:
            return f"written is place FACE TURN X Y, and FACE is {' or '.join(allowed)}"
    if len(words) not in {0, 1, 3} or not all(map(_NUMBER.fullmatch, words)):
        return "after the face come a turn in degrees, and x and y in millimetres: flat 0 1.5 -1"
    numbers = [*map(float, words), 0.0, 0.0, 0.0]
    if not all(map(isfinite, numbers)):
        return "turn, x and y are numbers of a size that can be set down"
    return Place(face, *numbers[:3])


def _face(word: str, allowed: Sequence[str]) -> str:
    """A face, or the beginning of one."""
    matches = [face for face in allowed if face.startswith(word.lower())]
    return matches[0] if len(matches) == 1 else ""
