"""kill -9 under load: `python -m tests.attacks.faults.kills [--postgres] --rounds 30`.

Every match is played on by both seats as fast as decisions are acknowledged. After every kill all
of them are read again: what was acknowledged is there, in order, once, and goes on. With PostgreSQL
there are two processes, one of which is killed each time, while the other one goes on.
"""

import argparse
import asyncio
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ludothek.games.record.json import from_json
from tests.server.clusters import cluster
from tests.server.running import RunningServer
from tests.server.runtime.test_killing import Player
from tests.server.visitors import Visitor

MATCHES = 12
PLAYED = (30, 120)  # decisions between two kills


@dataclass
class Tally:
    """What became of everything that was acknowledged."""

    acknowledged: int = 0
    lost: int = 0
    stuck: int = 0


def main() -> None:
    """Kill, count, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.faults.kills")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--postgres", action="store_true", help="two processes on PostgreSQL")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = f"sqlite:///{folder}/db.sqlite3"
        if arguments.postgres:
            url = stack.enter_context(cluster()).new_database()
        number = 2 if arguments.postgres else 1
        servers = [RunningServer(url, folder / f"log{n}") for n in range(number)]
        for server in servers:
            stack.enter_context(server)
        kill_often(servers, arguments.rounds)


def kill_often(servers: list[RunningServer], rounds: int) -> None:
    """Play, kill a server, start it again, and look at all matches; so many times."""
    tally, random, players = Tally(), Random(1), list[Player]()
    with Visitor(servers[0].url) as ada:
        cookie = dict(ada.http.cookies)["ludothek"]
        for number in range(rounds):
            players = [player for player in players if not _over(ada, player)]
            while len(players) < MATCHES:
                url = servers[len(players) % len(servers)].url
                match = ada.create("nexus", "me", "here:Bo")["match"]["id"]
                players.append(Player(url, cookie, match, len(players)))
            victim = servers[number % len(servers)]
            before = sum(len(player.acknowledged) for player in players)
            asyncio.run(_play_and_kill(players, victim, random))
            tally.acknowledged += sum(len(player.acknowledged) for player in players) - before
            victim.start()
            for player in players:
                _count(ada, player, tally)
            print(number + 1, tally, flush=True)


async def _play_and_kill(players: list[Player], victim: RunningServer, random: Random) -> None:
    wanted = sum(len(player.acknowledged) for player in players) + random.randint(*PLAYED)
    work = [asyncio.create_task(player.play()) for player in players]
    while sum(len(p.acknowledged) for p in players) < wanted and not all(w.done() for w in work):
        await asyncio.sleep(0.005)
    await asyncio.to_thread(victim.kill)
    for task in work:  # those of a server that goes on
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)


def _over(ada: Visitor, player: Player) -> bool:
    return bool(ada.get(f"/api/matches/{player.match}")["match"]["result"])


def _count(ada: Visitor, player: Player, tally: Tally) -> None:
    """Compare what is stored with what was acknowledged, and go on by one decision."""
    record = ada.http.get(f"/api/matches/{player.match}/record", params={"form": "json"})
    moves = list(from_json(record.raise_for_status().text).moves)
    tally.lost += moves[: len(player.acknowledged)] != player.acknowledged
    view = ada.get(f"/api/matches/{player.match}")["view"]
    if view["legal"]:
        before = len(moves)
        ada.decide(player.match, view["legal"][0]["text"])
        moves.append(view["legal"][0]["text"])
        after = ada.get(f"/api/matches/{player.match}")["match"]["ply"]
        tally.stuck += after != before + 1
    player.acknowledged[:] = moves


if __name__ == "__main__":
    main()
