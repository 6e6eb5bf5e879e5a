"""Everything that goes wrong, as an answer: a status, and a code with parameters."""

from functools import singledispatch
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from ludothek.games import LudothekError
from ludothek.server.match.refusals import Refusal, Refused, refused, sentence
from ludothek.server.match.state import OtherRules
from ludothek.server.storage.store import NotStored
from ludothek.server.wire.models import Problem

_PLAIN: Final = {400: "bad-request", 404: "not-found", 405: "method", 413: "too-large"}
ErrorResponse = tuple[int, Problem]  # status and body


@singledispatch
def error_response(error: Any) -> ErrorResponse:
    """The status and body that answer an error."""
    raise error


@error_response.register
def _(error: Refused) -> ErrorResponse:
    return error.refusal.status, problem_of(error.refusal)


@error_response.register
def _(error: LudothekError) -> ErrorResponse:
    return 422, Problem(code=error.code, params=dict(error.params), message=str(error))


@error_response.register
def _(error: OtherRules) -> ErrorResponse:
    return 409, Problem(code=error.code, params=dict(error.params), message=str(error))


@error_response.register(ValidationError)
@error_response.register(RequestValidationError)
def _(error: ValidationError | RequestValidationError) -> ErrorResponse:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"] if part not in {"body", "query", "path"})
    where = field[:100] or "the message"
    params: dict[str, str | int] = {"field": where, "kind": first["type"]}
    message = sentence("invalid", field=where, reason=first["msg"])
    return 422, Problem(code="invalid", params=params, message=message)


@error_response.register(SQLAlchemyError)
@error_response.register(NotStored)
def _(_error: Exception) -> ErrorResponse:
    return _by_code("database")


@error_response.register
def _(error: HTTPException) -> ErrorResponse:
    code = _PLAIN.get(error.status_code, "http")
    return error.status_code, _by_code(code)[1]


def _by_code(code: str) -> ErrorResponse:
    return error_response(refused(code))


def problem_of(refusal: Refusal) -> Problem:
    """A refusal as the body of an answer."""
    return Problem(code=refusal.code, params=dict(refusal.params), message=refusal.message)


def answer_problems(app: FastAPI) -> None:
    """Let every error of these kinds be answered in this form."""
    for kind in error_response.registry:
        if isinstance(kind, type) and issubclass(kind, Exception):
            app.add_exception_handler(kind, _answer)


def answer_of(error: Exception) -> JSONResponse:
    """The answer to a request that led to an error."""
    status, problem = error_response(error)
    headers = {"Retry-After": "1"} if status in {429, 503} else None
    return JSONResponse(problem.model_dump(), status, headers)


async def _answer(_request: Request, error: Exception) -> JSONResponse:
    return answer_of(error)
