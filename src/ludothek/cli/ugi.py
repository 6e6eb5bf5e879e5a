"""`ludothek ugi`: the Universal Game Interface on standard input and output (docs/protocol.md).

What cannot be done is answered with `error` and a sentence, and changes nothing; commands nobody
knows are ignored. A search runs in a thread of its own, so that it can be stopped.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import version
from io import TextIOWrapper
from threading import Event, Lock, Thread
from typing import Any, Final, NoReturn, TextIO

from ludothek.engine import Analysis, Limits, Player, expect_player, player, player_names, strongest
from ludothek.engine.networks import Network
from ludothek.engine.players.levels import FIRST, last_of
from ludothek.games.errors import IllegalMove, LudothekError, UnreadableMove
from ludothek.games.perft import perft
from ludothek.games.protocol import Seat, Setup, seat_text
from ludothek.games.record import play_text
from ludothek.games.registry import AnyGame

SECONDS: Final = 1.0  # to think, where `go` names no limit
RESERVE: Final = 10  # milliseconds of a movetime, or half of it, for the way of the answer
MOST_PERFT: Final = 99
MOST_SEED: Final = 2**31 - 1
MOST_THREADS: Final = 256

_NUMBERED: Final = re.compile(r"movetime|nodes|depth|p[1-9]time|p[1-9]inc")
_AT_LEAST_ONE: Final = {"nodes", "depth"}
_OPTIONS: Final = "Player, Level, Threads or Seed"
_SETOPTION: Final = re.compile(r"name (?P<name>.+?) value (?P<value>.+)")


@dataclass(frozen=True, slots=True)
class _Position:
    """The current position, and the command that set it."""

    start: str  # "" for the game's own start, or a position text
    moves: tuple[str, ...]
    state: Any


@dataclass(frozen=True, slots=True)
class _Options:
    """What `setoption` sets."""

    player: str
    threads: int = 1
    seed: int = 0  # 0: another one for every search


class Ugi:
    """An engine one talks to in lines."""

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        say: Callable[[str], None],
        network: Network | None = None,
    ) -> None:
        self._network = network
        self._game = game
        self._setup = setup
        self._say = say
        self._options = _Options(strongest(game.name))
        self._position = _Position("", (), game.start(setup))
        self._stop = Event()
        self._search: Thread | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._ready,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "query": self._query,
            "go": self._go,
            "stop": self._stop_search,
            "setoption": self._set_option,
            "legal": self._legal,
            "perft": self._perft,
            "fen": self._fen,
        }

    def handle(self, line: str) -> bool:
        """Obey one line; False when it says `quit`."""
        words = line.split()
        if words[:1] == ["quit"]:
            return False
        if words and words[0] in self._commands:
            try:
                self._commands[words[0]](words[1:])
            except LudothekError as error:
                self._say("error " + " ".join(str(error).split()))
        return True

    def finish(self) -> None:
        """Stop searching; the search still prints its best move."""
        self._stop.set()
        if self._search:
            self._search.join()

    def _introduce(self, _words: list[str]) -> None:
        game = self._game.name
        players, last = " ".join(f"var {name}" for name in player_names(game)), last_of(game)
        self._say(f"id name Ludothek {version('ludothek')} {self._game.title}")
        self._say("id author the authors of Ludothek")
        self._say(f"option name Player type combo default {strongest(game)} {players}")
        self._say(f"option name Level type spin default {last} min {FIRST} max {last}")
        self._say(f"option name Threads type spin default 1 min 1 max {MOST_THREADS}")
        self._say(f"option name Seed type spin default 0 min 0 max {MOST_SEED}")
        self._say("ugiok")

    def _ready(self, _words: list[str]) -> None:
        self._say("readyok")

    def _new_game(self, _words: list[str]) -> None:
        self._expect_no_search()
        self._position = _Position("", (), self._game.start(self._setup))

    def _set_position(self, words: list[str]) -> None:
        self._expect_no_search()
        start, moves = _split_position(words)
        current = self._position
        if (start, moves[: len(current.moves)]) == (current.start, current.moves):
            state, rest = current.state, moves[len(current.moves) :]
        elif start:
            state, rest = self._game.parse_position(start, self._setup), moves
        else:
            state, rest = self._game.start(self._setup), moves
        for text in rest:
            state = self._played(state, text)
        self._position = _Position(start, moves, state)

    def _played(self, state: Any, text: str) -> Any:
        try:
            return play_text(self._game, state, text)[1]
        except UnreadableMove:
            raise
        except IllegalMove as error:
            raise LudothekError(error.code, f"{text}: {error}") from error

    def _query(self, words: list[str]) -> None:
        state = self._position.state
        outcome = self._game.outcome(state)
        seat = self._game.to_move(state)
        answers = {
            "gameover": "true" if outcome else "false",
            "p1turn": "true" if seat == 1 else "false",
            "turn": seat_text(seat),
            "result": outcome.text if outcome else "none",
        }
        if len(words) != 1 or words[0] not in answers:
            _refuse(f"query is followed by one of {', '.join(answers)}")
        self._say(f"response {answers[words[0]]}")

    def _legal(self, _words: list[str]) -> None:
        texts = sorted(self._game.legal_texts(self._position.state), key=str.encode)
        self._say(" ".join(["legal", *texts]))

    def _perft(self, words: list[str]) -> None:
        depth = _number("perft", words[0] if words else "", MOST_PERFT)
        self._say(f"nodes {perft(self._game, self._position.state, depth)}")

    def _fen(self, _words: list[str]) -> None:
        self._say(self._game.format_position(self._position.state))

    def _set_option(self, words: list[str]) -> None:
        match = _SETOPTION.fullmatch(" ".join(words))
        name, value = (match["name"].lower(), match["value"]) if match else ("", "")
        if name == "player":
            expect_player(self._game.name, value)
            self._options = replace(self._options, player=value)
        elif name == "level":
            level = _number("Level", value, last_of(self._game.name), FIRST)
            self._options = replace(self._options, player=f"level{level}")
        elif name == "threads":
            threads = _number("Threads", value, MOST_THREADS, 1)
            self._options = replace(self._options, threads=threads)
        elif name == "seed":
            self._options = replace(self._options, seed=_number("Seed", value, MOST_SEED))
        else:
            _refuse(f"setoption is followed by name {_OPTIONS}, and value and its value")

    def _go(self, words: list[str]) -> None:
        self._expect_no_search()
        state = self._position.state
        limits = _limits(words, self._game.to_move(state))
        if self._game.outcome(state):
            self._say("bestmove none")
            return
        self._stop = Event()
        options = self._options
        thinker = player(options.player, options.seed or None, options.threads, self._network)
        arguments = (thinker, limits, self._stop, "infinite" in words)
        self._search = Thread(target=self._think, args=arguments, daemon=True)
        self._search.start()

    def _think(self, thinker: Player, limits: Limits, stop: Event, infinite: bool) -> None:
        move = thinker.choose(self._game, self._position.state, limits, stop, self._report)
        if infinite:
            stop.wait()
        stop.set()  # from here on other commands wait for the answer
        self._say(f"bestmove {move}")

    def _report(self, analysis: Analysis) -> None:
        milliseconds = round(analysis.seconds * 1000)
        speed = round(analysis.nodes / analysis.seconds) if analysis.seconds else 0
        words = [f"info depth {analysis.depth} nodes {analysis.nodes} nps {speed}"]
        words.append(f"time {milliseconds} score {analysis.score:.3f}")
        if analysis.proof:
            words.append(f"proof {analysis.proof.result} {analysis.proof.decisions}")
        if analysis.line:
            words.append(" ".join(["pv", *analysis.line]))
        self._say(" ".join(words))

    def _stop_search(self, _words: list[str]) -> None:
        self._stop.set()

    def _expect_no_search(self) -> None:
        """A search that was told to stop is waited for."""
        if self._search and self._search.is_alive() and not self._stop.is_set():
            _refuse("a search is running; stop it first")
        self.finish()


def serve(
    game: AnyGame,
    setup: Setup,
    stdin: TextIO,
    stdout: TextIO,
    network: Network | None = None,
) -> None:
    """Talk until `quit` or the end of input; every line is sent at once."""
    lock = Lock()

    def say(line: str) -> None:
        with lock, suppress(BrokenPipeError):  # nobody listens any more: the input ends, too
            stdout.write(f"{line}\n")
            stdout.flush()

    engine = Ugi(game, setup, say, network)
    for line in stdin:
        if not engine.handle(line):
            break
    engine.finish()


def run(game: AnyGame, setup: Setup, network: Network | None = None) -> None:
    """Talk on standard input and output."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    serve(game, setup, sys.stdin, sys.stdout, network)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _split_position(words: list[str]) -> tuple[str, tuple[str, ...]]:
    """The position text ("" for the start) and the moves."""
    end = words.index("moves") if "moves" in words else len(words)
    match words[:end]:
        case ["startpos"]:
            start = ""
        case ["fen", *text] if text:
            start = " ".join(text)
        case _:
            _refuse("position is followed by startpos, or by fen and a position, then moves")
    return start, tuple(words[end + 1 :])


def _limits(words: list[str], seat: Seat) -> Limits:
    values = dict(_numbers(words))
    seconds = [_thinking(values["movetime"]) / 1000] if "movetime" in values else []
    if f"p{seat}time" in values:
        clock = values[f"p{seat}time"] / 25 + values.get(f"p{seat}inc", 0) / 2
        seconds.append(min(clock, values[f"p{seat}time"] / 2) / 1000)
    limits = Limits(min(seconds, default=None), values.get("nodes"), values.get("depth"))
    return Limits(SECONDS) if limits == Limits() and "infinite" not in words else limits


def _thinking(movetime: int) -> float:
    return max(movetime - RESERVE, movetime / 2)


def _numbers(words: list[str]) -> Iterator[tuple[str, int]]:
    following = iter(words)
    for word in following:
        if _NUMBERED.fullmatch(word):
            least = 1 if word in _AT_LEAST_ONE else 0
            yield word, _number(word, next(following, ""), least=least)


def _number(what: str, text: str, most: int = 10**12, least: int = 0) -> int:
    if not re.fullmatch(r"[0-9]{1,13}", text) or not least <= int(text) <= most:
        _refuse(f"{what} is followed by a number from {least} to {most}, not {text!r}")
    return int(text)


def _refuse(sentence: str) -> NoReturn:
    raise LudothekError("ugi", sentence)
