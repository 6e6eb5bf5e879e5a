"""The loop of a game at the terminal: draw, ask or think, and save every decision."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import Final, Protocol

from rich.console import Console
from rich.text import Text

from ludothek.cli.inputs.simulated_table import SimulatedTable
from ludothek.cli.play import storage
from ludothek.cli.play.computers import Report
from ludothek.cli.play.effects import Effect, Hint, Leave, Place, Save, Say
from ludothek.cli.play.match import Match
from ludothek.cli.play.reducer import Session, advance, feed
from ludothek.cli.terminal.console import display_of
from ludothek.cli.terminal.input import Lines
from ludothek.cli.terminal.last_move import beginning
from ludothek.cli.terminal.screen_layout import compose, match_picture
from ludothek.games import LudothekError

INTERRUPTED: Final = 130  # the exit code after Ctrl-C
_STYLES: Final = {"news": "cyan", "refusal": "bold red"}


class Computers(Protocol):
    """The computer players."""

    def choose(self, match: Match, report: Report) -> str:
        """The decision of the computer whose choice it is."""

    def hint(self, match: Match, report: Report) -> str:
        """What a computer would decide for a person."""


@dataclass
class Table:
    """Where a game is played."""

    session: Session
    path: Path  # of its record
    console: Console
    lines: Lines
    computers: Computers
    live: bool = False  # clear the screen before drawing, show who is thinking
    delay: float = 0  # seconds after a computer's decision
    simulated: SimulatedTable | None = None  # what decides where pieces come to rest
    _written: set[Path] = field(default_factory=set)
    _saved: Match | None = None  # as it was written last

    def __post_init__(self) -> None:
        """A game is written once something has happened; a resumed one has its file already."""
        if self.path.exists():
            self._written.add(self.path)
        if self.path.exists() or not self.session.match.ply:
            self._saved = self.session.match

    def play(self) -> int:
        """Play until the game is over or somebody leaves; the exit code."""
        code = 0
        try:
            self._keep()
            self._draw()
            if sentence := beginning(self.session.match):
                self._say(sentence)
            while self._step():
                pass
        except EOFError:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
        finally:
            self._keep()
            self.console.print(Text(self._farewell(), _STYLES["news"]), soft_wrap=True)
        return code

    def _step(self) -> bool:
        """One line or one decision of a computer; False when it is time to leave."""
        match = self.session.match
        if self.session.over and not match.people:
            return False
        if self.session.over or match.asks_people():
            return self._listen()
        self._think()
        return True

    def _listen(self) -> bool:
        line = self.lines.ask(self.session.prompt(), self.session.words())
        session, effects = feed(self.session, line)
        self._go_on(session)
        going = [self._perform(effect) for effect in effects]
        if session.asking:
            self._say(session.asking.question)
        elif not line.strip() and all(going):
            self._draw()
        return all(going)

    def _think(self) -> None:
        match = self.session.match
        with self._thinking(f"p{match.to_move} {match.player(match.to_move)} thinks") as report:
            if self.simulated and match.awaits_report():
                decision, _ = self.simulated.place(match, self.simulated.aim(match, report))
                after = advance(self.session, decision.text, decision.comment)
            else:
                after = advance(self.session, self.computers.choose(match, report))
        self._go_on(after)
        time.sleep(self.delay)

    def _go_on(self, session: Session) -> None:
        """Keep and show what has changed, in this order."""
        changed = session.match is not self.session.match
        self.session = session
        if changed:
            self._keep()
            self._draw()

    def _perform(self, effect: Effect) -> bool:
        """Carry out an effect; False when it is time to leave."""
        match effect:
            case Say(text, tone):
                self._say(text, tone)
            case Hint():
                with self._thinking("looking for advice") as report:
                    text = self.computers.hint(self.session.match, report)
                self._say(f"try {text}")
            case Save(name):
                self._save(Path(os.path.expanduser(name)))  # noqa: PTH111 (never fails)
            case Place():
                self._place(effect)
            case Leave():
                return False
        return True

    def _place(self, place: Place) -> None:
        """Let the table tell what a placing of a person comes to."""
        match = self.session.match
        if not self.simulated:
            return
        try:
            spot = self.simulated.meant(match, place.spot)
            decision, remark = self.simulated.place(match, spot)
        except LudothekError as error:
            self._say(str(error), "refusal")
            return
        self._go_on(advance(self.session, decision.text, decision.comment))
        if remark:
            self._say(remark)

    def _keep(self) -> None:
        """Write the record if it has changed; a full disk does not end the game."""
        match = self.session.match
        if match is self._saved:
            return
        try:
            storage.keep(self.path, match.record)
            self._saved = match
            self._written.add(self.path)
        except OSError as error:
            self._written.discard(self.path)
            self._say(f"the game could not be kept in {self.path}: {error.strerror}", "refusal")

    def _save(self, path: Path) -> None:
        try:
            if path.exists() and path not in self._written:
                self._say(f"{path} exists already; choose another name", "refusal")
                return
            new_folder = not path.parent.exists()
            storage.keep(path, self.session.match.record)
        except OSError as error:
            self._say(f"{path} could not be written: {error.strerror}", "refusal")
            return
        self._written.add(path)
        self._say(f"saved in {path}" + ("; its folder is new" if new_folder else ""))

    def _draw(self) -> None:
        if self.live:
            self.console.clear()
        match, display = self.session.match, display_of(self.console)
        shown = self.simulated.shown(match) if self.simulated else None
        self.console.print(compose(match_picture(match, display, shown)))

    def _say(self, text: str, tone: str = "news") -> None:
        self.console.print(Text(text, _STYLES[tone]))

    @contextmanager
    def _thinking(self, sentence: str) -> Iterator[Report]:
        """A line that says who thinks, where somebody watches."""
        if not self.live:
            yield lambda _: None
            return
        with self.console.status(f"{sentence} ...", spinner="line") as status:
            yield lambda words: status.update(f"{sentence} ... {words}")

    def _farewell(self) -> str:
        if not self.session.match.ply:
            return "Nothing was decided, so nothing is kept."
        if self.path not in self._written:
            return "The game could not be kept."
        if self.session.over:
            return f"The record is in {self.path}."
        return f"The game is kept; go on with: ludothek play --resume {quote(self._name())}"

    def _name(self) -> str:
        """The record's file, as short as `--resume` understands it."""
        own = self.path.parent == storage.directory()
        return self.path.stem if own else str(self.path)
