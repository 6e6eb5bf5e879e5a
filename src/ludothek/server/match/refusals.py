"""Refusals of commands: codes, parameters and English sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ludothek.games.errors import LudothekError, Param

# All that the server itself refuses: code → HTTP status, English sentence
REFUSALS: Final[Mapping[str, tuple[int, str]]] = {
    # in a match
    "stale": (409, "the match has moved on to ply {ply}"),
    "not-playing": (409, "the match is not being played"),
    "not-open": (409, "the match is not waiting for players"),
    "not-over": (409, "the match is not over yet"),
    "full": (409, "every seat is taken"),
    "seat-taken": (409, "seat {seat} is taken"),
    "no-seat": (422, "there is no seat {seat}"),
    "private": (403, "a private match is joined through its link"),
    "link-used": (410, "the link has been used or replaced"),
    "seated": (409, "you sit in this match already"),
    "not-seated": (403, "you do not sit in this match"),
    "not-owner": (403, "only the owner of the match can do that"),
    "not-your-turn": (409, "it is the turn of p{seat}"),
    "table-decides": (409, "the simulated table decides this: place the piece"),
    "nothing-to-place": (409, "no piece is to be placed"),
    "people-play-on": (409, "somebody else still plays; only computers can be made to hurry"),
    "in-the-air": (409, "a placement is still being simulated"),
    "table-failed": (
        429,
        "the table had no time to simulate this (limit: {limit}); try again in {seconds} s",
    ),
    "too-long": (409, "a match has at most {plies} decisions"),
    "too-many-entries": (409, "the match has {most} entries and can only be ended"),
    "too-many-takebacks": (409, "a match has at most {most} takebacks"),
    "time-over": (409, "the time of p{seat} is over"),
    "no-takebacks": (409, "takebacks are off in this match"),
    "nothing-to-take-back": (409, "you have no decision to take back"),
    "computer-declines": (409, "a computer declines every offer"),
    "offered": (409, "this has been offered already"),
    "no-offer": (409, "nothing of this kind is offered"),
    "agreed-already": (409, "you have agreed already"),
    "rematched": (409, "the rematch has begun"),
    "no-rematch": (409, "a recorded game has no rematch"),
    "no-hints": (409, "there are no hints in this match"),
    "no-analysis": (409, "games on a table cannot be analysed afterwards"),
    "too-many-jobs": (429, "at most {most} jobs at a time; wait until one of yours is done"),
    "quarantine": (409, "the match is damaged and has been set aside"),
    "busy": (
        429,
        "too many commands are waiting for this match (limit: {limit}); try again in {seconds} s",
    ),
    # about a match to be set up
    "me-twice": (422, "only one seat can be yours; name the others on this device"),
    "seat-name": (422, "a name is given to somebody on this device, and only there"),
    "seat-level": (422, "a level is given to a computer, and only there"),
    "level": (422, "a level is a number from 1 to {most}"),
    "no-hands": (422, "a computer cannot play at a real table"),
    "nobody": (422, "at least one seat is for a person"),
    "clock": (422, "a clock of kind {kind} is given {wanted}"),
    "clock-placement": (422, "a placement time needs a simulated table"),
    "position-over": (422, "the game is over in this position"),
    "position-twice": (422, "a match starts from a position or from another match"),
    "origin": (422, "there is no such ply of a match of this game"),
    "tower": (422, "a simulated tower is built from its base on, or taken over from a match"),
    # about people
    "who": (401, "sign in first"),
    "token": (401, "the token is not known"),
    "bot": (403, "a token can only play"),
    "cross-site": (403, "requests come from the server's own page"),
    "login": (403, "the login name or the password is wrong"),
    "recovery": (403, "the code is not known, used up or too old"),
    "no-account": (422, "only an account has a password"),
    "account-exists": (422, "this identity has an account already"),
    "login-taken": (422, "this login name is taken"),
    "name": (422, "a name has at least one visible character"),
    "name-reserved": (422, "this name looks like that of the computer; take another one"),
    "characters": (422, "the character {character} does not belong into a name or a record"),
    "login-long": (422, "a login name is too long when its characters are written out"),
    "too-many-tokens": (422, "there are at most {most} tokens"),
    # not there
    "match-unknown": (404, "there is no such match"),
    "link-unknown": (404, "there is no such link"),
    "ply-unknown": (404, "the match has no such ply yet"),
    "motion-unknown": (404, "nothing was placed there"),
    "table-unknown": (404, "there is no simulated table"),
    "job-unknown": (404, "there is no such job"),
    "token-unknown": (404, "there is no such token"),
    "not-found": (404, "there is nothing here"),
    # limits
    "too-often": (429, "too many requests (limit: {kind}); try again in {seconds} s"),
    "too-many-matches": (
        429,
        "at most {most} matches at a time; wait until one of yours is over",
    ),
    "watched": (429, "at most {most} matches on one connection; stop following one first"),
    "crowded": (429, "there are too many connections (limit: {limit}); try again in {seconds} s"),
    # about the request
    "database": (503, "the database does not answer; try again"),
    "invalid": (422, "{field}: {reason}"),
    "too-large": (413, "this is larger than {bytes} bytes"),
    "header": (431, "the head of a request has at most {bytes} bytes in {lines} lines"),
    "too-slow": (408, "the request did not arrive within {seconds} s"),
    "method": (405, "this cannot be done here"),
    "bad-request": (400, "the request cannot be read"),
    "http": (400, "the request was refused"),
}

# What the library refuses, in its own words: a setup, a position, a version of rules.
LIBRARY: Final = (
    "game-unknown",
    "game-broken",
    "seat-count",
    "option-unknown",
    "option-value",
    "rulebook-unknown",
    "setup",
    "position",
    "options",
    "other-setup",
    "spelling",
    "rules-version",
)
# What the simulated table refuses, after "table."
TABLE: Final = ("face-unknown", "off-table", "outside", "blocked", "unsettled")
RECORD: Final = "record"  # in front of whatever is wrong with a record


def all_codes() -> tuple[str, ...]:
    """Everything a front end has to say; what the rules refuse is beside each game."""
    return (*REFUSALS, *LIBRARY, *(f"table.{code}" for code in TABLE), RECORD)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing was changed, and why."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)
    status: int = 409
    message: str = ""


class Refused(Exception):
    """Something was refused; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def refused(code: str, **params: Param) -> Refused:
    """The error for a refusal of the table above."""
    return Refused(refusal(code, **params))


def refusal(code: str, **params: Param) -> Refusal:
    """A refusal from the table above."""
    return Refusal(code, params, REFUSALS[code][0], sentence(code, **params))


def sentence(code: str, **params: Param) -> str:
    """The English sentence of a refusal."""
    return REFUSALS[code][1].format(**params)


def by_the_rules(game: str, error: LudothekError) -> Refusal:
    """What the rules of a game refused: `robotory.wrong-colour`."""
    return Refusal(f"{game}.{error.code}", error.params, 422, str(error))
