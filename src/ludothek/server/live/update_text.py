"""Serialised match updates: the parts common to all viewers are encoded once."""

from dataclasses import fields
from functools import cached_property
from typing import Any, Final

from pydantic_core import to_json

from ludothek.server.wire.messages import Update
from ludothek.server.wire.models import View
from ludothek.server.wire.updates import Shared

_COMMON: Final = tuple(field.name for field in fields(View) if field.name not in {"seat", "legal"})


class UpdateText:
    """What everybody is sent of one update, and how the rest is put around it."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def of(self, update: Update) -> str:
        """The update of somebody: the same as if it was written as a whole."""
        seat = "null" if update.view.seat is None else update.view.seat
        legal = self._legal if update.view.legal else "[]"
        view = f'{self._board},"seat":{seat},"legal":{legal}}}'
        since = "null" if update.since is None else update.since
        head = f'{{"type":"match","since":{since},"match":{_json(update.match)}'
        return f'{head},"view":{view},"happened":{self._happened}}}'

    @cached_property
    def _board(self) -> str:
        """A view without its end."""
        return _json({name: getattr(self._shared.view, name) for name in _COMMON})[:-1]

    @cached_property
    def _legal(self) -> str:
        moves: list[Any] = self._shared.view.legal  # as `views.move_view` has written them
        return f"[{','.join([move.json for move in moves])}]"

    @cached_property
    def _happened(self) -> str:
        return _json(self._shared.happened)


def _json(value: Any) -> str:
    return to_json(value).decode()
