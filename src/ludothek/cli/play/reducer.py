"""A game at the terminal as a pure state machine: (session, line) → (session, effects)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ludothek.cli.play.choices import by_kind, nearest
from ludothek.cli.play.effects import Effect, Hint, Leave, Save, Say
from ludothek.cli.play.match import Match
from ludothek.cli.splash import placement_input
from ludothek.cli.splash.report_fall import Collapse, incident, report, spelled
from ludothek.games import LudothekError, Outcome, UnreadableMove
from ludothek.games.protocol import Seat, View

TAKES_OVER: Final = "level3"  # plays on for a seat that gave up among three or more sides

HELP: Final = """\
Type a decision as the board names it, or one of these:
  moves      all decisions you can take now
  undo       back to before the last decision of a person
  hint       let a computer player advise you
  save FILE  write a record of the game
  resign     give up
  quit       leave; the game is kept and can be resumed"""
HELP_OF_SPLASH: Final = """\
  stands, falls   report how the placing went
  bump            the tower fell, nobody's fault (with referee=yes)
  fault p2        the tower fell through p2's fault (with referee=yes)"""


@dataclass(frozen=True, slots=True)
class Resigning:
    """The seat to decide wants to give up, and is asked once more."""

    seat: Seat

    @property
    def question(self) -> str:
        """What is asked."""
        return f"p{self.seat}: type yes to give up, anything else to play on"


@dataclass(frozen=True, slots=True)
class Session:
    """A game, and what is being asked beside the next decision."""

    match: Match
    asking: Collapse | Resigning | None = None

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.match.outcome is not None

    @property
    def splash(self) -> bool:
        """Is a tower being built?"""
        return self.match.record.game == "splash"

    @property
    def refereed(self) -> bool:
        """Is a real tower being built, and people say what becomes of it?"""
        return self.splash and not self.match.simulated

    @property
    def placing(self) -> bool:
        """Is a piece to be set down on the simulated table?"""
        return self.match.simulated and not self.over and self.match.awaits_report()

    @property
    def legal(self) -> list[View]:
        """What the seat to decide can choose from."""
        if self.over:
            return []
        game, state = self.match.game, self.match.state
        return [game.move_view(move) for move in game.legal_moves(state)]

    def words(self) -> list[str]:
        """What can be typed now, for completion."""
        if self.asking:
            return self.asking.words() if isinstance(self.asking, Collapse) else ["yes", "no"]
        if self.over:
            return ["undo", "save", "quit"]
        texts = [str(move["text"]).removesuffix(":?") for move in self.legal]
        if self.placing:
            texts = [f"place {face}" for face in placement_input.faces(self.match.state)]
        return [*texts, *COMMANDS, *(SPLASH_COMMANDS if self.refereed else ())]

    def prompt(self) -> str:
        """The few letters before the cursor."""
        if self.asking:
            return "... "
        return "over> " if self.over else f"p{self.match.to_move}> "


Step = tuple[Session, tuple[Effect, ...]]


def feed(session: Session, line: str) -> Step:
    """Take a typed line."""
    words = line.split()
    if isinstance(session.asking, Resigning):
        return _resign(session, session.asking.seat, words)
    if isinstance(session.asking, Collapse):
        return _go_on_reporting(session, session.asking, line)
    if not words:
        return session, (Leave(),) if session.over else ()
    if command := _command(session, words[0].lower()):
        return command(session, words[1:])
    if session.over:
        return _refused(session, "the game is over: undo, save FILE or quit")
    return _decide(session, line.strip())


def advance(session: Session, text: str, comment: str = "") -> Session:
    """With a decision of a computer, or of the simulated table."""
    return Session(session.match.played(text, comment))


def _decide(session: Session, text: str) -> Step:
    if session.placing:
        place = placement_input.read(text, placement_input.faces(session.match.state))
        return _refused(session, place) if isinstance(place, str) else (session, (place,))
    if session.match.simulated and text.startswith("place"):
        return _refused(session, "there is no piece in your hand to be placed now")
    if session.splash:
        if collapse := report(session.match.state, text):
            return _open(session, collapse)
        text = spelled(text)
    try:
        return Session(session.match.played(text)), ()
    except LudothekError as error:
        return _refused(session, _sentence(session, text, error))


def _sentence(session: Session, text: str, error: LudothekError) -> str:
    texts = [str(move["text"]) for move in session.legal]
    near = nearest(text, texts) if isinstance(error, UnreadableMove) else ()
    return f"{error}; nearest: {' '.join(near)}" if near else str(error)


def _refused(session: Session, sentence: str) -> Step:
    return session, (Say(sentence, "refusal"),)


def _help(session: Session, _: list[str]) -> Step:
    more = HELP_OF_SPLASH if session.refereed else placement_input.HELP
    lines = [HELP, more] if session.splash else [HELP]
    return session, (Say("\n".join(lines)),)


def _moves(session: Session, _: list[str]) -> Step:
    if session.placing:
        return session, (Say(placement_input.choices(session.match.state)),)
    lines = [f"{kind}: {' '.join(texts)}" for kind, texts in by_kind(session.legal).items()]
    return session, (Say("\n".join(lines) or "the game is over"),)


def _undo(session: Session, _: list[str]) -> Step:
    match = session.match
    if match.outcome and match.game.outcome(match.state) is None:
        return Session(match.back_to(match.ply)), (Say("the game goes on"),)
    ply = match.last_human_ply()
    if ply is None:
        return _refused(session, "there is no decision of yours to take back")
    taken = " ".join(match.record.moves[ply:])
    return Session(match.back_to(ply)), (Say(f"taken back: {taken}"),)


def _hint(session: Session, _: list[str]) -> Step:
    if session.over:
        return _refused(session, "the game is over")
    if session.match.awaits_report() and session.refereed:
        return _refused(session, "look at the tower and report stands or falls")
    return session, (Hint(),)


def _save(session: Session, words: list[str]) -> Step:
    name = " ".join(words)
    if not name or not name.isprintable():
        return _refused(session, "save needs the name of a file, as in: save evening.rec")
    return session, (Save(name),)


def _ask_to_resign(session: Session, _: list[str]) -> Step:
    if session.over:
        return _refused(session, "the game is over")
    return _open(session, Resigning(session.match.to_move))


def _leave(session: Session, _: list[str]) -> Step:
    return session, (Leave(),)


def _bump(session: Session, _: list[str]) -> Step:
    return _incident(session, "bump:")


def _fault(session: Session, words: list[str]) -> Step:
    seat = re.fullmatch("p?([1-9])", "".join(words))
    if not seat:
        return _refused(session, "say whose fault it was, as in: fault p2")
    return _incident(session, f"fault{seat[1]}:")


def _incident(session: Session, kind: str) -> Step:
    collapse = incident(session.match.state, kind)
    return _refused(session, collapse) if isinstance(collapse, str) else _open(session, collapse)


def _open(session: Session, asking: Collapse | Resigning) -> Step:
    """Ask something; a report with only one answer answers itself."""
    if isinstance(asking, Collapse) and asking.complete:
        return _decide(session, asking.text)
    return replace(session, asking=asking), ()


def _go_on_reporting(session: Session, asking: Collapse, line: str) -> Step:
    """5.1 of Splash!: stack by stack, until every piece is accounted for."""
    match asking.feed(line):
        case None:
            return replace(session, asking=None), (Say("nothing reported"),)
        case str(sentence):
            return _refused(session, sentence)
        case Collapse() as more if more.complete:
            after, effects = _decide(replace(session, asking=None), more.text)
            return after, (Say(f"reported: {more.text}"), *effects)
        case Collapse() as more:
            return replace(session, asking=more), ()


def _resign(session: Session, seat: Seat, words: list[str]) -> Step:
    session = replace(session, asking=None)
    if words != ["yes"]:
        return session, (Say("played on"),)
    match = session.match
    others = _other_side(match, seat)
    if others:
        return Session(match.ended(Outcome(others, "resigned"))), ()
    taken = match.taken_over(seat, TAKES_OVER)
    return Session(taken), (Say(f"p{seat} gives up; {TAKES_OVER} plays on in its place"),)


def _other_side(match: Match, seat: Seat) -> tuple[Seat, ...]:
    """Those who win when a seat gives up; empty where more than one side is left to play."""
    board: Mapping[str, Any] = match.game.drawing.board(match.state)
    seats = range(1, match.record.setup.seats + 1)
    left = board.get("seats_in", seats)  # NEXUS: some may be out
    teams = board.get("teams") or [[seat] for seat in left]  # Splash!: partners give up together
    others = [tuple(team) for team in teams if seat not in team]
    return others[0] if len(others) == 1 else ()


def _command(session: Session, word: str) -> "_Command | None":
    if session.refereed and word in SPLASH_COMMANDS:
        return SPLASH_COMMANDS[word]
    return COMMANDS.get({"?": "help", "exit": "quit"}.get(word, word))


_Command = Callable[[Session, list[str]], Step]
COMMANDS: Final[dict[str, _Command]] = {
    "help": _help,
    "moves": _moves,
    "undo": _undo,
    "hint": _hint,
    "save": _save,
    "resign": _ask_to_resign,
    "quit": _leave,
}
SPLASH_COMMANDS: Final[dict[str, _Command]] = {"bump": _bump, "fault": _fault}
