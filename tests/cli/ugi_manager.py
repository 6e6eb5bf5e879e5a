"""A small tournament manager that knows the words of UGI and nothing of any game.

python tests/cli/ugi_manager.py --games 4 --go "nodes 100" "ludothek ugi robotory" "other ugi"
"""

import argparse
import shlex
import subprocess
from collections import Counter
from collections.abc import Sequence
from queue import Queue
from threading import Thread
from types import TracebackType
from typing import Self

PATIENCE = 120.0  # seconds to wait for any line
LONGEST = 5_000  # decisions of a game


class Engine:
    """An engine in a process of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._lines: Queue[str] = Queue()
        Thread(target=self._listen, daemon=True).start()
        self._greet()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.send("quit")
        self._process.communicate(timeout=PATIENCE)

    def send(self, line: str) -> None:
        """Send one line."""
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def wait_for(self, *words: str) -> str:
        """The rest of the next line that begins with these words; other lines are skipped."""
        while True:
            line = self._lines.get(timeout=PATIENCE).split(" ")
            if line[: len(words)] == list(words):
                return " ".join(line[len(words) :])

    def ask(self, question: str) -> str:
        """The answer to a query."""
        self.send(f"query {question}")
        return self.wait_for("response")

    def prepare(self, moves: Sequence[str]) -> None:
        """Show the engine where the game stands."""
        self.send("isready")
        self.wait_for("readyok")
        self.send(" ".join(["position startpos", *(["moves", *moves] if moves else [])]))

    def think(self, limits: str) -> str:
        """The engine's move."""
        self.send(f"go {limits}")
        return self.wait_for("bestmove")

    def _greet(self) -> None:
        self.send("ugi")
        self.name = self.wait_for("id", "name")
        self.wait_for("ugiok")

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))


def play_game(first: Engine, second: Engine, limits: str) -> tuple[str, list[str]]:
    """The result both engines agree on, and the moves."""
    moves: list[str] = []
    for engine in (first, second):
        engine.send("uginewgame")
    while len(moves) < LONGEST:
        first.prepare(moves)
        second.prepare(moves)
        over = first.ask("gameover")
        assert over == second.ask("gameover"), f"the engines disagree on the end after {moves}"
        if over == "true":
            break
        turn = first.ask("p1turn")
        assert turn == second.ask("p1turn"), f"the engines disagree on the turn after {moves}"
        moves.append((first if turn == "true" else second).think(limits))
    result = first.ask("result")
    assert result == second.ask("result"), f"the engines disagree on the result after {moves}"
    return result, moves


def play_match(one: Engine, other: Engine, games: int, limits: str) -> Counter[str]:
    """How often each result came, the engines taking turns to begin."""
    pairs = [(one, other), (other, one)]
    return Counter(play_game(*pairs[game % 2], limits)[0] for game in range(games))


def main() -> None:
    """Play a match from the command line."""
    parser = argparse.ArgumentParser(description="Play a match between two UGI engines.")
    parser.add_argument("engines", nargs=2, help="the command that starts an engine")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--go", default="movetime 100", help="what follows go")
    arguments = parser.parse_args()
    one, other = map(shlex.split, arguments.engines)
    with Engine(one) as first, Engine(other) as second:
        print(f"{first.name} against {second.name}")
        for result, count in play_match(first, second, arguments.games, arguments.go).items():
            print(f"{result} {count}")


if __name__ == "__main__":
    main()
