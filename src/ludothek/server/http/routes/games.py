"""Routes for games: the list, pictures of starts, and trying moves on a position."""

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from ludothek.games import load, names
from ludothek.server.http.auth import Parts, Visitor, address_of, rate_limit
from ludothek.server.match.turn_preview import granted, trying
from ludothek.server.wire.models import GameInfo, HostInfo, Trial, Tried
from ludothek.server.wire.views import game_info

router = APIRouter(prefix="/api", tags=["study"])


@router.get("/games")
async def games(_visitor: Visitor) -> list[GameInfo]:
    """The games that can be played here."""
    return [game_info(name) for name in names()]


@router.get("/host")
async def host(_visitor: Visitor, parts: Parts) -> HostInfo:
    """What this host has chosen for its people."""
    return HostInfo(games=parts.settings.games)


@router.get("/games/{name}/picture.svg", response_class=Response)
async def start_picture(
    name: Annotated[str, Path(max_length=40)], _visitor: Visitor, parts: Parts
) -> Response:
    """A picture of a game's start."""
    game = load(name)
    svg = await parts.matches.slices.aside(lambda: _start_picture(game.name))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.post("/try")
async def try_position(trial: Trial, request: Request, visitor: Visitor, parts: Parts) -> Tried:
    """Where decisions lead, from any position of any game; nothing is stored."""
    rate_limit(request, "try", visitor)
    tried = await parts.matches.slices.last(trying(trial), address_of(request))
    return granted(tried)


@lru_cache
def _start_picture(name: str) -> str:
    game = load(name)
    return game.svg(game.initial(game.seat_counts[0]))
