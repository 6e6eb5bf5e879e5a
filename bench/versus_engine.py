"""Two engines against each other over UGI: `python -m bench.versus_engine GAME "ONE" "OTHER"`.

ONE and OTHER are commands that start an engine, such as "ludothek ugi repulso" of two builds. Every
opening (two random decisions) is played twice, with both in both seats. A draw is half a win.
"""

import argparse
import shlex
from collections.abc import Sequence
from random import Random
from subprocess import PIPE, Popen

from ludothek.engine.core import advance, begin

OPENING = 2  # random decisions


class Engine:
    """A process that is told a position and answers with a decision."""

    def __init__(self, command: str, milliseconds: int) -> None:
        self._process = Popen(shlex.split(command), stdin=PIPE, stdout=PIPE, text=True)
        self._milliseconds = milliseconds

    def choose(self, moves: Sequence[str]) -> str:
        """The best decision after some others."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        told = f"position startpos moves {' '.join(moves)}\ngo movetime {self._milliseconds}\n"
        stdin.write(told)
        stdin.flush()
        for line in stdout:
            if line.startswith("bestmove "):
                return line.split()[1]
        raise ValueError("the engine has ended")


def main() -> None:
    """Print the score after each game."""
    told = _arguments()
    one, other = Engine(told.one, told.milliseconds), Engine(told.other, told.other_milliseconds)
    score = 0.0
    for game in range(told.games):
        seats = (one, other) if game % 2 == 0 else (other, one)
        winners = played(told.game, seats, Random(f"{told.seed} {game // 2}"))
        score += 0.5 if not winners else float(seats[winners[0] - 1] is one)
        print(f"{game + 1} games: {score:g}, {score / (game + 1):.0%}", flush=True)


def played(game: str, seats: Sequence[Engine], random: Random) -> tuple[int, ...]:
    """Who wins one game."""
    play, moves = begin(game), list[str]()
    while not play.over:
        if len(moves) < OPENING:
            move = play.format(random.choice(play.legal()))
        else:
            move = seats[play.seat - 1].choose(moves)
        moves.append(move)
        advance(play, move)
    winners, _reason = play.outcome or ((), "")
    return winners


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.versus_engine")
    parser.add_argument("game", choices=("repulso", "robotory", "nexus"))
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--milliseconds", type=int, default=300, help="of the one")
    parser.add_argument("--other-milliseconds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
