"""The errors of the simulated table."""

from ludothek.games.errors import LudothekError


class BadPlacement(LudothekError):
    """A piece, face or place that cannot be tried; nothing was simulated.

    >>> from ludothek.physics import Layout, Spot, check
    >>> try:
    ...     check(Layout(), Spot("Lr", "roof"))
    ... except BadPlacement as error:
    ...     error.code
    'face-unknown'
    """


class BadTable(LudothekError):
    """A saved table that cannot be read, or an unknown hand.

    >>> from ludothek.physics import Table
    >>> try:
    ...     Table(seed=7, hand="iron")
    ... except BadTable as error:
    ...     error.code
    'hand-unknown'
    """


class OtherVersion(LudothekError):
    """A table saved with another engine, other pieces or other settings: it may fall otherwise.

    >>> from ludothek.physics import check_versions
    >>> try:
    ...     check_versions({"table": "1"})
    ... except OtherVersion as error:
    ...     error.code
    'engine-version'
    """


class Interrupted(LudothekError):
    """A placement that was stopped before everything had come to rest.

    >>> from ludothek.physics import Table
    >>> try:
    ...     Table(seed=7).place("Lr", "flat", stop=lambda: True)
    ... except Interrupted as error:
    ...     error.code
    'stopped'
    """


class Unsettled(LudothekError):
    """The simulation broke down; the table is as it was before.

    >>> issubclass(Unsettled, LudothekError)
    True
    """
