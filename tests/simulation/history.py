"""What is noted while a simulation runs: what people wanted, and what they were told."""

import json
from dataclasses import dataclass, field
from typing import Any

from ludothek.server.runtime.server_clock import TimeLine
from tests.simulation.fakes.database import Storage
from tests.simulation.fakes.event_loop import Process
from tests.simulation.fakes.workers import Answers
from tests.simulation.world import World

Message = dict[str, Any]
MOST_OUTLIVED = 1.0  # seconds that a socket may live on after its session has ended


@dataclass(eq=False, slots=True)
class Intent:
    """Something that somebody wants to do once, however often it is sent."""

    ref: int
    person: str
    match: str
    command: Message
    acknowledged: int | None = None  # with the number of the entry
    refused: str | None = None
    realised: int | None = None  # by that entry

    @property
    def ended(self) -> bool:
        """Was it answered?"""
        return self.acknowledged is not None or self.refused is not None


@dataclass(frozen=True, slots=True)
class Seen:
    """A match as somebody was shown it; person None: as anybody may see it."""

    person: str | None
    match: Message
    view: Message


@dataclass
class History:
    """Everything that was wanted and told."""

    world: World
    storage: Storage
    intents: dict[int, Intent] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    answers: Answers = field(default_factory=dict)
    processes: list[Process] = field(default_factory=list)
    lines_of_time: dict[str, TimeLine] = field(default_factory=dict)
    revoked: dict[str, float] = field(default_factory=dict)  # cookies, and since when

    def want(self, person: str, match: str, command: Message) -> Intent:
        """Somebody wants something new."""
        intent = Intent(len(self.intents) + 1, person, match, command)
        self.intents[intent.ref] = intent
        return intent

    def line(self, person: str, cookie: str) -> "Audit":
        """Somebody connects."""
        return Audit(self, person, cookie)

    def revoke(self, cookie: str) -> None:
        """All that somebody had has ended; they were told so."""
        self.revoked[cookie] = self.world.now()

    def outlived(self, cookie: str) -> float | None:
        """Seconds for which a cookie has acted after its end, if those are too many.

        Where the database fails or a process stands still, nobody can hear of a revocation in time.
        """
        faults, since = self.world.scenario.faults, self.revoked.get(cookie)
        held_up = any((faults.fail, faults.unknown, faults.slow, faults.outage, faults.freeze))
        if held_up or since is None or self.world.now() <= since + MOST_OUTLIVED:
            return None
        return self.world.now() - since


class Audit:
    """Listens to what a server sends on one line, before the network has it."""

    def __init__(self, history: History, person: str, cookie: str) -> None:
        self._history = history
        self._person = person
        self._viewer: str | None = person  # whom the server knows: None once the session has ended
        self._cookie = cookie
        self._last: dict[str, Message] = {}  # match → the last update

    def sent(self, text: str) -> None:
        """Check a message at the moment when it is sent."""
        message = json.loads(text)
        self._history.world.trace("sent", self._person, text[:400])
        outlived = self._history.outlived(self._cookie)
        if outlived and message["type"] != "bye":
            what = f"{self._person} was sent a message of type {message['type']}"
            self._history.world.complain(f"{what} {outlived:.2f} s after their session had ended")
        match message["type"]:
            case "welcome":
                self._welcome(message["me"])
            case "match":
                self._update(message)
            case "done":
                self._done(message)
            case "refused" if message["ref"] is not None:
                intent = self._history.intents.get(message["ref"])
                if intent and not intent.ended:
                    intent.refused = message["problem"]["code"]

    def _welcome(self, me: Message | None) -> None:
        """Who comes with a session that has ended may watch, as nobody in particular."""
        self._viewer = me["id"] if me else None
        ended = not self._history.storage.has_session(self._cookie)
        if self._viewer != self._person and not (me is None and ended):
            self._history.world.complain(f"{self._person} was welcomed as {self._viewer}")

    def _done(self, message: Message) -> None:
        intent = self._history.intents[message["ref"]]
        if intent.acknowledged is None:
            intent.acknowledged = message["seq"]
        self._stored(intent.match, message["seq"], "acknowledged")
        if intent.person != self._viewer:
            self._history.world.complain(f"{self._viewer} was told the answer to {intent}")

    def _stored(self, match: str, seq: int, what: str) -> None:
        last = self._history.storage.sequences.get(match, 0)
        if seq > last:
            self._history.world.complain(f"entry {seq} of {match} was {what} before it was stored")

    def _update(self, message: Message) -> None:
        match, complain = message["match"], self._history.world.complain
        self._stored(match["id"], match["seq"], "shown")
        before = self._last.get(match["id"])
        if before and match["seq"] < before["seq"]:
            complain(f"a viewer was led back from {before['seq']} to {match['seq']}")
        if message["since"] is not None:
            _check_happened(message, complain)
        if before and before["seq"] == match["seq"]:
            _check_clock(before["clock"], match["clock"], complain)
        self._last[match["id"]] = match
        self._history.seen.append(Seen(self._viewer, match, message["view"]))


def _check_happened(message: Message, complain: Any) -> None:
    """What happened leads to the ply that is shown, one decision after the other."""
    plies = [each["ply"] for each in message["happened"]]
    last = message["match"]["ply"]
    if plies and plies != list(range(last - len(plies), last)):
        complain(f"what happened does not lead to ply {last}: {plies}")


def _check_clock(before: Message, after: Message, complain: Any) -> None:
    if any(later > earlier for later, earlier in zip(after["left"], before["left"], strict=True)):
        complain(f"a clock ran backwards: {before['left']} and then {after['left']}")
