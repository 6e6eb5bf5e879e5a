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
from ludothek.games.errors import Param
from ludothek.server.match import OtherRules
from ludothek.server.matches import NotFound, Refused
from ludothek.server.refusals import Refusal
from ludothek.server.store import NotStored
from ludothek.server.wire import Problem

_PLAIN: Final = {
    400: ("bad-request", "the request cannot be read"),
    404: ("not-found", "there is nothing here"),
    413: ("too-large", "this is too large"),
    405: ("method", "this cannot be done here"),
}
Told = tuple[int, Problem]  # status, and what is said


class Denied(Exception):
    """A request that is refused before anything is looked at."""

    def __init__(self, status: int, code: str, message: str, **params: Param) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code=code, params=params, message=message)


@singledispatch
def told(error: Any) -> Told:
    """What is said about an error."""
    raise error


@told.register
def _(error: Denied) -> Told:
    return error.status, error.problem


@told.register
def _(error: Refused) -> Told:
    return error.refusal.status, problem_of(error.refusal)


@told.register
def _(error: LudothekError) -> Told:
    return 422, Problem(code=error.code, params=dict(error.params), message=str(error))


@told.register
def _(error: NotFound) -> Told:
    return 404, Problem(code=error.code, params=dict(error.params), message=str(error))


@told.register
def _(error: OtherRules) -> Told:
    return 409, Problem(code=error.code, params=dict(error.params), message=str(error))


@told.register(ValidationError)
@told.register(RequestValidationError)
def _(error: ValidationError | RequestValidationError) -> Told:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"] if part not in {"body", "query", "path"})
    where = field[:100]
    params: dict[str, str | int] = {"field": where, "kind": first["type"]}
    sentence = f"{where or 'the message'}: {first['msg']}"
    return 422, Problem(code="invalid", params=params, message=sentence)


@told.register(SQLAlchemyError)
@told.register(NotStored)
def _(_error: Exception) -> Told:
    return 503, Problem(code="database", message="the database does not answer; try again")


@told.register
def _(error: HTTPException) -> Told:
    code, sentence = _PLAIN.get(error.status_code, ("http", "the request was refused"))
    return error.status_code, Problem(code=code, message=sentence)


def problem_of(refusal: Refusal) -> Problem:
    """A refusal as it is told."""
    return Problem(code=refusal.code, params=dict(refusal.params), message=refusal.message)


def answer_problems(app: FastAPI) -> None:
    """Let every error of these kinds be answered in this form."""
    for kind in told.registry:
        if isinstance(kind, type) and issubclass(kind, Exception):
            app.add_exception_handler(kind, _answer)


def answer_of(error: Exception) -> JSONResponse:
    """The answer that tells an error."""
    status, problem = told(error)
    headers = {"Retry-After": "1"} if status in {429, 503} else None
    return JSONResponse(problem.model_dump(), status, headers)


async def _answer(_request: Request, error: Exception) -> JSONResponse:
    return answer_of(error)
