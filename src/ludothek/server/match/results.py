"""The result of a finished match for each of its people. Pure."""

from dataclasses import dataclass
from typing import Final, Literal

from ludothek.games.protocol import Seat
from ludothek.server.match.config import Occupant
from ludothek.server.match.state import Match

Score = Literal["won", "drawn", "lost"]
PEOPLE: Final = 0  # instead of a level: the others were people, or some of them


@dataclass(frozen=True, slots=True)
class PersonResult:
    """How a match ended for somebody."""

    person: str
    score: Score
    level: int  # of the strongest computer they played; 0: they played people
    scale: int = 1  # that the level is on


def results(match: Match) -> tuple[PersonResult, ...]:
    """The results so far; who has several seats on one device has none.

    Whoever gave up in a match that goes on without them has lost it.
    """
    lost = tuple(PersonResult(person, "lost", PEOPLE, match.plan.scale) for person in _gone(match))
    if match.status != "finished" or not match.result:
        return lost
    return lost + tuple(
        PersonResult(
            person,
            score(match.result.winners, seats[0]),
            _level(match, person),
            match.plan.scale,
        )
        for person in match.people()
        if len(seats := match.seats_of(person)) == 1
    )


def _gone(match: Match) -> list[str]:
    """Who gave up the only seat they had."""
    gone = [person for _, person in match.quitters]
    return [each for each in gone if gone.count(each) == 1 and not match.seats_of(each)]


def score(winners: tuple[Seat, ...], seat: Seat) -> Score:
    """What a result is for a seat."""
    if not winners:
        return "drawn"
    return "won" if seat in winners else "lost"


def _level(match: Match, person: str) -> int:
    others = [occupant for occupant in match.occupants if occupant and occupant.person != person]
    return level_of(others)


def level_of(others: list[Occupant]) -> int:
    """The strongest of these computers; 0 as soon as one of them is a person."""
    levels = [occupant.level for occupant in others]
    return max(levels, default=PEOPLE) if all(levels) else PEOPLE
