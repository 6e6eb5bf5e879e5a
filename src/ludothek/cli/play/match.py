"""A game being played at the terminal: its record so far and its players."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from ludothek.engine import FORMER_PLAYERS, PLAYERS
from ludothek.games import AnyGame, Outcome, Setup, load
from ludothek.games.protocol import Event, Seat
from ludothek.games.record import Decision, Line, Record, play_text, plies

HUMAN: Final = "human"
SIMULATED: Final = "simulated table"  # so begins what a record says first of such a game
COMPUTERS: Final = tuple(PLAYERS)


@dataclass(frozen=True, slots=True)
class Match:
    """A record with the states it leads through."""

    record: Record
    states: tuple[Any, ...]  # before each decision, and now
    moves: tuple[Any, ...] = ()

    @classmethod
    def new(cls, game: AnyGame, setup: Setup, players: tuple[str, ...], date: str) -> "Match":
        """A game before its first decision."""
        return cls.of(Record(game.name, setup, players, date=date))

    @classmethod
    def of(cls, record: Record) -> "Match":
        """A recorded game, to be gone on with."""
        steps = list(plies(record))
        return cls(record, tuple(s for _, s, _ in steps), tuple(m for *_, m in steps[:-1]))

    @property
    def game(self) -> AnyGame:
        """Its rules."""
        return load(self.record.game)

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[-1]

    @property
    def ply(self) -> int:
        """How many decisions were taken."""
        return len(self.moves)

    @property
    def to_move(self) -> Seat:
        """The seat to decide."""
        return self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: by the rules, or as its players agreed."""
        return self.record.result

    @property
    def people(self) -> bool:
        """Does anybody play who is not a computer?"""
        return any(map(self.human, range(1, self.record.setup.seats + 1)))

    @property
    def simulated(self) -> bool:
        """Does a simulation tell what stands, instead of people?"""
        return bool(self.game.simulation) and self.record.line.comment.startswith(SIMULATED)

    @property
    def dealt(self) -> int:
        """How many decisions nobody took: every seed deals as many."""
        return min(len(self.game.deal(self.record.setup, 0)), self.ply)

    @property
    def reported(self) -> bool:
        """Do people say what happens on a real table?"""
        return bool(self.game.simulation) and not self.simulated

    def human(self, seat: Seat) -> bool:
        """Does a person sit there, of whatever name?"""
        return self.player(seat) not in {*COMPUTERS, *FORMER_PLAYERS}

    def player(self, seat: Seat) -> str:
        """Who sits there: `human`, or the name of a computer player."""
        return self.record.names[seat - 1]

    def awaits_report(self, ply: int | None = None) -> bool:
        """Is the outcome of a placement to be reported, now or at an earlier ply?"""
        state = self.state if ply is None else self.states[ply]
        simulation = self.game.simulation
        return simulation is not None and simulation.awaits(state)

    @property
    def faces(self) -> tuple[str, ...]:
        """The sides on which the piece in the hand can be set down."""
        simulation = self.game.simulation
        return simulation.faces(self.state) if simulation and self.awaits_report() else ()

    def asks_people(self, ply: int | None = None) -> bool:
        """Do people answer, now or at an earlier ply?"""
        state = self.state if ply is None else self.states[ply]
        reported = self.people and self.awaits_report(ply) and not self.simulated
        return reported or self.human(self.game.to_move(state))

    def played(self, text: str, comment: str = "") -> "Match":
        """With one more decision; refused as the rules refuse it."""
        move, after = play_text(self.game, self.state, text)
        decisions = (*self.record.line.decisions, Decision(text, comment))
        line = replace(self.record.line, decisions=decisions)
        record = replace(self.record, line=line, result=self.game.outcome(after))
        return Match(record, (*self.states, after), (*self.moves, move))

    def back_to(self, ply: int) -> "Match":
        """As it was before a decision."""
        line = Line(self.record.line.decisions[:ply], self.record.line.comment)
        record = replace(self.record, line=line, result=None)
        return Match(record, self.states[: ply + 1], self.moves[:ply])

    def until(self, ply: int) -> "Match":
        """As far as a ply; at the end with the result."""
        return self if ply == self.ply else self.back_to(ply)

    def ended(self, outcome: Outcome) -> "Match":
        """Ended by its players."""
        return replace(self, record=replace(self.record, result=outcome))

    def taken_over(self, seat: Seat, player: str) -> "Match":
        """With somebody else in a seat."""
        names = tuple(
            player if number == seat else name
            for number, name in enumerate(self.record.names, start=1)
        )
        return replace(self, record=replace(self.record, names=names))

    def last_human_ply(self) -> int | None:
        """The last decision people took; what was dealt for them does not count."""
        plies = reversed(range(self.dealt, self.ply))
        return next((p for p in plies if self.asks_people(p)), None)

    def last_turn(self) -> int:
        """The ply the last turn began at: the one under way, or else the one before."""
        begun = self.game.turn_begins
        return next((p for p in reversed(range(self.ply)) if begun(self.states[p])), 0)

    def events(self, start: int) -> Iterator[tuple[int, tuple[Event, ...]]]:
        """What happened from a ply on, decision by decision."""
        for ply in range(start, self.ply):
            yield ply, self.game.events(self.states[ply], self.moves[ply])
