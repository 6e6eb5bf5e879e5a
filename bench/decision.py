"""What a decision costs: `python -m bench.decision [--games robotory nexus] [--matches 200]`.

A whole server in this process, without a network: two people follow every match, and decisions are
taken in batches, from the command to what both are sent. Processor time of all threads, so that
other programs on the machine hardly matter. The sockets themselves come on top (`bench.load`).
"""

import argparse
import asyncio
import tempfile
import time
from random import Random
from typing import Any, Final, cast

import uvloop

from ludothek.games import load
from ludothek.research.arena.runs import table
from ludothek.server.accounts.signing import new_id
from ludothek.server.app.services import Services
from ludothek.server.app.settings import Settings
from ludothek.server.live.connection import Connection
from ludothek.server.match.commands import Decide, Person
from ludothek.server.match.config import Occupant, Plan
from ludothek.server.match.setup.seating import set_up

ROUNDS: Final = 12  # decisions of every match
AT_ONCE: Final = 20  # matches that decide at the same moment
HEADINGS: Final = ("game", "decisions", "a decision", "on the event loop")


class Nowhere:
    """A socket that takes everything."""

    application_state = None

    async def send_text(self, _text: str) -> None:
        """Take a message."""


class Member:
    """Who sits at one end of a connection."""

    credential = until = None

    def __init__(self, person: Person) -> None:
        self.id = person.id


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.decision")
    parser.add_argument("--games", nargs="+", default=["robotory", "nexus"], metavar="GAME")
    parser.add_argument("--matches", type=int, default=200)
    arguments = parser.parse_args()
    rows = [uvloop.run(measure(game, arguments.matches)) for game in arguments.games]
    print(table([HEADINGS, *rows]))


async def measure(game: str, number: int) -> tuple[str, ...]:
    """Let so many matches take their first decisions."""
    with tempfile.TemporaryDirectory() as folder:
        services = Services(Settings(database=f"sqlite:///{folder}/db.sqlite3"))
        await services.start()
        tables = [await _set_up(services, game) for _ in range(number)]
        random, taken = Random(1), 0
        process = thread = 0.0
        for _ in range(ROUNDS):
            for first in range(0, number, AT_ONCE):
                chosen = [
                    _choice(services, *each, random) for each in tables[first : first + AT_ONCE]
                ]
                before, loop = time.process_time(), time.thread_time()
                done = await asyncio.gather(*(_decide(services, each) for each in chosen))
                process += time.process_time() - before
                thread += time.thread_time() - loop
                taken += sum(done)
        await services.stop()
    each = (1000 * seconds / taken for seconds in (process, thread))
    return game, f"{taken:,}", *(f"{milliseconds:.2f} ms" for milliseconds in each)


async def _set_up(services: Services, game: str) -> tuple[str, list[Person]]:
    """A match that two people follow."""
    rules = load(game)
    people = [Person(new_id(), "Ada"), Person(new_id(), "Bo")]
    plan = Plan(game, rules.version, 2, rules.setup(2).options)
    occupants = [Occupant(person.name, person.id) for person in people]
    match = await services.matches.create(new_id(), set_up(plan, occupants, people[0].id, 1))
    for person in people:
        connection = Connection(cast("Any", Nowhere()), cast("Any", Member(person)), "here")
        services.hub.enter(connection)
        asyncio.get_running_loop().create_task(connection.write()).add_done_callback(_ended)
        await services.hub.watch(connection, match.id, None)
    return match.id, people


def _ended(_task: asyncio.Task[None]) -> None:
    """Tasks of connections end with the loop."""


Choice = tuple[str, Person, Decide] | None


def _choice(services: Services, match_id: str, people: list[Person], random: Random) -> Choice:
    match = services.matches.in_memory(match_id)
    if not match or match.over:
        return None
    text = random.choice(match.game.legal_texts(match.state))
    return match_id, people[match.to_move - 1], Decide(ply=match.ply, decisions=[text])


async def _decide(services: Services, choice: Choice) -> bool:
    if choice:
        await services.matches.perform(*choice)
    return choice is not None


if __name__ == "__main__":
    main()
