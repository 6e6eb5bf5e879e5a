"""Refusals and errors as response bodies: a code with parameters, and a sentence."""

from ludothek.games import LudothekError
from ludothek.server.match.refusals import Refusal, sentence
from ludothek.server.wire.codec import Invalid
from ludothek.server.wire.models import Problem


def problem_of(refusal: Refusal) -> Problem:
    """A refusal as the body of an answer."""
    return Problem(code=refusal.code, params=dict(refusal.params), message=refusal.message)


def library_problem(error: LudothekError) -> Problem:
    """What the rules or a record refuse, in their own words."""
    return Problem(code=error.code, params=dict(error.params), message=str(error))


def invalid_problem(error: Invalid) -> Problem:
    """Data that could not be read."""
    where = ".".join(error.where)[:100] or "the message"
    params: dict[str, str | int] = {"field": where, "kind": error.kind}
    message = sentence("invalid", field=where, reason=error.reason)
    return Problem(code="invalid", params=params, message=message)
