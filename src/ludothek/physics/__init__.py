"""The simulated table of Splash!: poses in, outcomes out. It contains no rules."""

from ludothek.physics.table.errors import (
    BadPlacement,
    BadTable,
    Interrupted,
    OtherVersion,
    Unsettled,
)
from ludothek.physics.table.hand import HANDS, Hand, Tremor
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.release import Spot, check
from ludothek.physics.table.result import VERSIONS, Result
from ludothek.physics.table.serialization import check_versions
from ludothek.physics.table.table import Table
from ludothek.physics.table.trial import careful, chance, would_stand

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
