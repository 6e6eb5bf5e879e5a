"""The order of waiting jobs: urgency, length, and the debts of people and addresses.

A job gets a due time when it is handed in, and the job that is due first comes next. It is due the
later, the less urgent it is, the longer it will take, and the more computing its owner and the
owner's group have asked for lately. Due times are bounded: whoever hands in a job later than
`LATEST` seconds after another one comes after it, so that no job waits for ever.
"""

from collections import OrderedDict
from dataclasses import dataclass
from enum import IntEnum
from threading import Lock
from typing import Final


class Urgency(IntEnum):
    """What a job is for, the most urgent first."""

    BOARD = 0  # somebody waits at the board
    HINT = 1
    TRIAL = 2  # a placement that is tried, a table that is shown
    ANALYSIS = 3


DELAYS: Final = (0.0, 0.5, 1.0, 5.0)  # seconds by which jobs of each urgency give way
MOST_DEBT: Final = 30.0  # seconds by which an owner, or a group, gives way to others at most
LONGEST: Final = 10.0  # seconds of a job that count
LATEST: Final = max(DELAYS) + LONGEST + 2 * MOST_DEBT  # between handing in and the due time
HOUSEHOLD: Final = 4  # owners of one group that do not count against each other
OWN_SHARE: Final = 2.0  # seconds of an owner's debt that count against the group
MOST_KEPT: Final = 20_000  # accounts; the ones unused for longest are forgotten


@dataclass(frozen=True, slots=True)
class Client:
    """For whom a job is done."""

    owner: str = ""  # a person
    group: str = ""  # everybody at the same address; empty: the owner alone


@dataclass(frozen=True, slots=True)
class Demand:
    """What decides when a job has its turn."""

    client: Client = Client()
    urgency: Urgency = Urgency.BOARD
    seconds: float = 1.0  # it will probably take


ANYBODY: Final = Demand()


def charged(demand: Demand) -> float:
    """The seconds for which a job is charged when it is handed in."""
    return min(LONGEST, max(0.0, demand.seconds))


class Ledger:
    """The debts of owners and groups, in seconds of computing; a second is forgiven each second."""

    def __init__(self) -> None:
        self._debts: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = Lock()  # several pools may share it

    def due(self, demand: Demand, now: float) -> float:
        """When a job that is handed in now is due; its owner and group are charged for it."""
        seconds = charged(demand)
        owner, group = _accounts(demand.client)
        with self._lock:
            own, shared = self._debt(owner, now), self._debt(group, now)
            self._charge(owner, now, own + seconds)
            share = min(OWN_SHARE, own + seconds) - min(OWN_SHARE, own)
            self._charge(group, now, shared + share / HOUSEHOLD)
        return now + DELAYS[demand.urgency] + seconds + own + shared

    def settle(self, demand: Demand, took: float, now: float) -> None:
        """A job is done: what it took less than expected is given back to its owner."""
        owner, _ = _accounts(demand.client)
        unused = charged(demand) - max(0.0, took)
        if unused > 0:
            with self._lock:
                self._charge(owner, now, max(0.0, self._debt(owner, now) - unused))

    def _debt(self, account: tuple[str, str], now: float) -> float:
        debt, since = self._debts.get(account, (0.0, now))
        return max(0.0, debt - max(0.0, now - since))

    def _charge(self, account: tuple[str, str], now: float, debt: float) -> None:
        self._debts[account] = min(MOST_DEBT, debt), now
        self._debts.move_to_end(account)
        if len(self._debts) > MOST_KEPT:
            self._debts.popitem(last=False)


def _accounts(client: Client) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("owner", client.owner), ("group", client.group or client.owner)
