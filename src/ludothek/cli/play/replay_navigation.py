"""Navigation in a recorded game, step by step."""

import re
from dataclasses import dataclass, replace
from typing import Final

from rich.console import Console
from rich.text import Text

from ludothek.cli.play.match import Match
from ludothek.cli.terminal.console import display_of
from ludothek.cli.terminal.input import Lines
from ludothek.cli.terminal.screen_layout import compose, match_picture
from ludothek.games.record.check import CONTROL

WORDS: Final = ("next", "back", "start", "end", "quit")
ADVICE: Final = "Enter or next, back, a number, start, end, quit"


@dataclass(frozen=True, slots=True)
class Steps:
    """A game, and the ply that is shown."""

    match: Match
    ply: int


def step(steps: Steps, line: str) -> Steps | str | None:
    """Where a typed line leads to; a sentence if nowhere, None for out."""
    word, last = line.strip().lower(), steps.match.ply
    if word in {"quit", "q"}:
        return None
    if re.fullmatch("[0-9]{1,6}", word) and int(word) <= last:
        return replace(steps, ply=int(word))
    if word in {"", "next", "n"}:
        return replace(steps, ply=min(steps.ply + 1, last))
    if word in {"back", "b"}:
        return replace(steps, ply=max(steps.ply - 1, 0))
    if word in {"start", "end"}:
        return replace(steps, ply=0 if word == "start" else last)
    return f"expected {ADVICE.replace('a number', f'a number from 0 to {last}')}"


def walk(console: Console, lines: Lines, steps: Steps) -> None:
    """Show ply after ply until the user leaves."""
    show_ply(console, steps)
    try:
        while True:
            target = step(steps, lines.ask(f"{steps.ply} of {steps.match.ply}> ", WORDS))
            if target is None:
                return
            if isinstance(target, str):
                console.print(Text(target, "bold red"))
                continue
            steps = target
            console.clear()
            show_ply(console, steps)
    except EOFError:
        return


def show_ply(console: Console, steps: Steps) -> None:
    """The position after so many decisions, and what is said about the last one."""
    shown = steps.match.until(steps.ply)
    console.print(compose(match_picture(shown, display_of(console))))
    decisions = steps.match.record.line.decisions[: steps.ply]
    comment = decisions[-1].comment if decisions else steps.match.record.line.comment
    if comment:
        console.print(Text(CONTROL.sub(_visible, comment), "italic"))


def _visible(control: re.Match[str]) -> str:
    """Line ends stay; what could steer the terminal is shown instead of obeyed."""
    return control[0] if control[0] == "\n" else repr(control[0])[1:-1]
