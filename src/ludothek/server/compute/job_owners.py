"""Owners of jobs for fair scheduling: a person, and everybody at the same address."""

from collections import OrderedDict
from typing import Final

from ludothek.job_scheduling import Client

MOST_KEPT: Final = 50_000  # people whose address is remembered; the ones seen last


class Clients:
    """Where people were seen last. It lives in memory only, and is never stored or shown."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Somebody was seen at an address."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > MOST_KEPT:
            self._addresses.popitem(last=False)

    def of(self, person: str) -> Client:
        """Somebody, with the address where they were seen last; else alone."""
        return Client(person, self._addresses.get(person, ""))
