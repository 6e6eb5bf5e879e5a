"""A bot in twenty lines: it joins an open match of a server, and plays whatever is legal.

python examples/bot.py http://127.0.0.1:8000 TOKEN
"""

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def ask(url: str, token: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)


def main(server: str, token: str) -> None:
    match = ask(f"{server}/api/matches?status=open", token)["matches"][0]["id"]
    ask(f"{server}/api/matches/{match}/act", token, {"type": "join"})
    line = server.replace("http", "ws", 1) + "/api/live"
    with connect(line, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        socket.send(json.dumps({"type": "watch", "match": match}))
        for text in socket:
            message = json.loads(text)
            if message["type"] == "match" and message["match"]["result"]:
                break
            if message["type"] == "match" and message["view"]["legal"]:
                decision = random.choice(message["view"]["legal"])["text"]
                ply = message["match"]["ply"]
                command = {"type": "decide", "ply": ply, "decisions": [decision]}
                act = {"type": "act", "ref": ply, "match": match, "command": command}
                socket.send(json.dumps(act))


if __name__ == "__main__":
    main(*sys.argv[1:])
