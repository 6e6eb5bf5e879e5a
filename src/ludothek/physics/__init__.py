"""The table of Splash!, simulated: it is told poses, and tells what stands."""

from ludothek.physics.drop import Spot, check
from ludothek.physics.errors import BadPlacement, BadTable, Interrupted, OtherVersion, Unsettled
from ludothek.physics.hand import HANDS, Hand, Tremor
from ludothek.physics.layout import Layout
from ludothek.physics.result import VERSIONS, Result
from ludothek.physics.saved import check_versions
from ludothek.physics.table import Table
from ludothek.physics.trial import careful, chance, would_stand

__all__ = [
    "HANDS",
    "VERSIONS",
    "BadPlacement",
    "BadTable",
    "Hand",
    "Interrupted",
    "Layout",
    "OtherVersion",
    "Result",
    "Spot",
    "Table",
    "Tremor",
    "Unsettled",
    "careful",
    "chance",
    "check",
    "check_versions",
    "would_stand",
]
