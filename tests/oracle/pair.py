"""A game and its oracle in the same position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from ludothek.games import AnyGame, Setup


@dataclass(frozen=True)
class Pair:
    game: AnyGame
    setup: Setup
    here: Any  # the game's state
    there: Any  # the oracle's
    story: tuple[str, ...]  # where they began, and what was played

    @property
    def oracle(self) -> ModuleType:
        return import_module(f"tests.oracle.{self.game.name}")

    def check(self, *, legal: bool = True) -> None:
        """The same result, the same choices, the same seat, the same position text."""
        story = f"{self.setup}: {' '.join(self.story)}"
        outcome = self.game.outcome(self.here)
        result = self.oracle.result(self.there)
        assert (outcome.text if outcome else "none") == result, story
        if legal or outcome:
            assert sorted(self.game.legal_texts(self.here)) == self.oracle.legal(self.there), story
        if not outcome:
            assert self.game.to_move(self.here) == self.oracle.turn(self.there), story
            written = self.game.notation.format_state(self.here)
            assert self._fixed(written) == self._fixed(self.oracle.fen(self.there)), story

    def play(self, text: str) -> Pair:
        """Both play it; the story is told if one of them refuses."""
        try:
            here = self.game.play(self.here, text)
            there = self.oracle.play(self.there, text)
        except ValueError as error:
            raise AssertionError(f"{self.setup}: {' '.join(self.story)} {text}") from error
        return replace(self, here=here, there=there, story=(*self.story, text))

    def refuses(self, text: str) -> None:
        """Neither plays it."""
        with pytest.raises(ValueError):  # noqa: PT011 - the reasons are each side's own
            self.game.play(self.here, text)
        with pytest.raises(ValueError):  # noqa: PT011
            self.oracle.play(self.there, text)

    def _fixed(self, text: str) -> list[str]:
        """The part of a position text that the rulings fix."""
        if self.game.name == "splash":
            return text.split("/")[:5]
        parts = text.split(" ")
        if self.game.name == "nexus":
            parts[6] = "-" if parts[6] == "-" else "unfinished"
        return parts


def start(game: AnyGame, setup: Setup) -> Pair:
    oracle: Any = import_module(f"tests.oracle.{game.name}")
    there = oracle.initial(setup.seats, dict(setup.options))
    return Pair(game, setup, game.start(setup), there, ("start",))


def at(game: AnyGame, setup: Setup, text: str) -> Pair:
    """Both in a position that is given as a text."""
    oracle: Any = import_module(f"tests.oracle.{game.name}")
    there = oracle.position(setup.seats, dict(setup.options), text)
    return Pair(game, setup, game.notation.parse_state(text, setup), there, (text, "·"))
