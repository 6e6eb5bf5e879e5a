"""Addresses from which the owner of an account has signed in before."""

from collections import OrderedDict
from typing import Final

MOST_KEPT: Final = 50_000  # the ones unused for longest are forgotten


class Familiar:
    """Pairs of a login name and an address; lost with the process, like all limits."""

    def __init__(self) -> None:
        self._pairs: OrderedDict[tuple[str, str], None] = OrderedDict()

    def includes(self, login: str, address: str) -> bool:
        """Has somebody come with this account from there?"""
        return (login, address) in self._pairs

    def add(self, login: str, address: str) -> None:
        """Somebody has."""
        self._pairs[login, address] = None
        self._pairs.move_to_end((login, address))
        if len(self._pairs) > MOST_KEPT:
            self._pairs.popitem(last=False)
