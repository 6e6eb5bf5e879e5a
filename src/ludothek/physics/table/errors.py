"""The errors of the simulated table."""

from ludothek.games.errors import LudothekError


class BadPlacement(LudothekError):
    """A piece, face or place that cannot be tried; nothing was simulated."""


class BadTable(LudothekError):
    """A saved table that cannot be read, or an unknown hand."""


class OtherVersion(LudothekError):
    """A table saved with another engine, other pieces or other settings: it may fall otherwise."""


class Interrupted(LudothekError):
    """A placement that was told to stop before everything had come to rest."""


class Unsettled(LudothekError):
    """The simulation broke down; the table is as it was before."""
