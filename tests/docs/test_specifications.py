"""The page of the specifications is what `specification` and Splash!'s `describe` say.

`python -m tests.docs.test_specifications` writes it again.
"""

from collections.abc import Iterator
from pathlib import Path

from ludothek.engine.core import GAMES
from ludothek.games import load
from ludothek.research.env import table_match
from ludothek.research.specification import Actions, Specification, specification

PAGE = Path(__file__).parents[2] / "docs" / "specifications.md"
HEAD = """\
# What learners see

The frozen specifications of the four games, as [Use it for research](tutorials/research.md) uses
them. A version never changes: other planes, actions or rules get another one. This page is written
from `ludothek.research.specification` (`describe()` says the same as data).

Observations are bytes, planes x rows x columns, as a seat sees them: own is the seat that looks,
the others follow in playing order. Every byte lies between 0 and the number in the table. Where a
plane is a number, it fills the plane. Actions are numbers from 0 on; what is legal says the mask.
Rewards are (seats x share - 1) / (seats - 1) at the end and 0 before, so they add up to 0.
Symmetries are those of planes and actions (`board_symmetries`).
"""


def table(*head: str, rows: Iterator[tuple[object, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    lines += [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join(lines) + "\n"


def board_game(name: str) -> str:
    specs = [specification(name, seats) for seats in load(name).seat_counts]
    spec = specs[0]
    planes = table(
        "plane",
        "from 0 to",
        rows=((plane.name, plane.high) for plane in spec.planes),
    )
    names = "; ".join(each.name for each in spec.board_symmetries)
    rows, columns = spec.shape[1:]
    parts = [
        f"\n## {spec.rules.title}: {spec.id}\n",
        f"{spec.shape[0]} planes of {rows} x {columns}.\nSymmetries: {names}.\n",
        planes,
        action_table(specs),
    ]
    if name == "nexus":
        parts += ["In parts, without a loss (`factored`):\n", factored_table(specs)]
    return "\n".join(parts)


def numbers_of(run: Actions) -> str:
    return f"{run.first}-{run.first + run.number - 1}"


def action_table(specs: list[Specification]) -> str:
    head = [f"{spec.setup.seats} seats" for spec in specs]
    return table(
        "actions",
        "order",
        *head,
        rows=(
            (runs[0].name, runs[0].order, *map(numbers_of, runs))
            for runs in zip(*(spec.actions for spec in specs), strict=True)
        ),
    )


def factored_table(specs: list[Specification]) -> str:
    head = [f"{spec.setup.seats} seats" for spec in specs]
    names = specs[0].factored.names
    sizes = zip(*(spec.factored.sizes for spec in specs), strict=True)
    return table(
        "part",
        *head,
        rows=((name, *(f"0-{n - 1}" for n in row)) for name, row in zip(names, sizes, strict=True)),
    )


def splash() -> str:
    low, high = table_match.LOW, table_match.HIGH
    pose = zip(("x", "y", "turn"), ("mm", "mm", "degrees"), low, high, strict=True)
    parts = f"{table_match.PIECES} pieces x {len(table_match.COLUMNS)} columns, then the rest"
    reach = f"from {-table_match.REACH:g} to {table_match.REACH:g}"
    seen: list[tuple[object, ...]] = [
        (f"column {i} of a piece", name) for i, name in enumerate(table_match.COLUMNS)
    ]
    seen += [
        (table_match.PIECES * len(table_match.COLUMNS) + i, name)
        for i, name in enumerate(table_match.REST)
    ]
    actions: list[tuple[object, ...]] = [
        ("piece", f"0-{table_match.PIECES - 1}, in the order of `splash.pieces.NAMES`"),
        ("face", f"0-{table_match.FACES - 1}"),
        *((f"pose, {name}", f"{least:g} to {most:g} {unit}") for name, unit, least, most in pose),
    ]
    return "\n".join(
        [
            f"\n## Splash!: {table_match.describe()['id']}\n",
            f"{table_match.LENGTH} numbers {reach}: {parts}. Truths are 0 or 1.\n",
            table("number", "what it is", rows=iter(seen)),
            table("part of an action", "values", rows=iter(actions)),
        ]
    )


def page() -> str:
    return HEAD + "".join(map(board_game, GAMES)) + splash()


def test_the_page_of_the_specifications_is_what_they_say() -> None:
    assert PAGE.read_text("utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
