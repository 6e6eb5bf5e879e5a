"""Matches to be played by hand, without a server: who sits there, and what they do."""

from dataclasses import dataclass
from typing import Any

from ludothek.games import load
from ludothek.server.match.commands import (
    Actor,
    Answer,
    CheckClock,
    Command,
    Decide,
    Person,
    Propose,
    Resign,
    Server,
)
from ludothek.server.match.config import Occupant, Pace, PaceKind, Plan
from ludothek.server.match.decide import decide
from ludothek.server.match.events import Entry, Events, OfferKind
from ludothek.server.match.refusals import Refusal
from ludothek.server.match.setup.seating import named, set_up
from ludothek.server.match.state import CAPS, Caps, Match, extended, replay

ADA, BO, CY = Person("ada", "Ada"), Person("bo", "Bo"), Person("cy", "Cy")
SERVER = Server()


def occupant(person: Person) -> Occupant:
    return Occupant(person.name, person.id)


def computer(level: int = 1) -> Occupant:
    return Occupant("Computer", level=level)


def plan(game: str = "robotory", seats: int = 2, **more: Any) -> Plan:
    rules = load(game)
    setup = rules.setup(seats, more.pop("options", {}))
    return Plan(game, rules.version, seats, setup.options, **more)


@dataclass
class Scene:
    """A match under way: a command that is taken makes an entry, as in the real thing."""

    match: Match
    entries: list[Entry]
    tick: int = 0

    @classmethod
    def of(
        cls,
        *occupants: Occupant | None,
        owner: Person = ADA,
        seed: int = 7,
        about: Plan | None = None,
        caps: Caps = CAPS,
    ) -> "Scene":
        chosen = about or plan(seats=len(occupants))
        entry = Entry(1, 1000, 0, set_up(chosen, occupants, owner.id, seed))
        return cls(replay("0123456789abcdef", [entry], caps), [entry])

    @property
    def status(self) -> str:
        return self.match.status

    def at(self, tick: int) -> "Scene":
        self.tick = tick
        return self

    def do(self, actor: Actor, command: Command) -> Events:
        """Carry out a command that is expected to be taken."""
        verdict = decide(self.match, actor, command, self.tick)
        assert not isinstance(verdict, Refusal), verdict
        if verdict:
            entry = Entry(self.match.seq + 1, 1000, self.tick, named(verdict, "next"))
            self.entries.append(entry)
            self.match = extended(self.match, entry)
        return verdict

    def refuses(self, actor: Actor, command: Command) -> str:
        """The code with which a command is refused."""
        before = self.match
        verdict = decide(before, actor, command, self.tick)
        assert isinstance(verdict, Refusal), verdict
        assert self.match == before
        assert verdict.message
        return verdict.code

    def play(self, actor: Actor, *texts: str) -> None:
        self.do(actor, Decide(ply=self.match.ply, decisions=list(texts)))

    def offer(self, actor: Actor, what: OfferKind) -> None:
        self.do(actor, Propose(what=what))

    def answer(self, actor: Actor, what: OfferKind, *, accept: bool) -> None:
        self.do(actor, Answer(what=what, accept=accept))

    def resign(self, actor: Actor) -> None:
        self.do(actor, Resign())

    def look(self) -> Events:
        return self.do(SERVER, CheckClock())


def in_hand(pace: Pace | None = None, **options: str) -> Scene:
    """Splash!, dealt; at tick 1,000 Ada has given Bo a piece, and ply 31 is his to place it."""
    about = plan("splash", options={"draft": "random", **options}, pace=pace or Pace())
    scene = Scene.of(occupant(ADA), occupant(BO), about=about)
    scene.at(1_000).play(ADA, scene.match.game.legal_texts(scene.match.state)[0])
    return scene


def duel(caps: Caps = CAPS, **more: Any) -> Scene:
    """Ada against Bo in Robotory."""
    return Scene.of(occupant(ADA), occupant(BO), about=plan(**more), caps=caps)


def timed(kind: PaceKind, base: int, increment: int = 0) -> Scene:
    """Ada against Bo with clocks."""
    return duel(pace=Pace(kind, base, increment))
