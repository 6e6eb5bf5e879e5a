"""The ASGI application: routes, error handlers and middleware."""

from importlib.metadata import version
from typing import Any, Final

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from ludothek.server.app.services import Services
from ludothek.server.app.settings import Settings
from ludothek.server.http import static_files
from ludothek.server.http.errors import answer_problems
from ludothek.server.http.middleware import SecurityMiddleware
from ludothek.server.http.page_origins import PageOriginsMiddleware
from ludothek.server.http.routes import (
    accounts,
    analysis,
    api_reference,
    games,
    health,
    match_history,
    matches,
    sandbox_table,
)
from ludothek.server.live import session
from ludothek.server.wire.models import Problem

_ROUTES: Final = (
    accounts,
    matches,
    games,
    match_history,
    analysis,
    sandbox_table,
    health,
    api_reference,
    session,
)
PACKED: Final = 2_000  # bytes of an answer that is compressed
_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem, "description": description}
    for status, description in {
        400: "The request cannot be read",
        401: "Nobody is known to be asking",
        403: "Not allowed",
        404: "There is no such thing",
        405: "This cannot be done here",
        409: "Not now",
        410: "Used up",
        413: "Too large",
        422: "Not understood, or against the rules",
        429: "Too often or too much",
        503: "Try again",
    }.items()
}


class Packer(GZipMiddleware):
    """Compresses long answers of the interface; files of the page are compressed beforehand."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings."""
    services = Services(settings)
    app = FastAPI(
        title="Ludothek",
        summary="Play and study Repulso, Robotory, Splash! and NEXUS und Rabauken.",
        version=version("ludothek"),
        openapi_url=None,  # `api_reference` serves it
        docs_url=None,
        redoc_url=None,
        responses=_REFUSALS,
        generate_unique_id_function=_operation,
    )
    app.state.services = services
    for routes in _ROUTES:
        app.include_router(routes.router)
    static_files.serve(app, settings.page_folder)
    answer_problems(app)
    app.add_middleware(Packer, minimum_size=PACKED, compresslevel=4)
    if settings.pages:
        app.add_middleware(PageOriginsMiddleware, settings=settings)
    app.add_middleware(SecurityMiddleware, settings=settings, metrics=services.metrics)
    return app


def _operation(route: APIRoute) -> str:
    return route.name
