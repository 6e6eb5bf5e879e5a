"""Two engines over UGI: `python -m bench.strength.versus_engine GAME "ONE" "OTHER"`.

ONE and OTHER are commands that start an engine, such as "ludothek ugi repulso" of two builds. Every
opening (two random decisions) is played once from every seat of ONE; OTHER has all other seats. A
draw is shared by all.
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
        commands = f"position startpos moves {' '.join(moves)}\ngo movetime {self._milliseconds}\n"
        stdin.write(commands)
        stdin.flush()
        for line in stdout:
            if line.startswith("bestmove "):
                return line.split()[1]
        raise ValueError("the engine has ended")


def main() -> None:
    """Print the score after each game."""
    options = _arguments()
    one, other = (
        Engine(options.one, options.milliseconds),
        Engine(options.other, options.other_milliseconds),
    )
    score = 0.0
    for game in range(options.games):
        opening, own = divmod(game, options.players)
        seats = [one if seat == own else other for seat in range(options.players)]
        winners = played(options.game, seats, Random(f"{options.seed} {opening}"))
        score += float(seats[winners[0] - 1] is one) if winners else 1 / options.players
        print(f"{game + 1} games: {score:g}, {score / (game + 1):.0%}", flush=True)


def played(game: str, seats: Sequence[Engine], random: Random) -> tuple[int, ...]:
    """Who wins one game."""
    play, moves = begin(game, len(seats)), list[str]()
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
    parser = argparse.ArgumentParser(prog="python -m bench.strength.versus_engine")
    parser.add_argument("game", choices=("repulso", "robotory", "nexus"))
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--players", type=int, default=2, help="seats")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--milliseconds", type=int, default=300, help="of the one")
    parser.add_argument("--other-milliseconds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
