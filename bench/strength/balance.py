"""Does it matter who begins? `python -m bench.strength.balance [GAME …] --jobs 16`.

The strongest level plays against itself, in every game, number of seats and option. It is
limited by nodes, so that the figures do not depend on the speed of the machine. It would play
nearly the same game each time: so each seat's first turn is random (in NEXUS it enters marbles).
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from statistics import median
from typing import Final

from bench.harness import chosen, measured, parser, show
from ludothek.engine import strongest
from ludothek.engine.core import GAMES
from ludothek.games import AnyGame, load
from ludothek.research.arena.matches import play, shares
from ludothek.research.arena.ratings import score
from ludothek.research.arena.runs import Result, Task

Options = dict[str, str]
Setting = tuple[str, int, str]  # game, seats, options as text

NODES: Final = {"repulso": 1_500, "robotory": 1_500, "nexus": 250}  # for a decision
BY_LOT: Final = {"repulso": 1, "robotory": 1, "nexus": 3}  # first decisions of each seat
MOST_TURNS: Final = 1_000  # what goes on longer counts as drawn
HEADINGS: Final = (
    *("game", "seats", "options", "games", "drawn", "cut off", "first seat", "the others"),
    *("turns", "decisions"),
)


def main() -> None:
    """Play, and show a table."""
    command = parser("balance", GAMES, "balance.jsonl")
    command.add_argument("--number", type=int, default=1000, help="games of the default rules")
    command.add_argument("--changed", type=int, default=400, help="games of each changed option")
    command.add_argument("--seats", type=int, nargs="*", help="these numbers only")
    command.add_argument("--nodes", type=int, help=f"for a decision; otherwise {NODES}")
    arguments = command.parse_args()
    games = chosen(arguments, GAMES)
    tasks = {
        setting: [
            task(setting, options, number, arguments.nodes or NODES[setting[0]])
            for number in range(arguments.changed if options else arguments.number)
        ]
        for setting, options in settings(games)
        if not arguments.seats or setting[1] in arguments.seats
    }
    in_turn = [each for some in zip_longest(*tasks.values()) for each in some if each]
    results = measured(play, in_turn, arguments)
    rows = [
        row(setting, [results[each.key] for each in some if each.key in results])
        for setting, some in tasks.items()
    ]
    show([HEADINGS, *rows], "balance", arguments)


def settings(games: Sequence[str]) -> Iterator[tuple[Setting, Options]]:
    """The default rules of each game and number of seats, then one option changed at a time."""
    for name in games:
        game = load(name)
        for seats in game.seat_counts:
            for options in ({}, *_changes(game)):
                text = ",".join(f"{option}={value}" for option, value in options.items()) or "-"
                yield (name, seats, text), options


def _changes(game: AnyGame) -> Iterator[Options]:
    for option in game.options:
        for value in option.values[1:]:
            yield {option.name: value}


def task(setting: Setting, options: Options, number: int, nodes: int) -> Task:
    """One game."""
    name, seats, text = setting
    job = {
        "game": name,
        "seats": seats,
        "options": options,
        "players": [strongest(name)] * seats,
        "seconds": [None] * seats,
        "nodes": nodes,
        "seed": number,
        "opening": [BY_LOT[name] * seats, number],
        "most_turns": MOST_TURNS,
        "brief": True,
    }
    lots = BY_LOT[name] * seats
    return Task(f"balance {name} {seats} {text} {nodes} {lots} {number}", job)


def row(setting: Setting, results: list[Result]) -> tuple[str, ...]:
    """What the games of a setting say."""
    name, seats, text = setting
    if not results:
        return (name, str(seats), text, "0", *["-"] * 6)
    gained = [shares(result["winners"], seats) for result in results]
    first = score([each[0] for each in gained])
    others = [f"{sum(each[seat] for each in gained) / len(gained):.0%}" for seat in range(1, seats)]
    return (
        name,
        str(seats),
        text,
        str(first.games),
        f"{sum(not result['winners'] for result in results) / len(results):.0%}",
        str(sum(result["reason"] == "cap" for result in results)),
        f"{first.share:.0%} ({first.least:.0%} to {first.most:.0%})",
        " ".join(others),
        f"{median(result['turns'] for result in results):.0f}",
        f"{median(result['decisions'] for result in results):.0f}",
    )


if __name__ == "__main__":
    main()
