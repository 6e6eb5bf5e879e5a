"""A simulated table at the terminal: what lies on it, its computer players and its saved state.

A record says before its first decision which table was used, and after each placement where the
piece was set down; where a game goes on with another version of the table, the first placement
there says so. The rules need none of it; but with it the same table can be built again.
"""

import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from ludothek.cli.play.computers import Report
from ludothek.cli.play.match import SIMULATED, Match
from ludothek.engine import Limits, player, strongest
from ludothek.games import LudothekError
from ludothek.games.backends import (
    Placement,
    Question,
    Simulator,
    Situation,
    Spot,
    player_of,
    simulator_of,
)
from ludothek.games.protocol import Computers, View
from ludothek.games.record import Decision, Line

Versions = Mapping[str, str]

_VERSIONS: Final = r"((?:, [^ ,]+ [^,]+)*)"
_NOTE: Final = re.compile(rf"{SIMULATED}: seed ([0-9]+){_VERSIONS}")
_VERSION: Final = re.compile(r", ([^ ,]+) ([^,]+)")
_NUMBER: Final = r"(-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)"  # as Python writes them
_PLACED: Final = re.compile(rf"placed (\S+) {_NUMBER} {_NUMBER} {_NUMBER}{_VERSIONS}")


def _never() -> bool:
    return False


@dataclass
class SimulatedTable:
    """The table of one game, as it is after any of its decisions."""

    seconds: float = 2.0  # a computer player thinks, at most
    limit: int | None = None  # of its nodes or simulations for one decision
    seed: int | None = None  # of the computer players
    _saved: dict[tuple[Decision, ...], str | None] = field(default_factory=dict)

    @classmethod
    def check(cls) -> None:
        """Refuse what cannot be simulated here."""

    @classmethod
    def prepared(cls, match: Match, seed: int | None) -> Match:
        """A new game with a table of its own."""
        cls.check()
        number = secrets.randbits(32) if seed is None else seed % 2**32
        comment = f"{SIMULATED}: seed {number}{_written(_versions_here(match))}"
        line = Line(match.record.line.decisions, comment)
        return replace(match, record=replace(match.record, line=line))

    @classmethod
    def warning(cls, match: Match) -> str:
        """What is to be said of a game whose table was another version; usually nothing."""
        if not match.simulated:
            return ""
        try:
            cls.check()
            here = _versions_here(match)
        except LudothekError:
            return ""  # nothing is simulated here
        sentences = (_difference(versions, here) for versions in _versions(match))
        return next((sentence for sentence in sentences if sentence), "")

    def choose(self, match: Match, report: Report) -> str:
        """The decision of the computer whose choice it is."""
        return str(self._ask(match, match.player(match.to_move), report))

    def aim(self, match: Match, report: Report) -> Spot | None:
        """Where the computer whose turn it is sets its piece down; None: wherever it can be."""
        return self._spot(match, match.player(match.to_move), report)

    def hint(self, match: Match, report: Report) -> str:
        """What a computer would decide for a person."""
        if not match.awaits_report():
            return str(self._ask(match, strongest(match.game.name), report))
        spot = self._spot(match, strongest(match.game.name), report)
        return self.typed(match, spot) if spot else "place"

    def meant(self, match: Match, typed: Spot) -> Spot:  # noqa: ARG002
        """The spot a person means."""
        return typed

    def relative(self, match: Match, spot: Spot) -> Spot:  # noqa: ARG002
        """A spot as a person types it."""
        return spot

    def typed(self, match: Match, spot: Spot) -> str:
        """What a person types to set the piece down there."""
        near = self.relative(match, spot)
        return f"place {near.face} {near.yaw:.4g} {near.x:.4g} {near.y:.4g}"

    def place(self, match: Match, spot: Spot | None) -> tuple[Decision, str]:
        """Set a piece down: the decision it comes to, and what else is to be said."""
        placed = self._simulate(match, match.ply, self.saved(match), spot)
        *_, last = _versions(match)
        where = _where(placed.spot)
        comment = where if last == placed.versions else where + _written(placed.versions)
        decision = Decision(self.outcome_text(match, placed), comment)
        self._saved[*match.record.line.decisions, decision] = placed.saved
        return decision, self.remark(placed)

    def outcome_text(self, match: Match, placed: Placement) -> str:  # noqa: ARG002
        """What the rules are told of a placement."""
        return placed.decision

    def remark(self, placed: Placement) -> str:  # noqa: ARG002
        """What a person is told of a placement beside its outcome."""
        return ""

    def shown(self, match: Match) -> View:  # noqa: ARG002
        """What the drawing of the board needs beside the game's own data."""
        return {}

    def saved(self, match: Match) -> str | None:
        """The table after the decisions of a game; rebuilt from where it is known."""
        decisions = match.record.line.decisions
        lengths = range(len(decisions), 0, -1)
        known = next((n for n in lengths if decisions[:n] in self._saved), 0)
        saved = self._saved.get(decisions[:known])
        for ply in range(known, len(decisions)):
            if match.awaits_report(ply):
                saved = self._again(match, ply, saved)
        self._saved[decisions] = saved
        return saved

    def _again(self, match: Match, ply: int, saved: str | None) -> str:
        """Place a piece once more, as the record says."""
        decision = match.record.line.decisions[ply]
        spot = _PLACED.fullmatch(decision.comment)
        if not spot:
            raise _lost(ply, "where the piece was set down is not recorded")
        placed = self._simulate(match, ply, saved, Spot(spot[1], *map(float, spot.group(2, 3, 4))))
        if (text := self.outcome_text(match, placed)) != decision.text:
            raise _lost(ply, f"here it is {text}, not {decision.text}")
        return placed.saved

    def _simulate(self, match: Match, ply: int, saved: str | None, spot: Spot | None) -> Placement:
        situation = Situation(match.states[ply], saved, table_seed(match))
        return _simulator(match).place(situation, spot, _never, anyhow=spot is None)

    def _spot(self, match: Match, name: str, report: Report) -> Spot | None:
        """Where a computer player of the game's own sets the piece down; others cannot aim."""
        answer = self._ask(match, name, report) if _own(match) else None
        return answer if isinstance(answer, Spot) else None

    def _ask(self, match: Match, name: str, report: Report) -> str | Spot:
        """What a computer player answers: the game's own, or else one of the engine."""
        own = _own(match)
        lot = Random(f"{self._lot(match)} {match.ply}").getrandbits(48)
        report("thinking")
        if not own:
            limits = Limits(self.seconds, self.limit)
            return str(player(name, lot).choose(match.game, match.state, limits))
        level = min(level_of(name), own.levels)
        question = Question(match.state, level, lot, self.seconds, self.saved(match))
        return player_of(own)(question, _never)

    def _lot(self, match: Match) -> int:
        """The players' own seed; the table's, which may tell how a hand will tremble, is not it."""
        seed = table_seed(match) if self.seed is None else self.seed
        return Random(f"players {seed}").getrandbits(32)


def level_of(name: str) -> int:
    """The level of a computer player; one without a level here plays like the first."""
    level = re.fullmatch("level([0-9]+)", name)
    return int(level[1]) if level else 1


def _own(match: Match) -> Computers | None:
    """The computer players of the game's own that can play it so."""
    own = match.game.computers
    return own if own and own.able(match.record.setup) else None


def _simulator(match: Match) -> Simulator:
    if not match.game.simulation:
        raise LudothekError("no-table", f"{match.game.title} has no simulated table")
    return simulator_of(match.game.simulation)


def _versions_here(match: Match) -> Versions:
    shown = _simulator(match).show(Situation(match.states[0], None, 0), _never)
    return dict(shown["here"])


def _versions(match: Match) -> Iterator[Versions]:
    """The versions of the table that the record names: at its beginning, then where they change."""
    begun = _NOTE.fullmatch(match.record.line.comment)
    yield dict(_VERSION.findall(begun[2] if begun else ""))
    for decision in match.record.line.decisions:
        placed = _PLACED.fullmatch(decision.comment)
        if placed and placed[5]:
            yield dict(_VERSION.findall(placed[5]))


def _difference(versions: Versions, here: Versions) -> str:
    for part, version in here.items():
        there = versions.get(part, "unknown")
        if there != version:
            sentence = f"simulated with {part} {there}, but here is {version}"
            return f"{sentence}: towers may fall otherwise"
    return ""


def _written(versions: Versions) -> str:
    return "".join(f", {part} {version}" for part, version in versions.items())


def _where(spot: Spot) -> str:
    yaw, x, y = map(float, (spot.yaw, spot.x, spot.y))
    return f"placed {spot.face} {yaw!r} {x!r} {y!r}"


def table_seed(match: Match) -> int:
    """The seed of the table, as the record names it."""
    note = _NOTE.match(match.record.line.comment)
    if not note:
        raise LudothekError("no-table", "the record does not say which table was used")
    return int(note[1])


def _lost(ply: int, why: str) -> LudothekError:
    return LudothekError(
        "tower-lost", f"the table cannot be built again, decision {ply + 1}: {why}"
    )
