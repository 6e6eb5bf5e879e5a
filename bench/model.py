"""The model of docs/scaling.md, fitted at one rate of decisions and checked at another one.

    busy cores = processes × (IDLE + NOTICE × D) + D × c,    c = a − b × log2(d / 142)

D is all decisions a second and d those of one process. `a` and `b` are fitted to runs at one rate.
What they predict for the runs at another rate is a test of the model, and not of the fit.
"""

from dataclasses import dataclass
from math import log2
from typing import Final

IDLE: Final = 0.01  # cores of a process that does nothing
NOTICE: Final = 0.00005  # seconds of a core for a notice of another process's decision
MIDDLE: Final = 142  # decisions a second of one process at which a decision costs `a`
HEADINGS: Final = ("processes", "decisions/s", "measured", "predicted", "error")


@dataclass(frozen=True, slots=True)
class Run:
    """What was measured with so many processes."""

    processes: int
    decisions: float  # a second
    busy: float  # cores of all processes

    @property
    def each(self) -> float:
        """Decisions a second of one process, on the scale of the model."""
        return log2(self.decisions / self.processes / MIDDLE)

    @property
    def cost(self) -> float:
        """Seconds of a core for a decision, without what processes cost by themselves."""
        return (self.busy - self.processes * _alone(self.decisions)) / self.decisions


@dataclass(frozen=True, slots=True)
class Model:
    """The two constants that are fitted."""

    a: float
    b: float

    def busy(self, processes: int, decisions: float) -> float:
        """Cores that all processes need."""
        cost = self.a - self.b * Run(processes, decisions, 0.0).each
        return processes * _alone(decisions) + decisions * cost


def fitted(runs: list[Run]) -> Model:
    """The model with the least squares of errors in the cost of a decision."""
    x, y = [run.each for run in runs], [run.cost for run in runs]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((each - mean_x) ** 2 for each in x)
    slope = sum((i - mean_x) * (j - mean_y) for i, j in zip(x, y, strict=True)) / spread
    return Model(a=mean_y - slope * mean_x, b=-slope)


def checked(model: Model, runs: list[Run]) -> list[tuple[str, ...]]:
    """Lines of a table: what the model says of runs that it was not fitted to."""
    return [
        (
            str(run.processes),
            f"{run.decisions:.0f}",
            f"{100 * run.busy:.0f} % of a core",
            f"{100 * predicted:.0f} %",
            f"{100 * (predicted / run.busy - 1):+.0f} %",
        )
        for run in runs
        for predicted in [model.busy(run.processes, run.decisions)]
    ]


def _alone(decisions: float) -> float:
    return IDLE + NOTICE * decisions
