"""The server is killed at random moments under load; what it acknowledged is there afterwards."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ludothek.games.record.json import from_json
from tests.server.running import RunningServer
from tests.server.visitors import Visitor

MATCHES = 12
ROUNDS = 3


class Player:
    """Both seats of a match, played as fast as the server acknowledges."""

    def __init__(self, url: str, cookie: str, match: str, seed: int) -> None:
        self.match = match
        self.acknowledged: list[str] = []
        self._url = url.replace("http", "ws", 1) + "/api/live"
        self._headers = {"Cookie": f"ludothek={cookie}"}
        self._random = Random(seed)

    async def play(self) -> None:
        """Play until the line breaks or the match is over."""
        try:
            async with connect(self._url, additional_headers=self._headers) as socket:
                await socket.send(json.dumps({"type": "watch", "match": self.match}))
                sent: dict[int, str] = {}
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "done":
                        self.acknowledged[message["ref"] :] = [sent[message["ref"]]]
                    if message["type"] == "match":
                        if not message["view"]["legal"]:
                            return
                        ply = message["match"]["ply"]
                        sent[ply] = self._choice(message)
                        await socket.send(self._act(ply, sent[ply]))
        except (ConnectionClosed, InvalidHandshake, OSError):
            return

    def _choice(self, message: dict[str, dict[str, list[dict[str, str]]]]) -> str:
        return self._random.choice(message["view"]["legal"])["text"]

    def _act(self, ply: int, text: str) -> str:
        command = {"type": "decide", "ply": ply, "decisions": [text]}
        return json.dumps({"type": "act", "ref": ply, "match": self.match, "command": command})


@pytest.mark.parametrize("seed", [1])
def test_every_acknowledged_decision_survives_kill_9(
    new_database: Callable[[], str], tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    server = RunningServer(new_database(), tmp_path / "log")
    with server, Visitor(server.url) as ada:
        cookie = dict(ada.http.cookies)["ludothek"]
        clock = {"kind": "fischer", "seconds": 3600, "increment": 0}
        made = [ada.create("nexus", "me", "here:Bo", clock=clock) for _ in range(MATCHES)]
        players = [
            Player(server.url, cookie, created["match"]["id"], number)
            for number, created in enumerate(made)
        ]
        for _ in range(ROUNDS):
            asyncio.run(_play_and_kill(players, server, random))
            server.start()
            for player in players:
                _check(ada, player)
        assert sum(len(player.acknowledged) for player in players) > MATCHES * ROUNDS


async def _play_and_kill(players: list[Player], server: RunningServer, random: Random) -> None:
    """Play until enough is acknowledged that the kill hits work in progress."""
    wanted = sum(len(player.acknowledged) for player in players) + random.randint(30, 120)
    work = [asyncio.create_task(player.play()) for player in players]
    while sum(len(p.acknowledged) for p in players) < wanted and not all(w.done() for w in work):
        await asyncio.sleep(0.005)
    await asyncio.to_thread(server.kill)
    await asyncio.gather(*work)


def _check(ada: Visitor, player: Player) -> None:
    """Nothing acknowledged is missing, the match replays, and nobody lost time to the outage."""
    record = ada.http.get(f"/api/matches/{player.match}/record", params={"form": "json"})
    assert record.status_code == 200
    moves = from_json(record.text).moves
    assert list(moves[: len(player.acknowledged)]) == player.acknowledged
    assert len(moves) - len(player.acknowledged) <= 1
    left = ada.get(f"/api/matches/{player.match}")["match"]["clock"]["left"]
    assert min(left) > 3_500_000
    player.acknowledged[:] = moves
