"""The state of a match: the fold of its entries. Pure; it reads no clock."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import singledispatch
from operator import attrgetter
from typing import Any, Final, Literal, TypeVar

from ludothek.games import AnyGame, BadSetup, LudothekError, Outcome, load
from ludothek.games.backends import Spot
from ludothek.games.protocol import Seat
from ludothek.server.match import clocks as timing
from ludothek.server.match.clocks import Clocks, Tick
from ludothek.server.match.config import Occupant, Plan
from ludothek.server.match.events import (
    Agreed,
    CalledOff,
    Continued,
    Created,
    Dealt,
    Decided,
    Declined,
    Ended,
    Entry,
    Event,
    Events,
    GivenUp,
    Hastened,
    Left,
    Linked,
    Offered,
    OfferKind,
    Placed,
    Sat,
    Started,
    TakenBack,
    Versions,
)
from ludothek.server.match.position_cache import step

T = TypeVar("T")
Status = Literal["open", "playing", "finished", "abandoned"]
OVER: Final = ("finished", "abandoned")
STRIDE: Final = 16  # plies between two states that are kept: nobody replays more than that
PART: Final = 4  # dealt decisions that are folded at a time


class OtherRules(LudothekError):
    """A match of a game, or played with rules, that are not known here any more."""


@dataclass(frozen=True, slots=True)
class Caps:
    """How long a match may become; then it can only be ended."""

    plies: int = 2_000
    entries: int = 5_000
    takebacks: int = 200


CAPS: Final = Caps()


@dataclass(frozen=True, slots=True)
class Offer:
    """Something offered, and who has agreed so far; the first is who offered it."""

    what: OfferKind
    agreed: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece that was placed on the simulated table."""

    ply: int  # of the decision it led to
    seq: int  # of the entry; its motion has the same number
    at: int  # wall time, milliseconds
    spot: Spot
    versions: Versions = ()
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """Everything about a match."""

    id: str
    seq: int  # of the last entry
    plan: Plan
    owner: str  # the identity that set it up
    seed: int
    created: int  # wall time, milliseconds
    updated: int
    occupants: tuple[Occupant | None, ...]
    links: tuple[int, ...]  # how many links to each seat were made
    state: Any
    clocks: Clocks
    caps: Caps = CAPS
    tick: Tick = 0  # of the last entry
    status: Status = "open"
    texts: tuple[str, ...] = ()  # the decisions
    deciders: tuple[Seat, ...] = ()  # who took them
    dealt: int = 0  # how many of them nobody took
    snapshots: tuple[Any, ...] = ()  # the states at ply 0, STRIDE, 2 * STRIDE, …
    plies: tuple[int, ...] = ()  # how many decisions were taken after each entry but the last
    taken_back: int = 0  # how often decisions were taken back
    last_takeback: int = 0  # number of the last entry that took decisions back
    offers: tuple[Offer, ...] = ()
    declined: tuple[tuple[OfferKind, Seat], ...] = ()  # and not offered again at this ply
    table: str | None = None  # the simulated table; None: nothing lies on it yet
    placements: tuple[Placement, ...] = ()
    given_up: tuple[Seat, ...] = ()
    timed_out: tuple[Seat, ...] = ()  # those of them whose time ran out
    quitters: tuple[tuple[Seat, str], ...] = ()  # who gave up, and in which seat
    hastened: bool = False  # only computers are left, and play without thinking
    result: Outcome | None = None
    called_off: CalledOff | None = None  # why nobody has won and nobody has drawn
    previous: str | None = None
    next: str | None = None

    @property
    def game(self) -> AnyGame:
        """Its rules."""
        return load(self.plan.game)

    @property
    def ply(self) -> int:
        """How many decisions were taken."""
        return len(self.texts)

    @property
    def to_move(self) -> Seat:
        """The seat to decide."""
        return self.game.to_move(self.state)

    @property
    def over(self) -> bool:
        """Is nothing left to decide?"""
        return self.status in OVER

    @property
    def full(self) -> bool:
        """Is it as long as a match may become? Then nobody decides any more."""
        return self.ply >= self.caps.plies or self.seq >= self.caps.entries

    @property
    def placing(self) -> bool:
        """Does the simulated table decide next?"""
        return asks_table(self.plan, self.state)

    def occupant(self, seat: Seat) -> Occupant | None:
        """Who sits there."""
        return self.occupants[seat - 1]

    def seats_of(self, person: str | None) -> tuple[Seat, ...]:
        """The seats of an identity."""
        if not person:
            return ()
        seated = enumerate(self.occupants, 1)
        return tuple([seat for seat, occupant in seated if occupant and occupant.person == person])

    def open_seats(self) -> tuple[Seat, ...]:
        """The seats nobody sits in."""
        return tuple(seat for seat, occupant in enumerate(self.occupants, 1) if not occupant)

    def people(self) -> tuple[str, ...]:
        """The identities that sit here, each once."""
        persons = [occupant.person for occupant in self.occupants if occupant and occupant.person]
        return tuple(dict.fromkeys(persons))

    def computer_to_move(self) -> Occupant | None:
        """The computer whose decision is awaited, at the level at which it thinks now."""
        expected = self.status == "playing" and not self.full
        occupant = self.occupant(self.to_move) if expected else None
        if not occupant or not occupant.computer:
            return None
        return replace(occupant, level=self.game.levels[0]) if self.hastened else occupant

    def deadline(self) -> Tick | None:
        """When the time of the seat to decide is over, or the time to place."""
        if self.status != "playing":
            return None
        if self.clocks.placing is not None:
            return self.clocks.placing + self.plan.pace.placement
        return self.clocks.deadline(self.to_move)

    def lets_go(self, tick: Tick) -> bool:
        """Is the time to place over? Then the piece is let go, however it is held."""
        deadline = self.deadline()
        return self.clocks.placing is not None and deadline is not None and tick >= deadline

    @property
    def settled(self) -> int:
        """The plies that are never taken back: what was dealt, and what the table decided."""
        return max(self.dealt, self.placements[-1].ply + 1 if self.placements else 0)

    def ply_after(self, seq: int) -> int | None:
        """The ply after an entry, if decisions were only added since then."""
        if not 0 < seq <= self.seq:
            return None
        since = (*self.plies[seq - 1 :], self.ply)
        return since[0] if min(since) == since[0] else None

    def state_at(self, ply: int) -> Any:
        """The state after so many decisions."""
        snapshot = ply // STRIDE
        state = self.snapshots[snapshot]
        for text in self.texts[snapshot * STRIDE : ply]:
            state = step(self.plan.game, state, text).after
        return state

    def states(self, ply: int) -> Iterator[Any]:
        """The states from a ply on."""
        yield (state := self.state_at(ply))
        for text in self.texts[ply:]:
            yield (state := step(self.plan.game, state, text).after)

    def offer(self, what: OfferKind) -> Offer | None:
        """The standing offer of that kind."""
        return next((offer for offer in self.offers if offer.what == what), None)


def asks_table(plan: Plan, state: Any) -> bool:
    """Is a piece being placed on the simulated table?"""
    simulation = plan.load_game().simulation
    return simulation is not None and simulation.awaits(state) and plan.simulated


def lying(game: AnyGame, state: Any) -> tuple[str, ...]:
    """What lies on the simulated table of a game, by the rules."""
    return game.simulation.lying(state) if game.simulation else ()


def begin(match_id: str, entry: Entry, caps: Caps = CAPS) -> Match:
    """The match after its first entry, which creates it."""
    created = entry.events[0]
    if not isinstance(created, Created):
        raise TypeError("the first event of a match creates it")
    plan = checked_plan(created.plan).today()
    state = first_state(plan)
    return Match(
        id=match_id,
        seq=entry.seq,
        plan=plan,
        owner=created.owner,
        seed=created.seed,
        created=entry.at,
        updated=entry.at,
        occupants=created.occupants,
        links=(0,) * plan.seats,
        state=state,
        snapshots=(state,),
        clocks=timing.unused(plan.pace, plan.seats),
        caps=caps,
        tick=entry.tick,
        table=plan.table,
        previous=created.previous,
    )


def first_state(plan: Plan) -> Any:
    """The state before the first decision."""
    game, setup = plan.load_game(), plan.setup
    return game.parse_position(plan.start, setup) if plan.start else game.start(setup)


def checked_plan(plan: Plan) -> Plan:
    """The plan, if the rules it was made for are known."""
    try:
        game = plan.load_game()
    except BadSetup as error:  # its package is not installed any more
        raise OtherRules(error.code, str(error), **error.params) from error
    if plan.replayable:
        return plan
    raise OtherRules(
        "rules-version",
        f"the match was played with version {plan.rules} of the rules of {game.title}, "
        f"and known here is version {game.version}",
        game=plan.game,
        played=plan.rules,
        known=game.version,
    )


def replay(match_id: str, entries: Iterable[Entry], caps: Caps = CAPS) -> Match:
    """The match that its entries lead to."""
    last = deque(fold(match_id, entries, caps=caps), maxlen=1)
    if not last:
        raise ValueError("a match has at least one entry")
    return last[0]


def extended(match: Match, entry: Entry) -> Match:
    """The match with one more entry."""
    return deque(_folded(_next(match, entry), entry.events), maxlen=1)[0]


def fold(
    match_id: str, entries: Iterable[Entry], before: Match | None = None, caps: Caps = CAPS
) -> Generator[Match, None, Match | None]:
    """The match, step by step: whoever folds many entries can do something else in between."""
    match = before
    for entry in entries:
        if match:
            match = yield from _folded(_next(match, entry), entry.events)
        else:
            yield (match := begin(match_id, entry, caps))
            match = yield from _folded(match, entry.events[1:])
    return match


def _next(match: Match, entry: Entry) -> Match:
    if entry.seq != match.seq + 1:
        raise ValueError(f"entry {entry.seq} does not follow entry {match.seq}")
    return _changed(
        match,
        seq=entry.seq,
        updated=entry.at,
        tick=max(match.tick, entry.tick),
        plies=(*match.plies, match.ply),
    )


def _folded(match: Match, events: Events) -> Generator[Match, None, Match]:
    """The match after one event after the other."""
    for event in events:
        for part in _parts(event):
            match = after(part, match)
            yield match
    return match


def _parts(event: Event) -> Iterable[Event]:
    """A long deal, as that of a recorded game, in parts."""
    if not isinstance(event, Dealt) or len(event.decisions) <= PART:
        return (event,)
    texts = event.decisions
    return (Dealt(texts[first : first + PART]) for first in range(0, len(texts), PART))


@singledispatch
def after(event: Any, match: Match) -> Match:
    """The match after an event."""
    raise TypeError(f"{event} is no event that follows {match.id}")


@after.register
def _(event: Linked, match: Match) -> Match:
    links = _with(match.links, event.seat, match.links[event.seat - 1] + 1)
    return replace(match, links=links)


@after.register
def _(event: Sat, match: Match) -> Match:
    occupants = _with(match.occupants, event.seat, event.occupant)
    if match.status != "playing":
        return replace(match, occupants=occupants)
    clocks = match.clocks.stopped(match.to_move, match.tick)
    return _clock_goes_on(replace(match, occupants=occupants, clocks=clocks))


@after.register
def _(event: Left, match: Match) -> Match:
    return replace(match, occupants=_with(match.occupants, event.seat, None))


@after.register
def _(_event: Started, match: Match) -> Match:
    return _clock_goes_on(_unless_over(replace(match, status="playing")))


@after.register
def _(event: Dealt, match: Match) -> Match:
    match = _played(match, event.decisions)
    return _clock_goes_on(replace(match, dealt=match.ply))


@after.register
def _(event: Decided, match: Match) -> Match:
    return _moved_on(_played(_stopped(match, event.seat), event.decisions), event.seat)


@after.register
def _(event: Placed, match: Match) -> Match:
    placement = Placement(
        match.ply, match.seq, match.updated, event.spot, event.versions, event.by_clock
    )
    placed = replace(
        _stopped(match, event.seat),
        table=event.table,
        placements=(*match.placements, placement),
    )
    return _moved_on(_played(placed, (event.decision,)), event.seat)


@after.register
def _(event: Offered, match: Match) -> Match:
    return replace(match, offers=(*match.offers, Offer(event.what, (event.seat,))))


@after.register
def _(event: Agreed, match: Match) -> Match:
    offers = tuple(
        replace(offer, agreed=(*offer.agreed, event.seat)) if offer.what == event.what else offer
        for offer in match.offers
    )
    return replace(match, offers=offers)


@after.register
def _(event: Declined, match: Match) -> Match:
    gone = [offer for offer in match.offers if offer.what == event.what]
    declined = (*match.declined, *((offer.what, offer.agreed[0]) for offer in gone))
    remaining = tuple(offer for offer in match.offers if offer.what != event.what)
    return replace(match, offers=remaining, declined=declined)


@after.register
def _(event: TakenBack, match: Match) -> Match:
    back = replace(
        match,
        state=match.state_at(event.ply),
        texts=match.texts[: event.ply],
        deciders=match.deciders[: event.ply],
        snapshots=match.snapshots[: event.ply // STRIDE + 1],
        clocks=match.clocks.stopped(match.to_move, match.tick),
        offers=(),
        taken_back=match.taken_back + 1,
        last_takeback=match.seq,
    )
    if not match.plan.pace.whole_match:
        back = replace(back, clocks=timing.unused(match.plan.pace, match.plan.seats))
    return _clock_goes_on(_unless_over(back))


@after.register
def _(_event: Hastened, match: Match) -> Match:
    return replace(match, hastened=True)


@after.register
def _(event: GivenUp, match: Match) -> Match:
    occupant = match.occupant(event.seat)
    person = occupant.person if occupant else None
    quitters = (*match.quitters, (event.seat, person)) if person else match.quitters
    late = (event.seat,) if event.reason == "time" else ()
    return replace(
        match,
        given_up=(*match.given_up, event.seat),
        timed_out=(*match.timed_out, *late),
        quitters=quitters,
        offers=(),
    )


@after.register
def _(event: Ended, match: Match) -> Match:
    if match.status == "playing":
        match = replace(match, clocks=match.clocks.stopped(match.to_move, match.tick))
    result = Outcome(event.winners, event.reason) if event.decided else None
    status: Status = "finished" if event.decided else "abandoned"
    reason: CalledOff = "old-rules" if event.reason == "old-rules" else "abandoned"
    called_off = None if event.decided else reason
    return replace(match, status=status, result=result, called_off=called_off, offers=())


@after.register
def _(event: Continued, match: Match) -> Match:
    return replace(match, next=event.match, offers=())


def _stopped(match: Match, seat: Seat) -> Match:
    clocks = match.clocks.stopped(seat, match.tick)
    return match if clocks is match.clocks else replace(match, clocks=clocks)


def _played(match: Match, texts: Sequence[str]) -> Match:
    game, state = match.game, match.state
    deciders, snapshots = list(match.deciders), list(match.snapshots)
    for ply, text in enumerate(texts, match.ply + 1):
        deciders.append(game.to_move(state))
        state = step(game.name, state, text).after
        if ply % STRIDE == 0:
            snapshots.append(state)
    played = _changed(
        match,
        state=state,
        texts=(*match.texts, *texts),
        deciders=tuple(deciders),
        snapshots=tuple(snapshots),
    )
    return _unless_over(played)


def _unless_over(match: Match) -> Match:
    """The rules may end a match at any decision."""
    outcome = match.game.outcome(match.state)
    if not outcome or match.status != "playing":
        return match
    return replace(match, status="finished", result=outcome)


def _moved_on(match: Match, seat: Seat) -> Match:
    """After decisions: offers are void, and a finished turn makes its clock ready again."""
    if match.offers or match.declined:
        match = replace(match, offers=(), declined=())
    if match.plan.pace.unlimited:
        return match
    if match.to_move != seat or match.game.turn_begins(match.state):
        match = replace(match, clocks=timing.turn_over(match.clocks, match.plan.pace, seat))
    return _clock_goes_on(match)


def _clock_goes_on(match: Match) -> Match:
    """The clock of the seat to decide runs, or that of its placement; a computer's never does."""
    pace, occupant, clocks = match.plan.pace, match.occupant(match.to_move), match.clocks
    if pace.unlimited:
        return match
    if match.status != "playing" or not occupant or occupant.computer:
        return replace(match, clocks=clocks.standing())
    if match.placing and pace.placement:
        return replace(match, clocks=clocks.placing_from(match.tick))
    if pace.kind == "none":
        return replace(match, clocks=clocks.standing())
    return replace(match, clocks=clocks.running(match.tick))


def loser(match: Match) -> Seat | None:
    """The seat that starts the rematch when the loser does; None: there is no single one."""
    if not match.result or not match.result.winners:
        return None
    sides = match.game.sides(match.plan.setup)
    losing = [side for side in sides if match.result.winners[0] not in side]
    return losing[0][0] if len(losing) == 1 else None


_values_of: Final = attrgetter(*(field.name for field in fields(Match)))
_PLACES: Final = {field.name: place for place, field in enumerate(fields(Match))}


def _changed(match: Match, **changes: Any) -> Match:
    """As `replace`, which takes twice the time: every decision does this."""
    values = list(_values_of(match))
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return Match(*values)


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[: seat - 1], value, *values[seat:])
