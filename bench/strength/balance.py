"""Does it matter who begins? `python -m bench.strength.balance [GAME …] --jobs 16`.

The strongest level plays against itself, in every game, number of seats and option. It is
limited by nodes, so that the figures do not depend on the speed of the machine. Where it evaluates
with a network it would play nearly the same game each time: there each seat's first decision is
random.
"""

from collections.abc import Iterator, Sequence

from bench.harness import chosen, measured, parser, show
from ludothek.engine import STRONGEST
from ludothek.engine.core import GAMES
from ludothek.games import AnyGame, load
from ludothek.research.arena.matches import play, shares
from ludothek.research.arena.ratings import score
from ludothek.research.arena.runs import Result, Task

Options = dict[str, str]
Setting = tuple[str, int, str]  # game, seats, options as text

NODES = {"repulso": 20_000, "robotory": 20_000, "nexus": 1_000}  # for a decision
BY_LOT = {"repulso": 2, "robotory": 2, "nexus": 0}  # first decisions
HEADINGS = ("game", "seats", "options", "games", "draws", "first seat", "the others", "decisions")


def main() -> None:
    """Play, and show a table."""
    command = parser("balance", GAMES, "balance.jsonl")
    command.add_argument("--number", type=int, default=100, help="games of each setting")
    command.add_argument("--nodes", type=int, help=f"for a decision; otherwise {NODES}")
    arguments = command.parse_args()
    games = chosen(arguments, GAMES)
    tasks = {
        setting: [
            task(setting, options, number, arguments.nodes or NODES[setting[0]])
            for number in range(arguments.number)
        ]
        for setting, options in settings(games)
    }
    in_turn = [each for some in zip(*tasks.values(), strict=True) for each in some]
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
        "players": [STRONGEST] * seats,
        "seconds": [None] * seats,
        "nodes": nodes,
        "seed": number,
        "opening": [BY_LOT[name], number],
    }
    return Task(f"balance {name} {seats} {text} {nodes} {BY_LOT[name]} {number}", job)


def row(setting: Setting, results: list[Result]) -> tuple[str, ...]:
    """What the games of a setting say."""
    name, seats, text = setting
    if not results:
        return (name, str(seats), text, "0", *["-"] * 4)
    gained = [shares(result["winners"], seats) for result in results]
    first = score([each[0] for each in gained])
    others = [f"{sum(each[seat] for each in gained) / len(gained):.0%}" for seat in range(1, seats)]
    lengths = sorted(len(result["moves"].split()) for result in results)
    return (
        name,
        str(seats),
        text,
        str(first.games),
        str(sum(not result["winners"] for result in results)),
        f"{first.share:.0%} ({first.least:.0%} to {first.most:.0%})",
        " ".join(others),
        str(lengths[len(lengths) // 2]),
    )


if __name__ == "__main__":
    main()
