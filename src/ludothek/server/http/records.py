"""Routes about what was played: frames, pictures and placements of a match, and its record."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ludothek.server.accounts.signing import new_id, new_seed
from ludothek.server.http.auth import Identified, Parts, Visitor, client_of, rate_limit
from ludothek.server.http.matches import Id, shown
from ludothek.server.match import record_conversion
from ludothek.server.match.refusals import refused
from ludothek.server.match.state import Match, first_state
from ludothek.server.wire import views
from ludothek.server.wire.models import Frame, Frames, MatchState, RecordText
from ludothek.server.wire.table import Motion, TableState

router = APIRouter(prefix="/api", tags=["study"])

Start = Annotated[int, Query(ge=0, le=100_000)]
Count = Annotated[int, Query(ge=1, le=200)]
Seq = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/matches/{match}/frames")
async def frames(
    match: Id, parts: Parts, _visitor: Visitor, start: Start = 0, count: Count = 50
) -> Frames:
    """Plies of a match, for a replay."""
    current = await parts.matches.current(match)
    if start > current.ply:
        raise refused("ply-unknown")
    page = await asyncio.to_thread(_frames, current, start, count)
    return Frames(match=match, plies=current.ply, frames=page)


@router.get("/matches/{match}/picture.svg", response_class=Response)
async def picture(match: Id, parts: Parts, _visitor: Visitor, ply: Start | None = None) -> Response:
    """A picture of a position."""
    current = await parts.matches.current(match)
    if ply is not None and ply > current.ply:
        raise refused("ply-unknown")
    state = current.state if ply is None else views.state_at(current, ply)
    return Response(current.game.svg(state), media_type="image/svg+xml")


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
async def motion(match: Id, seq: Seq, parts: Parts, _visitor: Visitor) -> Response:
    """How the pieces moved in a placement."""
    body = await parts.store.motion(match, seq)
    if body is None:
        raise refused("motion-unknown")
    forever = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(body, media_type="application/json", headers=forever)


@router.get("/matches/{match}/record", response_class=PlainTextResponse)
async def record(
    match: Id, parts: Parts, _visitor: Visitor, form: Literal["text", "json"] = "text"
) -> Response:
    """The record of a match."""
    current = await parts.matches.current(match)
    text = await asyncio.to_thread(record_conversion.export, current, form)
    suffix = "rec" if form == "text" else "json"
    disposition = f'attachment; filename="{current.plan.game}-{match}.{suffix}"'
    media_type = "text/plain" if form == "text" else "application/json"
    return Response(text, media_type=media_type, headers={"Content-Disposition": disposition})


@router.post("/records", status_code=201)
async def upload(body: RecordText, request: Request, me: Identified, parts: Parts) -> MatchState:
    """Keep a record as a match that is over, to be replayed, analysed and shared."""
    rate_limit(request, "record", me)
    uploaded = await asyncio.to_thread(record_conversion.read, body.record)
    events = record_conversion.archived(uploaded, me.id, new_seed())
    return shown(parts, await parts.matches.create(new_id(), events), me)


def _frames(match: Match, start: int, count: int) -> list[Frame]:
    game, last = match.game, min(match.ply, start + count - 1)
    happened = {
        happening.ply + 1: happening for happening in views.happened(match, max(0, start - 1))
    }
    state = views.play_on(game, first_state(match.plan), match.texts[:start])
    frames = []
    for ply in range(start, last + 1):
        if ply > start:
            state = views.play_on(game, state, match.texts[ply - 1 : ply])
        view = views.position_view(game, state, None)
        frames.append(Frame(ply=ply, happened=happened.get(ply), view=view))
    return frames
