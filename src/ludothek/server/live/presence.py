"""Presence: seats whose people are connected, here and in other processes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludothek.games.protocol import Seat


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who follows a match through one process."""

    seats: frozenset[Seat] = frozenset()
    watchers: int = 0  # connections without a seat


@dataclass(slots=True)
class Roll:
    """Who follows which match, by process."""

    # match → process → who
    _attendances: dict[str, dict[str, Attendance]] = field(default_factory=dict)

    def note(self, match_id: str, process: str, attendance: Attendance) -> bool:
        """Store who is there; says whether that has changed."""
        processes = self._attendances.setdefault(match_id, {})
        changed = processes.get(process, Attendance()) != attendance
        if attendance == Attendance():
            processes.pop(process, None)
        else:
            processes[process] = attendance
        if not processes:
            del self._attendances[match_id]
        return changed

    def of(self, match_id: str) -> Attendance:
        """Who follows a match, all processes together."""
        attendances = self._attendances.get(match_id, {}).values()
        if len(attendances) == 1:
            return next(iter(attendances))
        seats = frozenset(seat for attendance in attendances for seat in attendance.seats)
        return Attendance(seats, sum(attendance.watchers for attendance in attendances))

    def keep_only(self, alive: Iterable[str]) -> list[str]:
        """Forget processes that are gone; the matches that are affected."""
        living = set(alive)
        stale = [
            (m, p)
            for m, processes in self._attendances.items()
            for p in processes
            if p not in living
        ]
        for match_id, process in stale:
            self.note(match_id, process, Attendance())
        return [match_id for match_id, _ in stale]
