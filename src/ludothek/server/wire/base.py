"""The base of all wire types: plain data with declared limits.

`codec` reads them with the standard library alone, also in a browser. Where pydantic serves HTTP,
it reads the same types with the same limits: the two hooks below tell it, and import nothing of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

Schema = dict[str, Any]  # of pydantic's core

LENGTHS: Final = ("min_length", "max_length")
RANGE: Final = ("ge", "le")


class Wire:
    """A message or a part of one; unknown fields are refused."""

    __slots__ = ()
    __pydantic_config__: ClassVar[Any] = {"extra": "forbid", "strict": True}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Callable[[Any], Schema]) -> Schema:
        """Its fields are strict; the whole may come as a dictionary."""
        return {**handler(source), "strict": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What a number, a text or a collection may be."""

    ge: float | None = None
    le: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None  # of a whole text

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Schema]) -> Schema:
        """The same for pydantic."""
        names = (*RANGE, *LENGTHS, "pattern")
        limits = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        schema = {**handler(source), **limits}
        return {**schema, "allow_inf_nan": False} if schema["type"] == "float" else schema


@dataclass(frozen=True, slots=True)
class Stored:
    """The name under which a field is stored, where that is not its own."""

    name: str
