"""Routes for the history of a match: frames, pictures, placements and records."""

from collections.abc import Iterator
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic_core import to_json

from ludothek.server.accounts.signing import new_id, new_seed
from ludothek.server.compute.records import Archive
from ludothek.server.http.auth import (
    Identified,
    Parts,
    Visitor,
    address_of,
    client_of,
    rate_limit,
)
from ludothek.server.http.routes.matches import Id, shown
from ludothek.server.match.refusals import refused
from ludothek.server.match.state import Match
from ludothek.server.wire import updates
from ludothek.server.wire.models import Frames, MatchState, RecordText
from ludothek.server.wire.table import Motion, TableState

router = APIRouter(prefix="/api", tags=["study"])

Start = Annotated[int, Query(ge=0, le=100_000)]
Count = Annotated[int, Query(ge=1, le=200)]
Seq = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/matches/{match}/frames", response_model=Frames)
async def frames(
    match: Id,
    request: Request,
    parts: Parts,
    visitor: Visitor,
    start: Start = 0,
    count: Count = 50,
) -> Response:
    """Plies of a match, for a replay."""
    rate_limit(request, "replay", visitor)
    current = await parts.matches.current(match)
    if start > current.ply:
        raise refused("ply-unknown")
    written = map(to_json, updates.frames(current, start, count))
    page = await parts.matches.slices.collect(written, address_of(request))
    head = b'{"match":"%b","plies":%d,"frames":[' % (match.encode(), current.ply)
    return Response(head + b",".join(page) + b"]}", media_type="application/json")


@router.get("/matches/{match}/picture.svg", response_class=Response)
async def picture(
    match: Id, request: Request, parts: Parts, visitor: Visitor, ply: Start | None = None
) -> Response:
    """A picture of a position."""
    rate_limit(request, "replay", visitor)
    current = await parts.matches.current(match)
    if ply is not None and ply > current.ply:
        raise refused("ply-unknown")
    drawing = _picture(current, current.ply if ply is None else ply)
    svg = await parts.matches.slices.last(drawing, address_of(request))
    return Response(svg, media_type="image/svg+xml")


@router.get("/matches/{match}/table")
async def table(
    match: Id, request: Request, parts: Parts, visitor: Visitor, ply: Start | None = None
) -> TableState:
    """Where everything on the simulated table lies, now or at a ply."""
    rate_limit(request, "try", visitor)
    current = await parts.matches.current(match)
    if ply is not None and ply > current.ply:
        raise refused("ply-unknown")
    client = client_of(request, visitor)
    return await parts.tables.show(current, current.ply if ply is None else ply, client)


@router.get("/matches/{match}/motions/{seq}", response_model=Motion)
async def motion(match: Id, seq: Seq, request: Request, parts: Parts, visitor: Visitor) -> Response:
    """How the pieces moved in a placement."""
    rate_limit(request, "replay", visitor)
    body = await parts.store.motion(match, seq)
    if body is None:
        raise refused("motion-unknown")
    forever = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(body, media_type="application/json", headers=forever)


@router.get("/matches/{match}/record", response_class=PlainTextResponse)
async def record(
    match: Id,
    request: Request,
    parts: Parts,
    visitor: Visitor,
    form: Literal["text", "json"] = "text",
) -> Response:
    """The record of a match."""
    rate_limit(request, "replay", visitor)
    current = await parts.matches.current(match)
    text = await parts.records.write(current, form, client_of(request, visitor))
    suffix = "rec" if form == "text" else "json"
    disposition = f'attachment; filename="{current.plan.game}-{match}.{suffix}"'
    media_type = "text/plain" if form == "text" else "application/json"
    return Response(text, media_type=media_type, headers={"Content-Disposition": disposition})


@router.post("/records", status_code=201)
async def upload(body: RecordText, request: Request, me: Identified, parts: Parts) -> MatchState:
    """Keep a record as a match that is over, to be replayed, analysed and shared."""
    rate_limit(request, "record", me)
    archive = Archive(me.id, new_seed(), parts.settings.max_plies)
    events = await parts.records.read(body.record, archive, client_of(request, me))
    return shown(parts, await parts.matches.create(new_id(), events, address_of(request)), me)


def _picture(match: Match, ply: int) -> Iterator[str]:
    yield match.game.svg(match.state_at(ply))
