"""Routes for matches: create, list, join, act."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request

from ludothek.server.accounts.credentials import Identity
from ludothek.server.accounts.signing import Invitation, new_id
from ludothek.server.app.services import Services
from ludothek.server.http.auth import (
    Identified,
    Parts,
    Visitor,
    address_of,
    rate_limit,
    site_of,
)
from ludothek.server.http.match_quota import check_new_seat, check_quota
from ludothek.server.match.commands import Accept, MakeLink, PersonCommand
from ludothek.server.match.refusals import refused
from ludothek.server.match.setup.new_match import check_setup
from ludothek.server.match.setup.seating import set_up
from ludothek.server.match.state import Match, Status
from ludothek.server.match.turn_preview import granted, previewing
from ludothek.server.runtime.command_metrics import act
from ludothek.server.storage.listing import MatchFilter
from ludothek.server.storage.statistics import statistics
from ludothek.server.wire import views
from ludothek.server.wire.models import (
    CreatedMatch,
    MatchId,
    MatchList,
    MatchState,
    NewMatch,
    Prefix,
    SeatLink,
    SeatLinks,
    Statistics,
    Tried,
)

router = APIRouter(prefix="/api", tags=["matches"])

AnyCommand = Annotated[PersonCommand, Body(discriminator="type")]
Id = Annotated[MatchId, Path()]
LinkToken = Annotated[str, Path(min_length=20, max_length=80, pattern=r"^[0-9A-Za-z._-]+$")]
Before = Annotated[str | None, Query(pattern=r"^[0-9]{1,15}-[0-9a-z]{16}$")]
Game = Annotated[str | None, Query(max_length=40, pattern=r"^[\w-]+$")]


@router.post("/matches", status_code=201)
async def create(new: NewMatch, request: Request, me: Identified, parts: Parts) -> CreatedMatch:
    """Set a match up; with it come the links to its open seats."""
    rate_limit(request, "match", me)
    await check_quota(parts, me)
    origin = await parts.matches.current(new.origin.match) if new.origin else None
    table = await parts.tables.saved(origin, new.origin.ply) if origin and new.origin else None
    seed = parts.seed()
    setup = check_setup(new, me.person, seed, origin, table)
    events = set_up(setup.plan, setup.occupants, me.id, seed)
    match = await parts.matches.create(new_id(), events, address_of(request))
    state = shown(parts, match, me)
    return CreatedMatch(match=state.match, view=state.view, links=links_of(request, parts, match))


@router.get("/matches")
async def public_matches(
    request: Request,
    visitor: Visitor,
    parts: Parts,
    status: Literal["open", "playing", "finished"] = "open",
    game: Game = None,
    before: Before = None,
) -> MatchList:
    """Public matches, those that changed last first."""
    rate_limit(request, "list", visitor)
    person = visitor.id if visitor else None
    return await parts.listing.public(person, status, game, before)


def match_filter(
    status: Status | None = None,
    game: Game = None,
    before: Before = None,
    against: Literal["computer", "people"] | None = None,
    level: Annotated[int | None, Query(ge=1, le=99)] = None,
    opponent: Annotated[str | None, Query(min_length=1, max_length=80)] = None,
) -> MatchFilter:
    """Which of your matches; `against`, or of a `level`: those with a result."""
    return MatchFilter(status, game, before, against, level, opponent)


@router.get("/me/matches")
async def my_matches(
    request: Request,
    me: Identified,
    parts: Parts,
    wanted: Annotated[MatchFilter, Depends(match_filter)],
) -> MatchList:
    """The matches you sit in, those that changed last first."""
    rate_limit(request, "list", me)
    return await parts.listing.mine(me.id, wanted)


@router.get("/me/statistics")
async def my_statistics(
    request: Request,
    me: Identified,
    parts: Parts,
    since: Annotated[int | None, Query(ge=0, le=10**15)] = None,
) -> Statistics:
    """How you have played so far, by game and level; `since` a moment one by one."""
    rate_limit(request, "list", me)
    return await statistics(parts.database, me.id, since)


@router.get("/matches/{match}")
async def look(match: Id, request: Request, visitor: Visitor, parts: Parts) -> MatchState:
    """A match as it is now."""
    rate_limit(request, "view", visitor)
    return shown(parts, await parts.matches.current(match), visitor)


@router.post("/matches/{match}/act")
async def do(match: Id, command: AnyCommand, me: Identified, parts: Parts) -> MatchState:
    """Do something in a match: the same as on the socket."""
    return shown(parts, await act(parts, match, me, command), me)


@router.post("/matches/{match}/preview")
async def try_a_turn(
    match: Id, prefix: Prefix, request: Request, me: Identified, parts: Parts
) -> Tried:
    """Where the beginning of your turn would lead; nothing is stored."""
    rate_limit(request, "try", me)
    steps = previewing(await parts.matches.current(match), me.id, prefix)
    tried = await parts.matches.slices.last(steps, address_of(request))
    return granted(tried)


@router.get("/matches/{match}/links")
async def seat_links(match: Id, request: Request, me: Identified, parts: Parts) -> SeatLinks:
    """The links to the open seats, for who set the match up."""
    current = await parts.matches.current(match)
    if current.owner != me.id:
        raise refused("not-owner")
    return SeatLinks(links=links_of(request, parts, current))


@router.post("/matches/{match}/links/{seat}", status_code=201)
async def new_link(
    match: Id,
    seat: Annotated[int, Path(ge=1, le=9)],
    request: Request,
    me: Identified,
    parts: Parts,
) -> SeatLink:
    """A new link to an open seat; earlier ones are worth nothing from now on."""
    rate_limit(request, "change", me)
    current = await parts.matches.perform(match, me.person, MakeLink(seat))
    return link_of(request, parts, current, seat)


@router.get("/links/{token}")
async def look_behind(
    token: LinkToken, request: Request, visitor: Visitor, parts: Parts
) -> MatchState:
    """The match a link leads to; the link is not used up."""
    rate_limit(request, "view", visitor)
    current = await parts.matches.current(_invitation(parts, token).match)
    return shown(parts, current, visitor)


@router.post("/links/{token}")
async def use_link(token: LinkToken, me: Identified, parts: Parts) -> MatchState:
    """Sit down in the seat a link leads to."""
    invitation = _invitation(parts, token)
    await check_new_seat(parts, invitation.match, me)
    command = Accept(invitation.seat, invitation.number)
    return shown(parts, await parts.matches.perform(invitation.match, me.person, command), me)


def shown(parts: Services, match: Match, identity: Identity | None) -> MatchState:
    """A match as somebody sees it."""
    person = identity.id if identity else None
    attendance = parts.hub.roll.of(match.id)
    return MatchState(
        match=views.info(match, person, parts.line.now(), attendance.seats, attendance.watchers),
        view=views.view(match, person),
    )


def links_of(request: Request, parts: Services, match: Match) -> list[SeatLink]:
    """The links to all open seats."""
    return [link_of(request, parts, match, seat) for seat in match.open_seats()]


def link_of(request: Request, parts: Services, match: Match, seat: int) -> SeatLink:
    """The link to a seat that is good now; what stands behind # is in no log."""
    token = parts.signer.link(Invitation(match.id, seat, match.links[seat - 1]))
    return SeatLink(seat=seat, token=token, url=f"{site_of(request)}/join#{token}")


def _invitation(parts: Services, token: str) -> Invitation:
    invitation = parts.signer.read_link(token)
    if not invitation:
        raise refused("link-unknown")
    return invitation
