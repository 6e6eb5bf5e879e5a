"""A match as all adapters step it: agent, observation, legal actions, rewards.

`BoardMatch` plays the games of the core, `TableMatch` (in `table_match`) plays Splash!. Seats
count from 1.
"""

from collections.abc import Mapping
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from ludothek.engine.core import GAMES
from ludothek.games import AnyGame, BadSetup, IllegalMove, Setup
from ludothek.research.env import opponents
from ludothek.research.env.action_checks import illegal, whole
from ludothek.research.extras import need_table
from ludothek.research.specification import Specification, specification

TABLE: Final = "splash"

Mask = Any  # an array for one discrete choice, or one for each part of an action
Action = Any  # a number, or a value for each part


class Match(Protocol):
    """What adapters need of a game under way."""

    rules: AnyGame
    setup: Setup
    decisions: int  # taken so far

    @property
    def id(self) -> str:
        """Of its specification, as `nexus-v1`."""
        ...

    @property
    def seat(self) -> int:
        """Who decides."""
        ...

    @property
    def over(self) -> bool: ...

    @property
    def seats_in(self) -> tuple[int, ...]:
        """Who is not eliminated."""
        ...

    @property
    def state(self) -> Any:
        """The position by the rules."""
        ...

    @property
    def rewards(self) -> tuple[float, ...]:
        """Of all seats; zero-sum, and 0 until the end."""
        ...

    def observation(self, seat: int) -> NDArray[Any]: ...

    def mask(self) -> Mask:
        """What may be done: 1 or 0 for each action."""
        ...

    def act(self, action: Action) -> None:
        """Carry out an action; raise `IllegalMove` and change nothing if it is not legal.

        What is no action at all, by its type or shape, is a TypeError.
        """
        ...

    def restart(self, seed: int) -> None:
        """Begin anew; what is left to chance comes from the seed."""
        ...

    def check(self, opponent: str) -> None:
        """Refuse a name that no computer player has."""
        ...

    def choose(self, opponent: str, seed: int) -> Action:
        """What a computer player would do."""
        ...


class BoardMatch:
    """A match of Repulso, Robotory or NEXUS, in the core."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self.rules, self.setup = spec.rules, spec.setup
        self.play, self.decisions = spec.begin(), 0

    @property
    def id(self) -> str:
        return self.spec.id

    @property
    def seat(self) -> int:
        return self.play.seat

    @property
    def over(self) -> bool:
        return self.play.over

    @property
    def seats_in(self) -> tuple[int, ...]:
        return self.play.seats_in

    @property
    def state(self) -> Any:
        return self.rules.parse_position(self.play.position, self.setup)

    @property
    def rewards(self) -> tuple[float, ...]:
        return self.spec.rewards(self.play)

    def observation(self, seat: int) -> NDArray[np.uint8]:
        return self.spec.encode(self.play, seat)

    def mask(self) -> NDArray[np.int8]:
        return self.spec.mask(self.play).view(np.int8)

    def act(self, action: Action) -> None:
        number = whole(action, self.spec.number_of_actions)
        if not 0 <= number < self.spec.number_of_actions or not self.mask()[number]:
            raise IllegalMove("illegal", illegal(number), self.play.position)
        self.play.apply(number)
        self.decisions += 1

    def restart(self, seed: int) -> None:  # noqa: ARG002
        self.play, self.decisions = self.spec.begin(), 0

    def check(self, opponent: str) -> None:
        opponents.check_name(self.rules.name, opponent)

    def choose(self, opponent: str, seed: int) -> int:
        return opponents.decide(self.spec, self.play, opponent, seed)


def match(game: str, seats: int = 2, options: Mapping[str, str] | None = None) -> Match:
    """A match of any of the four games, before its first decision."""
    if game in GAMES:
        return BoardMatch(specification(game, seats, options))
    if game != TABLE:
        sentence = f"learners play {', '.join((*GAMES, TABLE))}, not {game!r}"
        raise BadSetup("core-unknown", sentence, game=game)
    need_table()
    from ludothek.research.env.table_match import TableMatch

    return TableMatch(seats, options)
