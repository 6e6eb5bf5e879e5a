"""The example of a bot, run as its author would run it."""

import subprocess
import sys
from pathlib import Path

from tests.server.conftest import Welcome
from tests.server.visitors import Visitor

BOT = Path(__file__).parents[3] / "examples" / "bot.py"


def test_the_bot_of_the_example_joins_and_plays_to_the_end(plain: Welcome) -> None:
    ada, bo = plain("Ada"), plain("Bo")
    token = bo.post("/api/me/tokens", {"label": "example"}, 201)["token"]
    match = ada.create("robotory", "me", "open", public=True)["match"]["id"]
    bot = subprocess.Popen([sys.executable, BOT, ada.url, token])
    try:
        _play_to_the_end(ada, match)
        assert bot.wait(20) == 0
    finally:
        bot.kill()
        bot.wait()
    seats = ada.get(f"/api/matches/{match}")["match"]["seats"]
    assert seats[1]["name"] == "Bo"


def _play_to_the_end(visitor: Visitor, match: str) -> None:
    """Refill whenever possible, so that the game is short."""
    with visitor.live() as live:
        state = live.watch(match)
        while not state["match"]["result"]:
            legal = state["view"]["legal"]
            if legal and state["match"]["status"] == "playing":
                wanted = sorted(legal, key=lambda decision: decision["kind"] != "refill")
                ply, text = state["match"]["ply"], wanted[0]["text"]
                live.act(match, type="decide", ply=ply, decisions=[text])
            state = live.expect("match")


def test_the_example_is_short() -> None:
    lines = [line for line in BOT.read_text().splitlines() if line.startswith("    ")]
    assert len(lines) <= 24
