"""The invariants: what was stored, acknowledged and shown in the end must fit together."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from ludothek.server.compute.match_jobs import fallback
from ludothek.server.match.events import (
    Agreed,
    Decided,
    Declined,
    Ended,
    Entry,
    Event,
    GivenUp,
    Hastened,
    Offered,
    Placed,
    Sat,
)
from ludothek.server.match.seeds import derived
from ludothek.server.match.state import Match, extended, replay
from ludothek.server.wire import views
from tests.simulation.history import History, Intent, Seen

Complain = Callable[[str], None]
Step = tuple[Match, Entry, Match]  # before, entry, after


class Checker:
    """Looks at the history of a simulation that has ended."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._complain: Complain = history.world.complain

    def check(self) -> None:
        """Complain about whatever does not hold."""
        matches = {match: self._states(match) for match in self._history.storage.matches()}
        for states in matches.values():
            for step in _steps(states):
                self._check_step(*step)
            self._check_end(states[-1][1])
        for seen in self._history.seen:
            self._check_seen(seen, matches.get(seen.match["id"], []))
        for intent in self._history.intents.values():
            self._check_acknowledged(intent, matches.get(intent.match, []))
        for job in self._history.storage.jobs():
            if job.state in {"waiting", "working"}:
                self._complain(f"{job.kind} {job.id} has not ended: {job.state}")

    def _states(self, match_id: str) -> list[tuple[Entry, Match]]:
        """A match after each of its entries."""
        entries = self._history.storage.entries(match_id)
        match = replay(match_id, entries[:1])
        states = [(entries[0], match)]
        for entry in entries[1:]:
            match = extended(match, entry)
            states.append((entry, match))
        return states

    def _check_end(self, match: Match) -> None:
        if not match.over:
            waits = views.waiting(match)
            self._complain(f"{match.id} ({match.plan.game}) cannot be finished: waits for {waits}")

    def _check_step(self, before: Match, entry: Entry, after: Match) -> None:
        decided = [event for event in entry.events if isinstance(event, Decided)]
        if decided:
            self._check_decided(before, entry, decided)
        for event in entry.events:
            self._check_event(before, entry, event)
        if entry.tick < before.tick:
            self._complain(f"time ran backwards in {before.id} at entry {entry.seq}")
        if not before.plan.pace.unlimited:
            _check_clocks(before, entry, after, self._complain)

    def _check_decided(self, before: Match, entry: Entry, decided: list[Decided]) -> None:
        """Decisions are those of who sits there: wanted once, taken once."""
        texts = tuple(text for event in decided for text in event.decisions)
        occupant = before.occupant(decided[0].seat)
        if occupant and occupant.computer:
            self._check_computer(before, texts)
            return
        people = {(o.person if (o := before.occupant(event.seat)) else None) for event in decided}
        for intent in self._history.intents.values():
            if intent.realised is None and _asks_for(intent, before, texts, people):
                intent.realised = entry.seq
                return
        self._complain(
            f"{texts} at ply {before.ply} of {before.id}, entry {entry.seq}, was stored, "
            f"but {people} did not want that, or not that often"
        )

    def _check_computer(self, before: Match, texts: tuple[str, ...]) -> None:
        """A computer decides what was answered for this very position, or what the rules say."""
        choice = derived(before.seed, f"choice {before.ply}")
        answers = self._history.answers.get((choice, before.texts), set())
        if texts[0] not in answers and texts[0] != fallback(before):
            self._complain(
                f"a computer decided {texts} at ply {before.ply} of {before.id}: "
                "that was not answered for this position"
            )

    def _check_ended(self, before: Match, entry: Entry, ended: Ended) -> None:
        """Who has lost resigned, or had no time left."""
        deadline = before.deadline()
        if ended.reason == "time" and (deadline is None or entry.tick < deadline):
            self._complain(f"{before.id} ended at {entry.tick}, and the time was over {deadline}")
        losers = [o for seat, o in enumerate(before.occupants, 1) if seat not in ended.winners]
        if ended.reason == "resigned" and not any(
            self._did(loser.person, before.id, {"resign"}) for loser in losers if loser
        ):
            self._complain(f"nobody resigned in {before.id}, but it ended so")

    def _did(self, person: str | None, match: str, kinds: set[str]) -> bool:
        return any(
            (intent.person, intent.match) == (person, match) and intent.command["type"] in kinds
            for intent in self._history.intents.values()
        )

    def _check_event(self, before: Match, entry: Entry, event: Event) -> None:
        """What a seat does was wanted by who sits there."""
        if isinstance(event, Ended):
            self._check_ended(before, entry, event)
        wanted = _wanted(event)
        if wanted is None:
            return
        seat, kinds = wanted
        occupant = event.occupant if isinstance(event, Sat) else before.occupant(seat)
        if isinstance(event, Sat) and occupant and occupant.computer:
            return
        if isinstance(event, Placed) and (event.by_clock or (occupant and occupant.computer)):
            return
        person = occupant.person if occupant else None
        if not self._did(person, before.id, kinds):
            self._complain(f"{event} in entry {entry.seq} of {before.id}: {person} did not do that")

    def _check_acknowledged(self, intent: Intent, states: list[tuple[Entry, Match]]) -> None:
        """What was acknowledged with a number is in the match after that entry, or was before."""
        if intent.acknowledged is None or intent.command["type"] != "decide":
            return
        first, texts = intent.command["ply"], tuple(intent.command["decisions"])
        last = first + len(texts)
        if not any(
            match.texts[first:last] == texts
            and set(match.deciders[first:last]) <= set(match.seats_of(intent.person))
            for entry, match in states
            if entry.seq <= intent.acknowledged
        ):
            self._complain(f"{intent} was acknowledged, and is not stored")

    def _check_seen(self, seen: Seen, states: list[tuple[Entry, Match]]) -> None:
        """Whatever was shown is the match as it was after that entry."""
        shown, number = seen.match, seen.match["seq"]
        if number > len(states):
            self._complain(f"entry {number} of {shown['id']} was shown, and is not stored")
            return
        match = states[number - 1][1]
        expected = {
            "ply": match.ply,
            "status": match.status,
            "you": list(match.seats_of(seen.person)),
            "to_move": None if match.over else match.to_move,
            "next": match.next,
            "offers": [{"what": o.what, "agreed": list(o.agreed)} for o in match.offers],
        }
        actual = {name: shown[name] for name in expected}
        if actual != expected or seen.view["position"] != match.game.format_position(match.state):
            self._complain(f"{shown['id']} at {number} was shown as {actual}, but is {expected}")
        if seen.view["legal"] and match.to_move not in match.seats_of(seen.person):
            self._complain(f"{seen.person} was offered decisions of somebody else")


def _asks_for(
    intent: Intent, match: Match, texts: tuple[str, ...], people: set[str | None]
) -> bool:
    command = intent.command
    same = (intent.match, command.get("ply")) == (match.id, match.ply)
    return same and tuple(command.get("decisions", ())) == texts and {intent.person} == people


def _steps(states: list[tuple[Entry, Match]]) -> Iterator[Step]:
    for (_, before), (entry, after) in pairwise(states):
        yield before, entry, after


def _wanted(event: Event) -> tuple[int, set[str]] | None:
    """The seat that does something, and by which commands."""
    match event:
        case Placed(seat=seat):
            return seat, {"place"}
        case Sat(seat=seat):
            return seat, {"join"}
        case Offered(seat=seat):
            return seat, {"offer"}
        case Agreed(seat=seat) | Declined(seat=seat):
            return seat, {"answer"}
        case GivenUp(seat=seat, reason="resigned"):
            return seat, {"resign"}
        case Hastened(seat=seat):
            return seat, {"hasten"}
    return None


def _check_clocks(before: Match, entry: Entry, after: Match, complain: Complain) -> None:
    """Only the clock of the seat to decide runs, from where it stood, and once."""
    pace = before.plan.pace
    mover, running = before.to_move, before.clocks.since is not None
    for seat in range(1, before.plan.seats + 1):
        earlier, later = before.clocks.left[seat - 1], after.clocks.left[seat - 1]
        if seat == mover and running:
            spent = max(0, earlier - (entry.tick - (before.clocks.since or 0)))
        else:
            spent = earlier
        ready = {spent + n * pace.increment for n in range(3)} if pace.whole_match else {pace.base}
        if later not in {spent, *ready} and (later, after.clocks.since) != (
            earlier, before.clocks.since,
        ):  # fmt: skip
            complain(
                f"the clock of p{seat} in {before.id} went from {earlier} to {later} at entry "
                f"{entry.seq}, {entry.tick - before.tick} ms after the one before"
            )
    if _running(after) != _should_run(after):
        complain(f"the clock of {after.id} stands or runs wrongly after entry {entry.seq}")


def _running(match: Match) -> tuple[bool, bool]:
    """Does the clock of the seat to decide run, and that of a placement?"""
    return match.clocks.since is not None, match.clocks.placing is not None


def _should_run(match: Match) -> tuple[bool, bool]:
    """A placement has a clock of its own, beside which that of its seat stands."""
    occupant = match.occupant(match.to_move) if match.status == "playing" else None
    if not occupant or occupant.computer:
        return False, False
    if match.placing and match.plan.pace.placement:
        return False, True
    return match.plan.pace.kind != "none", False
