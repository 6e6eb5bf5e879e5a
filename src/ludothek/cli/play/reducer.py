"""A game at the terminal as a pure state machine: (session, line) → (session, effects)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ludothek.cli.inputs import Dialog, GameInput, game_input, placement_input
from ludothek.cli.inputs.game_input import Command as OwnCommand
from ludothek.cli.play.choices import by_kind, nearest
from ludothek.cli.play.effects import Effect, Hint, Leave, Save, Say
from ludothek.cli.play.match import Match
from ludothek.cli.play.seats import usual_computer
from ludothek.games import LudothekError, Outcome, UnreadableMove
from ludothek.games.protocol import Seat, View

HELP: Final = """\
Type a decision as the board names it, or one of these:
  moves      all decisions you can take now
  undo       back to before the last decision of a person
  hint       let a computer player advise you
  save FILE  write a record of the game
  resign     give up
  quit       leave; the game is kept and can be resumed"""


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
    asking: Dialog | Resigning | None = None

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.match.outcome is not None

    @property
    def input(self) -> GameInput:
        """What can be typed at this game."""
        return game_input(self.match.record.game)

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
            return ["yes", "no"] if isinstance(self.asking, Resigning) else self.asking.words()
        if self.over:
            return ["undo", "save", "quit"]
        texts = [str(move["text"]).removesuffix(":?") for move in self.legal]
        if self.placing:
            texts = [f"place {face}" for face in self.match.faces]
        return [*texts, *COMMANDS, *(self.input.commands if self.match.reported else ())]

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
    if session.asking:
        return _go_on_asking(session, session.asking, line)
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
        place = placement_input.read(text, session.match.faces)
        return _refused(session, place) if isinstance(place, str) else (session, (place,))
    if session.match.simulated and text.startswith("place"):
        return _refused(session, "there is no piece in your hand to be placed now")
    decision = session.input.read(session.match, text)
    return _take(session, decision) if isinstance(decision, str) else _open(session, decision)


def _take(session: Session, text: str) -> Step:
    """Take a decision by its text."""
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
    own = session.input
    more = own.commands_help if session.match.reported else own.placement_help
    lines = [HELP, more] if session.match.game.simulation else [HELP]
    return session, (Say("\n".join(filter(None, lines))),)


def _moves(session: Session, _: list[str]) -> Step:
    if session.placing:
        return session, (Say(placement_input.choices(session.match.faces)),)
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
    if session.match.awaits_report() and session.match.reported:
        return _refused(session, session.input.reporting)
    return session, (Hint(),)


def _save(session: Session, words: list[str]) -> Step:
    name = " ".join(words)
    if not name or not name.isprintable():
        return _refused(session, "save needs the name of a file, as in: save evening.rec")
    return session, (Save(name),)


def _ask_to_resign(session: Session, _: list[str]) -> Step:
    if session.over:
        return _refused(session, "the game is over")
    return replace(session, asking=Resigning(session.match.to_move)), ()


def _leave(session: Session, _: list[str]) -> Step:
    return session, (Leave(),)


def _open(session: Session, asking: Dialog) -> Step:
    """Ask something; what has only one answer answers itself."""
    if asking.complete:
        return _take(session, asking.text)
    return replace(session, asking=asking), ()


def _go_on_asking(session: Session, asking: Dialog, line: str) -> Step:
    """Answer by answer, until the decision is known: 5.1 of Splash!, for one."""
    more = asking.feed(line)
    if more is None:
        return replace(session, asking=None), (Say("nothing reported"),)
    if isinstance(more, str):
        return _refused(session, more)
    if not more.complete:
        return replace(session, asking=more), ()
    after, effects = _take(replace(session, asking=None), more.text)
    return after, (Say(f"reported: {more.text}"), *effects)


def _resign(session: Session, seat: Seat, words: list[str]) -> Step:
    session = replace(session, asking=None)
    if words != ["yes"]:
        return session, (Say("played on"),)
    match = session.match
    others = _other_side(match, seat)
    if others:
        return Session(match.ended(Outcome(others, "resigned"))), ()
    computer = usual_computer(match.game)
    taken = match.taken_over(seat, computer)
    return Session(taken), (Say(f"p{seat} gives up; {computer} plays on in its place"),)


def _other_side(match: Match, seat: Seat) -> tuple[Seat, ...]:
    """Those who win when a seat gives up; empty where more than one side is left to play."""
    left = match.game.seats_in(match.state)
    sides = match.game.sides(match.record.setup)  # partners give up together
    others = [side for side in sides if seat not in side and not set(left).isdisjoint(side)]
    return others[0] if len(others) == 1 else ()


def _command(session: Session, word: str) -> "_Command | None":
    if session.match.reported and (own := session.input.commands.get(word)):
        return partial(_own_command, own)
    return COMMANDS.get({"?": "help", "exit": "quit"}.get(word, word))


def _own_command(command: OwnCommand, session: Session, words: list[str]) -> Step:
    asking = command(session.match, words)
    return _refused(session, asking) if isinstance(asking, str) else _open(session, asking)


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
