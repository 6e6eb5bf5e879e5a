"""Why a command is refused: a code for translation, what its sentence names, and the sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ludothek.games.errors import LudothekError, Param

# code → HTTP status, English sentence
REFUSALS: Final[Mapping[str, tuple[int, str]]] = {
    "stale": (409, "the match has moved on to ply {ply}"),
    "not-playing": (409, "the match is not being played"),
    "not-open": (409, "the match does not wait for anybody"),
    "not-over": (409, "the match is not over yet"),
    "full": (409, "every seat is taken"),
    "seat-taken": (409, "seat {seat} is taken"),
    "no-seat": (422, "there is no seat {seat}"),
    "private": (403, "a private match is joined through its link"),
    "link-used": (410, "the link has been used or replaced"),
    "seated": (409, "you sit in this match already"),
    "not-seated": (403, "you do not sit in this match"),
    "not-owner": (403, "only who set the match up can do that"),
    "not-your-turn": (409, "it is the turn of p{seat}"),
    "table-decides": (409, "what becomes of a piece is told by the table: place it"),
    "nothing-to-place": (409, "no piece is to be placed"),
    "in-the-air": (409, "a piece has been let go and has not come to rest"),
    "table-failed": (503, "the table could not tell; try again"),
    "too-long": (409, "a match has at most {plies} decisions"),
    "time-over": (409, "the time of p{seat} is over"),
    "no-takebacks": (409, "nothing is taken back in this match"),
    "nothing-to-take-back": (409, "you have decided nothing that could be taken back"),
    "computer-declines": (409, "a computer plays on"),
    "offered": (409, "this has been offered already"),
    "no-offer": (409, "nothing of this kind is offered"),
    "agreed-already": (409, "you have agreed already"),
    "rematched": (409, "the rematch has begun"),
    "no-rematch": (409, "a recorded game has no rematch"),
    "no-hints": (409, "there are no hints in this match"),
    "too-many-jobs": (429, "you have {most} jobs at work already"),
    "busy": (503, "too much is waiting for this match; try again"),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing was changed, and why."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)
    status: int = 409
    message: str = ""


def refusal(code: str, **params: Param) -> Refusal:
    """A refusal from the table above."""
    status, sentence = REFUSALS[code]
    return Refusal(code, params, status, sentence.format(**params))


def by_the_rules(game: str, error: LudothekError) -> Refusal:
    """What the rules of a game refused: `robotory.wrong-colour`."""
    return Refusal(f"{game}.{error.code}", error.params, 422, str(error))
