"""What a decision costs: `python -m bench.decision [--games robotory nexus:4] [--matches 200]`.

A whole server in this process, without a network: a person at every seat follows the match, and
decisions are taken in batches, from the command to what all are sent. Processor time of all
threads, so that other programs on the machine hardly matter. The sockets come on top: with
`--sockets` the server is another process, and people of two seats are connected to it. As many
decisions are under way at a time there, so that runs can be compared; `bench.load` has them at
moments of their own.
"""

import argparse
import asyncio
import json
import tempfile
import time
from random import Random
from typing import Any, Final, cast

import httpx
import uvloop
from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection

from bench.load import Measured, Table, busy, server
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
HEADINGS: Final = ("game", "seats", "decisions", "a decision", "on the event loop")
GAMES: Final = ("robotory", "repulso", "nexus", "nexus:3", "nexus:4", "splash", "splash:4")


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
    parser.add_argument("--games", nargs="+", default=GAMES, metavar="GAME[:SEATS]")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--sockets", action="store_true", help="two seats, over the network")
    arguments = parser.parse_args()
    rows = []
    for each in arguments.games:
        game, _, seats = each.partition(":")
        if arguments.sockets:
            rows.append(uvloop.run(measure_sockets(game, arguments.matches)))
        else:
            rows.append(uvloop.run(measure(game, int(seats or 2), arguments.matches)))
    print(table([HEADINGS, *rows]))


async def measure(game: str, seats: int, number: int) -> tuple[str, ...]:
    """Let so many matches take their first decisions."""
    with tempfile.TemporaryDirectory() as folder:
        services = Services(Settings(database=f"sqlite:///{folder}/db.sqlite3"))
        await services.start()
        tables = [await _set_up(services, game, seats) for _ in range(number)]
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
    return game, str(seats), f"{taken:,}", *(f"{milliseconds:.2f} ms" for milliseconds in each)


async def measure_sockets(game: str, number: int) -> tuple[str, ...]:
    """Let two people at each of so many matches take their first decisions over sockets."""
    with (
        tempfile.TemporaryDirectory() as folder,
        server(f"sqlite:///{folder}/db.sqlite3") as (url, pid),
    ):
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            tables = [
                Table(http, game, 0, Random(each), Measured(number, 0)) for each in range(number)
            ]
            groups = [tables[first : first + AT_ONCE] for first in range(0, number, AT_ONCE)]
            for group in groups:
                await asyncio.gather(*(table.open() for table in group))
            shown = {table.match: await _watched(table) for table in tables}
            before, taken = busy(pid), 0
            for _ in range(ROUNDS):
                for group in groups:
                    taken += sum(await asyncio.gather(*(_step(each, shown) for each in group)))
            spent = busy(pid) - before
            await asyncio.gather(*(table.close() for table in tables))
    return game, "2", f"{taken:,}", f"{1000 * spent / taken:.2f} ms", "-"


Shown = list[dict[str, Any]]  # the last update at each seat


async def _watched(table: Table) -> Shown:
    for line in table.lines:
        await line.send(json.dumps({"type": "watch", "match": table.match}))
    return [await _update(line, 0) for line in table.lines]


async def _step(table: Table, shown: dict[str, Shown]) -> bool:
    """One decision, until it is acknowledged and both have seen it; False: the match is over."""
    updates = shown[table.match]
    seat = next((seat for seat, each in enumerate(updates) if each["view"]["legal"]), None)
    if seat is None:
        return False
    ply = updates[seat]["match"]["ply"]
    text = table.random.choice(updates[seat]["view"]["legal"])["text"]
    command = {"type": "decide", "ply": ply, "decisions": [text]}
    act = {"type": "act", "ref": ply, "match": table.match, "command": command}
    await table.lines[seat].send(json.dumps(act))
    shown[table.match] = [await _update(line, ply + 1) for line in table.lines]
    return True


async def _update(line: ClientConnection, ply: int) -> dict[str, Any]:
    """The update of a ply; answers and heartbeats are passed over."""
    while True:
        message: dict[str, Any] = from_json(await line.recv())
        if message["type"] == "match" and message["match"]["ply"] >= ply:
            return message


async def _set_up(services: Services, game: str, seats: int) -> tuple[str, list[Person]]:
    """A match that a person at every seat follows."""
    rules = load(game)
    people = [Person(new_id(), f"Ada {seat}") for seat in range(seats)]
    plan = Plan(game, rules.version, seats, rules.setup(seats).options)
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
