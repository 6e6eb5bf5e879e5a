"""Who is there: seats whose people follow a match, here and in other processes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludothek.games.protocol import Seat


@dataclass(frozen=True, slots=True)
class There:
    """Who follows a match through one process."""

    seats: frozenset[Seat] = frozenset()
    watchers: int = 0  # connections without a seat


@dataclass(slots=True)
class Roll:
    """Who follows which match, by process."""

    _there: dict[str, dict[str, There]] = field(default_factory=dict)  # match → process → who

    def note(self, match_id: str, process: str, there: There) -> bool:
        """Write down who is there; says whether that is news."""
        processes = self._there.setdefault(match_id, {})
        news = processes.get(process, There()) != there
        if there == There():
            processes.pop(process, None)
        else:
            processes[process] = there
        if not processes:
            del self._there[match_id]
        return news

    def there(self, match_id: str) -> There:
        """Who follows a match, all processes together."""
        found = self._there.get(match_id, {}).values()
        seats = frozenset(seat for there in found for seat in there.seats)
        return There(seats, sum(there.watchers for there in found))

    def keep_only(self, alive: Iterable[str]) -> list[str]:
        """Forget processes that are gone; the matches that are affected."""
        kept = set(alive)
        stale = [(m, p) for m, found in self._there.items() for p in found if p not in kept]
        for match_id, process in stale:
            self.note(match_id, process, There())
        return [match_id for match_id, _ in stale]
