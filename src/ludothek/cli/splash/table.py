"""The simulated table of Splash! at the terminal: its tower, computer players and saved state.

A record says before its first decision which table was used, and after each placing where the
piece was set down; where a game goes on with another version of the table, the first placing there
says so. The rules need none of it; but with it the same tower can be built again.
"""

import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from math import fmod, hypot
from random import Random
from typing import TYPE_CHECKING, Any, Final

from ludothek.cli.play.computers import Report
from ludothek.cli.play.effects import Place
from ludothek.cli.play.match import SIMULATED, Match
from ludothek.games import LudothekError
from ludothek.games.protocol import View
from ludothek.games.record import Decision, Line
from ludothek.games.splash.pieces import NAMES
from ludothek.games.splash.state import Placing, State

if TYPE_CHECKING:
    from ludothek.physics.player import Budget
    from ludothek.physics.table.release import Spot
    from ludothek.physics.table.result import Result
    from ludothek.physics.table.table import Table

ADVISER: Final = 5  # the level that gives hints
_VERSIONS: Final = r"((?:, [a-z]+ [^,]+)*)"
_NOTE: Final = re.compile(rf"{SIMULATED}: seed ([0-9]+){_VERSIONS}")
_VERSION: Final = re.compile(r", ([a-z]+) ([^,]+)")
_NUMBER: Final = r"(-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)"  # as Python writes them
_PLACED: Final = re.compile(rf"placed ([a-z]+) {_NUMBER} {_NUMBER} {_NUMBER}{_VERSIONS}")


def prepared(match: Match, seed: int | None) -> Match:
    """A new game with a table of its own."""
    check_packages()
    from ludothek.physics.table.result import VERSIONS

    number = secrets.randbits(32) if seed is None else seed % 2**32
    comment = f"{SIMULATED}: seed {number}{_written(VERSIONS)}"
    line = Line(match.record.line.decisions, comment)
    return replace(match, record=replace(match.record, line=line))


@dataclass
class SplashTable:
    """The table of one game, as it is after any of its decisions."""

    seconds: float = 2.0  # the strongest level thinks
    simulations: int | None = None  # for one decision, at most
    seed: int | None = None  # of the computer players
    _snapshots: dict[tuple[Decision, ...], bytes] = field(default_factory=dict)

    def choose(self, match: Match, report: Report) -> str:
        """The decision of the computer whose choice it is."""
        return self._choose(match, _level(match), report)

    def aim(self, match: Match, report: Report) -> "Spot":
        """Where the computer whose turn it is sets its piece down."""
        return self._aim(match, _level(match), report)

    def hint(self, match: Match, report: Report) -> str:
        """What a computer would decide for a person."""
        if not match.awaits_report():
            return self._choose(match, ADVISER, report)
        from ludothek.physics.evaluation.candidate_poses import yaw_of_top

        spot = self._aim(match, ADVISER, report)
        turn = spot.yaw - yaw_of_top(self.at(match).layout)
        return f"place {spot.face} {turn:.4g} {spot.x:.4g} {spot.y:.4g}"

    def spot(self, match: Match, place: Place) -> "Spot":
        """The spot a person means."""
        from ludothek.physics.evaluation.candidate_poses import yaw_of_top
        from ludothek.physics.evaluation.resting_poses import ways
        from ludothek.physics.table.release import Spot

        piece = _piece(match.state)
        face = place.face or ways(piece)[0].face
        yaw = yaw_of_top(self.at(match).layout) + fmod(place.turn, 360)
        return Spot(piece, face, yaw, place.x, place.y)

    def place(self, match: Match, spot: "Spot") -> tuple[Decision, str]:
        """Set a piece down: the decision it comes to, and what the hand did."""
        from ludothek.physics.table.result import VERSIONS

        table = self.at(match)
        result = table.place(spot.piece, spot.face, spot.yaw, spot.x, spot.y)
        where = f"placed {spot.face} {spot.yaw!r} {spot.x!r} {spot.y!r}"
        *_, last = _versions(match)
        text = _report(result, match)
        decision = Decision(text, where if last == VERSIONS else where + _written(VERSIONS))
        self._snapshots[*match.record.line.decisions, decision] = table.save()
        aside = hypot(result.tremor.x, result.tremor.y)
        return decision, f"the hand missed by {aside:.1f} mm"

    def shown(self, match: Match) -> View:
        """What a board is drawn from: the corners of every piece, in millimetres."""
        from ludothek.physics.table.pieces import corners

        layout = self.at(match).layout
        return {
            piece: [[1000 * part for part in corner] for corner in corners(piece, pose)]
            for piece, pose in zip(layout.pieces, layout.poses, strict=True)
        }

    def at(self, match: Match) -> "Table":
        """The table after the decisions of a game; rebuilt from the last snapshot."""
        decisions = match.record.line.decisions
        lengths = range(len(decisions), 0, -1)
        start = next((n for n in lengths if decisions[:n] in self._snapshots), 0)
        table = self._remembered(match, start)
        _tidy(table, match.states[start])
        for ply in range(start, len(decisions)):
            _repeat(table, match, ply)
        self._snapshots[decisions] = table.save()
        return table

    def _remembered(self, match: Match, ply: int) -> "Table":
        from ludothek.physics.table.table import Table

        if ply:
            return Table.load(self._snapshots[match.record.line.decisions[:ply]])
        return Table(_seed(match), match.record.setup["hand"])

    def _choose(self, match: Match, level: int, report: Report) -> str:
        from ludothek.physics.player import choose

        report("weighing up the pieces")
        return choose(match.state, self.at(match), level, self._lot(match), self._budget(level))

    def _aim(self, match: Match, level: int, report: Report) -> "Spot":
        from ludothek.physics.player import pose

        report("looking for a place")
        return pose(match.state, self.at(match), level, self._lot(match), self._budget(level))

    def _lot(self, match: Match) -> int:
        """The players' own seed; the table's, which tells how the hand will tremble, is not it."""
        seed = _seed(match) if self.seed is None else self.seed
        return Random(f"players {seed}").getrandbits(32)

    def _budget(self, level: int) -> "Budget":
        from ludothek.physics.player import Budget, level_of

        usual = level_of(level).budget
        limits = [n for n in (usual.simulations, self.simulations) if n is not None]
        seconds = None if usual.seconds is None else self.seconds
        return Budget(min(limits, default=None), seconds)


def check_packages() -> None:
    """Refuse what cannot be simulated here."""
    if not _installed():
        raise LudothekError(
            "no-physics",
            "the simulated table needs the packages mujoco-core and numpy, as in "
            "pip install 'ludothek[physics]'; with --referee a real tower is built",
        )


def warning(match: Match) -> str:
    """What is to be said of a game whose table was another version; usually nothing."""
    if not (match.simulated and _installed()):
        return ""
    from ludothek.physics import OtherVersion, check_versions

    try:
        for versions in _versions(match):
            check_versions(versions)
    except OtherVersion as error:
        return str(error)
    return ""


def _versions(match: Match) -> Iterator[Mapping[str, str]]:
    """The versions of the table that the record names: at its beginning, then where they change."""
    begun = _NOTE.fullmatch(match.record.line.comment)
    yield dict(_VERSION.findall(begun[2] if begun else ""))
    for decision in match.record.line.decisions:
        placed = _PLACED.fullmatch(decision.comment)
        if placed and placed[5]:
            yield dict(_VERSION.findall(placed[5]))


def _written(versions: Mapping[str, str]) -> str:
    return "".join(f", {part} {version}" for part, version in versions.items())


def _installed() -> bool:
    return bool(find_spec("mujoco") and find_spec("numpy"))


def _seed(match: Match) -> int:
    note = _NOTE.match(match.record.line.comment)
    if not note:
        raise LudothekError("no-table", "the record does not say which table was used")
    return int(note[1])


def _level(match: Match) -> int:
    """The level of the computer whose turn it is; one without a level here plays like the first."""
    from ludothek.physics.player import FIRST, LAST

    level = re.fullmatch("level([0-9])", match.player(match.to_move))
    return min(int(level[1]), LAST) if level else FIRST


def _piece(state: Any) -> str:
    if not isinstance(state, State) or not isinstance(state.phase, Placing):
        raise LudothekError("no-piece", "nobody has a piece to place")
    return NAMES[state.phase.piece]


def _repeat(table: "Table", match: Match, ply: int) -> None:
    """Do to the table what a decision of the record did."""
    if match.awaits_report(ply):
        decision = match.record.line.decisions[ply]
        pose = _PLACED.fullmatch(decision.comment)
        if not pose:
            raise _lost(ply, "where the piece was set down is not recorded")
        yaw, x, y = map(float, pose.group(2, 3, 4))
        result = table.place(_piece(match.states[ply]), pose[1], yaw, x, y)
        if (text := _report(result, match)) != decision.text:
            raise _lost(ply, f"here it is {text}, not {decision.text}")
    _tidy(table, match.states[ply + 1])


def _report(result: "Result", match: Match) -> str:
    """The outcome; by version 1 of the rules no stack is marked as the highest."""
    return result.decision.replace("^", "") if match.record.version == 1 else result.decision


def _tidy(table: "Table", state: State) -> None:
    """After a fall, only the stack stays that the rules call the tower."""
    if table.fallen and state.tower:
        table.keep(NAMES[state.tower[0]])


def _lost(ply: int, why: str) -> LudothekError:
    return LudothekError(
        "tower-lost", f"the tower cannot be built again, decision {ply + 1}: {why}"
    )
