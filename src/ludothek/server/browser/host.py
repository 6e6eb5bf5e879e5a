"""What JavaScript provides to Python in the worker, and the one local person."""

from enum import IntEnum
from typing import Final, Protocol

from ludothek.server.match.commands import Person
from ludothek.server.match.refusals import Refusal, Refused

ME: Final = "local"  # the identity of whoever uses this browser
PREFIX: Final = "local"  # the names of local matches begin with it; a server's never do


class Urgency(IntEnum):
    """Whose job comes first: somebody waits at the board, or for a hint, or for an analysis."""

    BOARD = 0
    HINT = 1
    ANALYSIS = 2


class Host(Protocol):
    """Storage, the worker that computes, and the page."""

    async def create(self, match: str, about: str, entry: str) -> str:
        """Store a new match with its first entry; the answer is a failure's code, or nothing."""

    async def append(self, match: str, expected: int, about: str, entry: str) -> str:
        """Store one more entry, if there are as many as expected; the answer as above."""

    async def entries(self, match: str, start: int) -> str:
        """The stored entries from a number on, as a JSON list of texts."""

    async def compute(self, job: str, urgency: int) -> str:
        """The answer to a job; empty if there is none."""

    def post(self, message: str) -> None:
        """Send a message to the page."""


def not_stored(failure: str) -> Refused:
    """Why something could not be stored, as the page says it: `stored.full`."""
    return Refused(Refusal(f"stored.{failure}", {}, 507, f"not stored: {failure}"))


def me(name: str) -> Person:
    """Whoever uses this browser."""
    return Person(ME, name)
