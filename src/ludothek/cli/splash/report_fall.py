"""Reporting the fall of a real tower of Splash!, stack by stack."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ludothek.cli.terminal.game_texts import either
from ludothek.games.splash import State
from ludothek.games.splash.pieces import INDEX, NAMES
from ludothek.games.splash.rules import may_be_at_fault
from ludothek.games.splash.state import Placing

_FELL: Final = frozenset({"falls", "fall", "fell", "f", "no", "n"})
_STOOD: Final = frozenset({"stands", "stand", "stood", "s", "yes", "y"})
_EQUAL: Final = frozenset({"equal", "equally", "same", "="})
_SPELLED: Final = re.compile(r"(take|give|base|keep)[ :]+([^<]+)(<[1-6])?", re.IGNORECASE)
Stack = tuple[str, ...]  # codes of pieces, from bottom to top


@dataclass(frozen=True, slots=True)
class Collapse:
    """A report under way: the stacks named so far; what is left at the end lies alone.

    Of several stacks of two or more pieces it is asked then which one is highest.
    """

    head: str  # of the decision it becomes: "falls:", "bump:" or "fault3:"
    pieces: Stack  # all that may have fallen
    stacks: tuple[Stack, ...] = ()
    closed: bool = False
    highest: tuple[Stack, ...] = ()  # as people say
    marking: bool = True  # False: by version 1 of the rules, where pieces are counted

    @property
    def left(self) -> list[str]:
        """The pieces not yet named."""
        named = {piece for stack in self.stacks for piece in stack}
        return [piece for piece in self.pieces if piece not in named]

    @property
    def stacked(self) -> bool:
        """Are all stacks complete?"""
        return self.closed or len(self.left) < 2 or len(self.pieces) == 2

    @property
    def high(self) -> tuple[Stack, ...]:
        """The stacks that may be the highest."""
        return tuple(stack for stack in self.stacks if len(stack) > 1)

    @property
    def complete(self) -> bool:
        """Is only one report possible now?"""
        return self.stacked and bool(not self.marking or len(self.high) < 2 or self.highest)

    @property
    def question(self) -> str:
        """What is asked."""
        if self.stacked:
            return (
                f"Which stack reaches highest above the table: {either(_texts(self.high))}? "
                "Name a piece of it; equal: they look equally high; cancel: nothing fell"
            )
        more = "Which others" if self.stacks else "Which"
        return (
            f"{more} of {' '.join(self.left)} still stand on one another? One stack per line, "
            "from bottom to top; Enter: the rest lie alone; cancel: nothing fell"
        )

    @property
    def text(self) -> str:
        """The decision, once it is complete."""
        stacks = [*self.stacks, *((piece,) for piece in self.left)]
        ordered = sorted(stacks, key=lambda stack: INDEX[stack[0]])
        marked = (self.highest or self.high) if self.marking else ()
        return self.head + "|".join(".".join(stack) + "^" * (stack in marked) for stack in ordered)

    def words(self) -> list[str]:
        """What can be typed, for completion."""
        named = [*(stack[0] for stack in self.high), "equal"] if self.stacked else self.left
        return [*named, "cancel"]

    def feed(self, line: str) -> "Collapse | str | None":
        """With one more answer; or why it cannot be; or None, if nothing is reported."""
        if line.strip().lower() == "cancel":
            return None
        return self._compared(line) if self.stacked else self._stacked(line)

    def _stacked(self, line: str) -> "Collapse | str":
        """With one more stack."""
        stack = pieces_in(line)
        if not stack:
            return replace(self, closed=True)
        unknown = [piece for piece in stack if piece not in self.left]
        if unknown:
            return f"{unknown[0]} is none of {' '.join(self.left)}"
        if len(set(stack)) < len(stack):
            return "a piece stands in a stack once"
        if len(stack) == len(self.pieces):
            return "a tower that stands whole has not fallen; name the parts it fell into"
        return replace(self, stacks=(*self.stacks, stack))

    def _compared(self, line: str) -> "Collapse | str":
        """With the highest stacks; several are equally high."""
        if line.strip().lower() in _EQUAL:
            return replace(self, highest=self.high)
        named = set(pieces_in(line))
        stacks = tuple(stack for stack in self.high if named.intersection(stack))
        if not stacks or named.difference(*stacks):
            return f"name a piece of {either(_texts(self.high))}, or type equal"
        return replace(self, highest=stacks)


def report(state: State, text: str) -> Collapse | None:
    """The report that begins with the word that it fell."""
    if not isinstance(state.phase, Placing) or not state.tower or text.lower() not in _FELL:
        return None
    return _begun(state, "falls:", (*state.tower, state.phase.piece))


def incident(state: State, head: str) -> Collapse | str:
    """The report of a tower that fell outside a placing, or why there can be none."""
    blamed = may_be_at_fault(state)
    if state.setup["referee"] == "no":
        return "incidents are reported only in games with referee=yes"
    if not blamed:
        return "an incident needs a tower of two pieces, and a seat to give or to place"
    seat = head.removeprefix("fault").removesuffix(":")
    if head != "bump:" and int(seat) not in blamed:
        return f"it can be the fault of {' '.join(f'p{seat}' for seat in blamed)}"
    return _begun(state, head, state.tower)


def spelled(text: str) -> str:
    """The strict text of what people like to type: `give lr`, `keep Tb Lr Po`, `yes`."""
    if text.lower() in _STOOD:
        return "stands"
    match = _SPELLED.fullmatch(text)
    if not match:
        return text
    pieces = pieces_in(match[2])
    if any(piece not in INDEX for piece in pieces):
        return text
    named = ".".join(sorted(pieces, key=INDEX.__getitem__))
    return f"{match[1].lower()}:{named}{match[3] or ''}"


def pieces_in(line: str) -> Stack:
    """The pieces a line names, in its order."""
    return tuple(word[:1].upper() + word[1:].lower() for word in re.split(r"[\s.,]+", line) if word)


def _begun(state: State, head: str, fallen: tuple[int, ...]) -> Collapse:
    named = tuple(NAMES[piece] for piece in fallen)
    return Collapse(head, named, marking=state.setup.rules != 1)


def _texts(stacks: Sequence[Stack]) -> list[str]:
    return [".".join(stack) for stack in stacks]
