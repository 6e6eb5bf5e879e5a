"""Exception handlers: every error as a status and a code with parameters."""

import logging
from dataclasses import asdict
from functools import singledispatch
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from ludothek.games import LudothekError
from ludothek.server.match.refusals import Refused, refused
from ludothek.server.match.state import OtherRules
from ludothek.server.storage.database import log_failure
from ludothek.server.storage.store import NotStored
from ludothek.server.wire.codec import Invalid
from ludothek.server.wire.models import Problem
from ludothek.server.wire.problems import invalid_problem, library_problem, problem_of

UNAVAILABLE: Final = 503
_PLAIN: Final = {400: "bad-request", 404: "not-found", 405: "method"}
log = logging.getLogger(__name__)
ErrorResponse = tuple[int, Problem]  # status and body


class TooLarge(HTTPException):
    """A request has more bytes than it may: of a kind that goes through the reading of a body."""

    def __init__(self, most: int) -> None:
        super().__init__(413)
        self.most = most


@singledispatch
def error_response(error: Any) -> ErrorResponse:
    """The status and body that answer an error."""
    raise error


@error_response.register
def _(error: Refused) -> ErrorResponse:
    return error.refusal.status, problem_of(error.refusal)


@error_response.register
def _(error: LudothekError) -> ErrorResponse:
    return 422, library_problem(error)


@error_response.register
def _(error: OtherRules) -> ErrorResponse:
    return 409, library_problem(error)


@error_response.register
def _(error: RequestValidationError) -> ErrorResponse:
    first = error.errors()[0]
    where = tuple(str(part) for part in first["loc"] if part not in {"body", "query", "path"})
    return 422, invalid_problem(Invalid(first["type"], first["msg"], where))


@error_response.register
def _(error: Invalid) -> ErrorResponse:
    return 422, invalid_problem(error)


@error_response.register(SQLAlchemyError)
@error_response.register(NotStored)
def _(error: Exception) -> ErrorResponse:
    log_failure(log, error)
    return _by_code("database")


@error_response.register
def _(error: TooLarge) -> ErrorResponse:
    return error_response(refused("too-large", bytes=error.most))


@error_response.register
def _(error: HTTPException) -> ErrorResponse:
    code = _PLAIN.get(error.status_code, "http")
    return error.status_code, _by_code(code)[1]


def _by_code(code: str) -> ErrorResponse:
    return error_response(refused(code))


def answer_problems(app: FastAPI) -> None:
    """Let every error of these kinds be answered in this form."""
    for kind in error_response.registry:
        if isinstance(kind, type) and issubclass(kind, Exception):
            app.add_exception_handler(kind, _answer)


def answer_of(error: Exception) -> JSONResponse:
    """The answer to a request that led to an error."""
    status, problem = error_response(error)
    return JSONResponse(asdict(problem), status, _when(status, problem))


def _when(status: int, problem: Problem) -> dict[str, str] | None:
    """When to come back, where that is known: not while the own matches and jobs go on."""
    seconds = problem.params.get("seconds", 1 if status == UNAVAILABLE else None)
    return None if seconds is None else {"Retry-After": str(seconds)}


async def _answer(_request: Request, error: Exception) -> JSONResponse:
    return answer_of(error)
