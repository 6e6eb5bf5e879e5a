"""The simulated table of Splash! at the terminal: its tower and its computer players."""

from dataclasses import replace
from importlib.util import find_spec
from math import fmod, hypot
from typing import TYPE_CHECKING, Final

from ludothek.cli.inputs.simulated_table import SimulatedTable, level_of, table_seed
from ludothek.cli.play.computers import Report
from ludothek.cli.play.match import Match
from ludothek.games import LudothekError
from ludothek.games.backends import Placement, Spot
from ludothek.games.protocol import View
from ludothek.games.splash.pieces import NAMES

if TYPE_CHECKING:
    from ludothek.physics.player import Budget
    from ludothek.physics.table.table import Table

ADVISER: Final = 5  # the level that gives hints


class SplashTable(SimulatedTable):
    """A tower, whose pieces people turn along with the top one."""

    @classmethod
    def check(cls) -> None:
        """Refuse what cannot be simulated here."""
        if not _installed():
            raise LudothekError(
                "no-physics",
                "the simulated table needs the packages mujoco-core and numpy, as in "
                "pip install 'ludothek[physics]'; with --referee a real tower is built",
            )

    def choose(self, match: Match, report: Report) -> str:
        """The decision of the computer whose choice it is."""
        return self._choose(match, _level(match), report)

    def aim(self, match: Match, report: Report) -> Spot:
        """Where the computer whose turn it is sets its piece down."""
        return self._aim(match, _level(match), report)

    def hint(self, match: Match, report: Report) -> str:
        """What a computer would decide for a person."""
        if not match.awaits_report():
            return self._choose(match, ADVISER, report)
        return self.typed(match, self._aim(match, ADVISER, report))

    def meant(self, match: Match, typed: Spot) -> Spot:
        """The spot a person means: 0 degrees are along the edges of the top piece."""
        return replace(typed, yaw=self._yaw_of_top(match) + fmod(typed.yaw, 360))

    def relative(self, match: Match, spot: Spot) -> Spot:
        """A spot as a person types it."""
        return replace(spot, yaw=spot.yaw - self._yaw_of_top(match))

    def outcome_text(self, match: Match, placed: Placement) -> str:
        """By version 1 of the rules no stack is marked as the highest."""
        return placed.decision.replace("^", "") if match.record.version == 1 else placed.decision

    def remark(self, placed: Placement) -> str:
        """What the hand did."""
        tremor = placed.motion["tremor"]
        return f"the hand missed by {hypot(tremor['x'], tremor['y']):.1f} mm"

    def shown(self, match: Match) -> View:
        """The corners of every piece, in millimetres."""
        from ludothek.physics.table.pieces import corners

        layout = self.at(match).layout
        solids = {
            piece: [[1000 * part for part in corner] for corner in corners(piece, pose)]
            for piece, pose in zip(layout.pieces, layout.poses, strict=True)
        }
        return {"solids": solids}

    def at(self, match: Match) -> "Table":
        """The table after the decisions of a game; of a fall only the tower stays."""
        from ludothek.physics.table.table import Table

        saved = self.saved(match)
        if not saved:
            return Table(table_seed(match), match.record.setup["hand"])
        table = Table.load(saved.encode())
        if table.fallen and match.state.tower:
            table.keep(NAMES[match.state.tower[0]])
        return table

    def _yaw_of_top(self, match: Match) -> float:
        from ludothek.physics.evaluation.candidate_poses import yaw_of_top

        return yaw_of_top(self.at(match).layout)

    def _choose(self, match: Match, level: int, report: Report) -> str:
        from ludothek.physics.player import choose

        report("weighing up the pieces")
        return choose(match.state, self.at(match), level, self._lot(match), self._budget(level))

    def _aim(self, match: Match, level: int, report: Report) -> Spot:
        from ludothek.physics.player import pose

        report("looking for a place")
        table = self.at(match)
        spot = pose(match.state, table, level, self._lot(match), self._budget(level))
        return Spot(spot.face, spot.yaw, spot.x, spot.y)

    def _budget(self, level: int) -> "Budget":
        from ludothek.physics.player import Budget
        from ludothek.physics.player import level_of as splash_level

        usual = splash_level(level).budget
        limits = [n for n in (usual.simulations, self.limit) if n is not None]
        seconds = None if usual.seconds is None else self.seconds
        return Budget(min(limits, default=None), seconds)


def _installed() -> bool:
    return bool(find_spec("mujoco") and find_spec("numpy"))


def _level(match: Match) -> int:
    from ludothek.physics.player import LAST

    return min(level_of(match.player(match.to_move)), LAST)
