"""A match as a viewer sees it: summary, view, events, and entries of lists."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from ludothek.games import AnyGame, Outcome, is_built_in, load, names
from ludothek.games.level_ratings import ratings_of
from ludothek.games.protocol import Seat
from ludothek.games.svg import view_box
from ludothek.server.match.clocks import Tick
from ludothek.server.match.config import Occupant, on_former_scale
from ludothek.server.match.position_cache import Step, know_legal, step
from ludothek.server.match.state import Match
from ludothek.server.wire.codec import encode, parse_json
from ludothek.server.wire.models import (
    ClockInfo,
    GameInfo,
    Happened,
    MatchInfo,
    MatchSummary,
    OfferInfo,
    OptionInfo,
    Picture,
    PlaceInfo,
    PlacingInfo,
    Result,
    SeatInfo,
    SeatSummary,
    SurfaceInfo,
    View,
)
from ludothek.server.wire.table import TableInfo


def info(
    match: Match,
    person: str | None,
    tick: Tick,
    online: Iterable[Seat] = (),
    watchers: int = 0,
) -> MatchInfo:
    """Everything about a match but its board."""
    plan, mine = match.plan, match.seats_of(person)
    here = set(online)
    return MatchInfo(
        id=match.id,
        seq=match.seq,
        game=plan.game,
        rules=plan.rules,
        options=dict(plan.options),
        seats=[_seat(match, seat, mine, here) for seat in range(1, plan.seats + 1)],
        you=list(mine),
        gave_up=[s for s, who in match.quitters if person and who == person and s not in mine],
        owner=person == match.owner,
        status=match.status,
        public=plan.public,
        starter=plan.starter,
        hints=plan.hints,
        takebacks=plan.takebacks,
        clock=clock(match, tick),
        ply=match.ply,
        dealt=match.dealt,
        to_move=None if match.over else match.to_move,
        table=table(match),
        offers=[OfferInfo(what=o.what, agreed=list(o.agreed)) for o in match.offers],
        hastened=match.hastened,
        result=result(match.result),
        called_off=match.called_off,
        previous=match.previous,
        next=match.next,
        created=match.created,
        updated=match.updated,
        watchers=watchers,
    )


def clock(match: Match, tick: Tick) -> ClockInfo:
    """The clocks at a moment."""
    pace, clocks, seat = match.plan.pace, match.clocks, match.to_move
    left = list(clocks.left)
    running = clocks.since is not None
    if running:
        left[seat - 1] = clocks.left_at(seat, tick)
    deadline = match.deadline() if clocks.placing is not None else None
    return ClockInfo(
        kind=pace.kind,
        base=pace.base,
        increment=pace.increment,
        left=left,
        running=seat if running else None,
        placement=pace.placement,
        placing=None if deadline is None else max(0, deadline - tick),
    )


def table(match: Match) -> TableInfo | None:
    """The last placement."""
    if not match.placements:
        return _taken_over(match)
    last = match.placements[-1]
    return TableInfo(
        motion=last.seq,
        ply=last.ply,
        at=last.at,
        versions=dict(last.versions),
        mixed=len({placement.versions for placement in match.placements}) > 1,
    )


def _taken_over(match: Match) -> TableInfo | None:
    """The table of another match that this one goes on from."""
    if not match.plan.table:
        return None
    versions = parse_json(match.plan.table)["versions"]
    return TableInfo(motion=None, ply=0, at=match.created, versions=versions, mixed=False)


def result(outcome: Outcome | None) -> Result | None:
    """How a match ended."""
    return Result(winners=list(outcome.winners), reason=outcome.reason) if outcome else None


def viewer(match: Match, person: str | None) -> Seat | None:
    """The seat whose view somebody gets: the one to decide if it is theirs."""
    mine = match.seats_of(person)
    if match.to_move in mine:
        return match.to_move
    return mine[0] if mine else None


def view(match: Match, person: str | None) -> View:
    """The position as somebody sees it."""
    seat = viewer(match, person)
    deciding = seat == match.to_move and match.status == "playing"
    shown = position_view(match.game, match.state, seat if deciding else None)
    return shown if deciding else quiet(shown, seat)


def view_of_mover(match: Match) -> View:
    """The position as the seat to decide sees it."""
    mover = match.occupant(match.to_move)
    return view(match, mover.person if mover else None)


def view_like(shown: View, match: Match, person: str | None) -> View:
    """The same from the view of the seat to decide: nothing on our tables is hidden."""
    seat = viewer(match, person)
    return shown if seat == shown.seat else quiet(shown, seat)


def position_view(game: AnyGame, state: Any, seat: Seat | None) -> View:
    """A position as a seat sees it. It comes from the rules, so it is not checked again."""
    shown: dict[str, Any] = {**game.view(state), "seat": seat}
    shown["outcome"] = result(game.outcome(state))
    if seat == game.to_move(state):
        shown["legal"] = [move_view(game.name, move) for move in game.legal_moves(state)]
        know_legal(state, tuple([view["text"] for view in shown["legal"]]))
    return View(**shown, picture=picture(game, state))


class MoveView(dict[str, Any]):
    """A decision as it is sent."""

    json: str  # the same, written


@lru_cache(maxsize=20_000)
def move_view(game: str, move: Any) -> MoveView:
    """A decision as it is sent: the same in every position, described and written once."""
    view = MoveView(load(game).move_view(move))
    view.json = encode(view)
    return view


def picture(game: AnyGame, state: Any) -> Picture | None:
    """The picture of a plug-in, with what can be touched in it."""
    if is_built_in(game.name):
        return None
    svg = game.svg(state)
    places = [PlaceInfo(**asdict(place)) for place in game.drawing.places(state)]
    box = list(view_box(svg) or (0, 0, 100, 100))
    return Picture(svg=svg, box=box, places=places, placing=placing(game, state))


def placing(game: AnyGame, state: Any) -> PlacingInfo | None:
    """How the piece in the hand can be let go, where a simulated table waits for it."""
    simulation = game.simulation
    if not simulation or not game.simulated(state.setup) or not simulation.awaits(state):
        return None
    surface = simulation.surface(state)
    return PlacingInfo(
        faces=list(simulation.faces(state)),
        surface=SurfaceInfo(**asdict(surface)) if surface else None,
    )


def quiet(shown: View, seat: Seat | None) -> View:
    """A view for a seat that has nothing to decide."""
    return replace(shown, seat=seat, legal=[])


def happened(match: Match, start: int, state: Any = None) -> list[Happened]:
    """What the decisions from a ply on did; `state` is the one at that ply, if it is at hand."""
    return list(happening(match, start, match.ply, state))


def happening(match: Match, start: int, end: int, state: Any = None) -> Iterator[Happened]:
    """What the decisions from a ply up to another one did, one after the other."""
    game = match.game
    before = match.state_at(start) if state is None else state
    placed = {placement.ply: placement for placement in match.placements}
    for ply in range(start, end):
        placement = placed.get(ply)
        applied = step(game.name, before, match.texts[ply])
        yield Happened(
            ply=ply,
            seat=match.deciders[ply],
            decision=match.texts[ply],
            events=events_of(game, before, applied),
            motion=placement.seq if placement else None,
            by_clock=bool(placement and placement.by_clock),
        )
        before = applied.after


def events_of(game: AnyGame, state: Any, applied: Step) -> list[Any]:
    """What a decision makes happen, in the game's own fields."""
    return list(game.events(state, *applied))


def waiting(match: Match) -> str:
    """What a match waits for: nobody, people or a computer."""
    if match.over:
        return "nobody"
    return "computer" if match.computer_to_move() else "people"


def summary(match: Match) -> str:
    """What lists need, as it is stored."""
    plan = match.plan
    return encode(
        {
            "options": dict(plan.options),
            "sitters": [_stored_occupant(occupant) for occupant in match.occupants],
            "clock": clock(match, match.tick),
            "ply": match.ply,
            "to_move": None if match.over else match.to_move,
            "result": result(match.result),
            "scale": plan.scale,
            "quitters": [[seat, person] for seat, person in match.quitters],
        }
    )


def _stored_occupant(occupant: Occupant | None) -> dict[str, Any] | None:
    if not occupant:
        return None
    return {"name": occupant.name, "person": occupant.person, "level": occupant.level}


def listed(row: Any, person: str | None) -> MatchSummary:
    """A stored row as an entry of somebody's list."""
    stored = parse_json(row.summary)
    outcome = stored["result"]
    return MatchSummary(
        id=row.id,
        game=row.game,
        options=_options(row, stored),
        seats=[
            _seat_summary(row.game, stored, seat, person)
            for seat in range(1, len(stored["sitters"]) + 1)
        ],
        status=row.status,
        public=row.public,
        clock=ClockInfo(**stored["clock"]),
        ply=stored["ply"],
        to_move=stored["to_move"],
        result=Result(winners=outcome["winners"], reason=outcome["reason"]) if outcome else None,
        replayable=_replayable(row),
        created=row.created,
        updated=row.updated,
    )


def _options(row: Any, stored: dict[str, Any]) -> dict[str, str]:
    """The options of a stored line, in today's names."""
    options: dict[str, str] = stored["options"]
    if not _replayable(row) or row.rules == load(row.game).version:
        return options
    return dict(load(row.game).setup_of(row.rules, len(stored["sitters"]), options).options)


def _replayable(row: Any) -> bool:
    """Are the rules of a stored line known here? The package of a game may be gone."""
    return row.game in names() and row.rules in load(row.game).versions


def _seat(match: Match, seat: Seat, mine: Sequence[Seat], online: set[Seat]) -> SeatInfo:
    occupant = match.occupant(seat)
    return SeatInfo(
        seat=seat,
        kind=kind(occupant),
        name=occupant.name if occupant else None,
        level=occupant.level if occupant and occupant.computer else None,
        former=bool(occupant and occupant.computer and match.plan.former_levels),
        you=seat in mine,
        online=seat in online or bool(occupant and occupant.computer),
        given_up=seat in match.given_up,
        timed_out=seat in match.timed_out,
    )


def kind(occupant: Occupant | None) -> Any:
    """What sits there."""
    if occupant is None:
        return "open"
    if occupant.person:
        return "person"
    return "computer" if occupant.level else "recorded"


def _seat_summary(game: str, stored: dict[str, Any], seat: Seat, person: str | None) -> SeatSummary:
    sitter = stored["sitters"][seat - 1]
    occupant = Occupant(**sitter) if sitter else None
    seated = bool(occupant and person and occupant.person == person)
    given_up = not seated and bool(person) and [seat, person] in stored.get("quitters", [])
    return SeatSummary(
        kind=kind(occupant),
        name=occupant.name if occupant else None,
        level=occupant.level if occupant and occupant.computer else None,
        former=bool(
            occupant and occupant.computer and on_former_scale(game, stored.get("scale", 1))
        ),
        you=seated or given_up,
        given_up=given_up,
    )


def game_info(name: str) -> GameInfo:
    """A game as lists show it."""
    game = load(name)
    return GameInfo(
        name=game.name,
        title=game.title,
        version=game.version,
        seat_counts=list(game.seat_counts),
        options=[OptionInfo(name=o.name, values=list(o.values)) for o in game.options],
        rulebooks={language: game.rulebook(language) for language in game.rulebooks},
        levels=list(game.levels),
        ratings={str(seats): list(rated) for seats, rated in ratings_of(game.name).items()},
        words={language: dict(words) for language, words in game.words.items()},
    )
