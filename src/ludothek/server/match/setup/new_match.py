"""Creating a match: a request, checked and turned into a plan and occupants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludothek.games import AnyGame, Setup, load
from ludothek.games.first_player import drawn, turned
from ludothek.games.protocol import LEVEL_SCALE
from ludothek.server.match.commands import Person
from ludothek.server.match.config import Occupant, Pace, Plan
from ludothek.server.match.refusals import refused
from ludothek.server.match.setup.name_cleaning import clean_name
from ludothek.server.match.state import Match, lying
from ludothek.server.wire.models import NewClock, NewMatch, NewSeat

_DAY: Final = 86_400_000
_COMPUTER: Final = "Computer"


@dataclass(frozen=True, slots=True)
class CheckedSetup:
    """A checked plan, and who sits where from the start."""

    plan: Plan
    occupants: tuple[Occupant | None, ...]


def check_setup(
    new: NewMatch,
    owner: Person,
    seed: int,
    origin: Match | None = None,
    table: str | None = None,
) -> CheckedSetup:
    """What somebody wants to play; raises `Refused`, or what the rules raise.

    `table` is the simulated one at the ply of `origin` to start from.
    """
    game = load(new.game)
    rulebook = game.rulebook(new.rulebook) if new.rulebook else {}
    setup = game.setup(len(new.seats), {**rulebook, **new.options})
    start = _start(game, setup, new, origin, table)
    plan = Plan(
        game=game.name,
        rules=game.version,
        seats=setup.seats,
        options=setup.options,
        pace=pace(new.clock),
        starter=new.starter,
        public=new.public,
        hints=_hints(new),
        takebacks=new.takebacks,
        start=start,
        table=table if game.simulated(setup) else None,
        scale=LEVEL_SCALE,
    )
    if start and game.outcome(game.parse_position(start, setup)):
        raise refused("position-over")
    occupants = _occupants(new.seats, owner)
    if new.starter != "fixed":
        occupants = turned(occupants, drawn(setup.seats, seed))
    _check_people(occupants)
    _check_computers(plan, occupants)
    if plan.pace.placement and not plan.simulated:
        raise refused("clock-placement")
    return CheckedSetup(plan, occupants)


def _hints(new: NewMatch) -> bool:
    """Are there hints? Between people only if somebody has asked for them."""
    people = sum(seat.kind != "computer" for seat in new.seats)
    return people < 2 if new.hints is None else new.hints


def pace(clock: NewClock) -> Pace:
    """The time there is, if all that belongs to this kind of clock is given and nothing else."""
    needed: dict[str, set[str]] = {
        "none": set(),
        "turn": {"seconds"},
        "fischer": {"seconds"},
        "days": {"days"},
    }
    present = {
        name for name in ("seconds", "increment", "days") if getattr(clock, name) is not None
    }
    allowed = needed[clock.kind] | ({"increment"} if clock.kind == "fischer" else set())
    if not needed[clock.kind] <= present <= allowed:
        expected = " and ".join(sorted(allowed)) or "nothing else"
        raise refused("clock", kind=clock.kind, wanted=expected)
    base = (clock.seconds or 0) * 1000 + (clock.days or 0) * _DAY
    return Pace(clock.kind, base, (clock.increment or 0) * 1000, (clock.placement or 0) * 1000)


def _start(
    game: AnyGame, setup: Setup, new: NewMatch, origin: Match | None, table: str | None
) -> str | None:
    """The position to start from."""
    if new.position and origin:
        raise refused("position-twice")
    if not new.position and not origin:
        return None
    text = new.position or ""
    if origin and new.origin:
        if origin.plan.game != game.name or new.origin.ply > origin.ply:
            raise refused("origin")
        text = game.format_position(origin.state_at(new.origin.ply))
    former = origin and not origin.plan.current
    state = (game.former_position if former else game.parse_position)(text, setup)
    if game.simulated(setup) and lying(game, state) and not table:
        raise refused("tower")
    return game.format_position(state)


def _occupants(seats: Sequence[NewSeat], owner: Person) -> tuple[Occupant | None, ...]:
    if sum(seat.kind == "me" for seat in seats) > 1:
        raise refused("me-twice")
    return tuple(_occupant(seat, owner) for seat in seats)


def _occupant(seat: NewSeat, owner: Person) -> Occupant | None:
    if (seat.name is not None) != (seat.kind == "here"):
        raise refused("seat-name")
    if (seat.level is not None) != (seat.kind == "computer"):
        raise refused("seat-level")
    if seat.kind == "me":
        return Occupant(owner.name, owner.id)
    if seat.kind == "computer":
        return Occupant(_COMPUTER, level=seat.level or 1)
    return Occupant(clean_name(seat.name), owner.id) if seat.name else None


def _check_computers(plan: Plan, occupants: Sequence[Occupant | None]) -> None:
    levels = plan.load_game().levels
    for occupant in filter(None, occupants):
        if occupant.level > levels[-1]:
            raise refused("level", most=levels[-1])
        if occupant.computer and not plan.for_computers:
            raise refused("no-hands")


def _check_people(occupants: Sequence[Occupant | None]) -> None:
    if all(occupant and occupant.computer for occupant in occupants):
        raise refused("nobody")
