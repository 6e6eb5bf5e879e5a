"""The weakest level against that of the former scale: `python -m bench.strength.first_level`.

Beginners must not meet a stronger level 1 than there was. Each opening of two random decisions is
played once from every seat of today's level; all other seats have the former one.
"""

from bench.harness import chosen, measured, parser, show
from ludothek.engine import GAMES
from ludothek.games import load
from ludothek.games.protocol import FORMER_LEVELS
from ludothek.research.arena.matches import play, shares
from ludothek.research.arena.ratings import score
from ludothek.research.arena.runs import Result, Task

TODAY, FORMER = "level1", f"level1/{FORMER_LEVELS}"
HEADINGS = ("game", "seats", "games", "share of today's level 1, as with two seats")
OPENING = 2  # random decisions


def main() -> None:
    """Play, and show a row for each game and number of seats."""
    command = parser("strength.first_level", GAMES, "first_level.jsonl")
    command.add_argument("--number", type=int, default=200, help="games of each kind")
    command.add_argument("--seats", type=int, help="this number of seats only")
    arguments = command.parse_args()
    kinds = [
        (game, seats)
        for game in chosen(arguments, GAMES)
        for seats in load(game).seat_counts
        if arguments.seats in {None, seats}
    ]
    tasks = {kind: [task(*kind, number) for number in range(arguments.number)] for kind in kinds}
    results = measured(play, [each for some in tasks.values() for each in some], arguments)
    rows = [
        row(*kind, [results[each.key] for each in some if each.key in results])
        for kind, some in tasks.items()
    ]
    show([HEADINGS, *rows], "first level", arguments)


def task(game: str, seats: int, number: int) -> Task:
    """One game."""
    players = [FORMER] * seats
    players[number % seats] = TODAY
    job = {
        "game": game,
        "seats": seats,
        "options": {},
        "players": players,
        "seconds": [None] * seats,
        "seed": number,
        "opening": [OPENING, number // seats],
    }
    return Task(f"first level {game} {seats} {OPENING} {number}", job)


def row(game: str, seats: int, results: list[Result]) -> tuple[str, ...]:
    """What today's level got."""
    if not results:
        return game, str(seats), "0", "-"
    won = [shares(result["winners"], seats)[result["players"].index(TODAY)] for result in results]
    got = score(won).against_one(seats)
    share = f"{got.share:.0%} ({got.least:.0%} to {got.most:.0%})"
    return game, str(seats), str(got.games), share


if __name__ == "__main__":
    main()
