"""Simulated people: they play, take back, offer, resign, watch, ask for hints, and come back.

They know what a page knows: the last update of every match they follow. What is not answered they
send again, as the page does, over a new connection if need be.
"""

import asyncio
import json
from random import Random
from typing import Any

from ludothek.games import load
from ludothek.server.accounts.credentials import Identity
from ludothek.server.app.services import Services
from ludothek.server.http.routes import analysis, matches
from ludothek.server.wire.models import AnalysisRequest, NewMatch
from tests.simulation.fakes.machine import Machine
from tests.simulation.fakes.network import Line
from tests.simulation.history import History, Intent, Message
from tests.simulation.world import World

SILENCE = 12.0  # seconds without any message after which a line counts as dead
PATIENCE = 3.0  # seconds until something is sent again


class Client:
    """Somebody at a page."""

    def __init__(self, world: World, machines: list[Machine], history: History, name: str) -> None:
        self.name = name
        self.finishing = False
        self.matches: dict[str, Message | None] = {}  # followed: the last update
        self.identity: Identity | None = None
        self._world = world
        self._machines = machines
        self._history = history
        self._random: Random = world.random
        self._cookie = ""
        self._line: Line | None = None
        self._waiting: dict[int, tuple[Intent, float]] = {}  # unanswered, and when it was sent
        self._jobs: list[str] = []

    @property
    def person(self) -> str:
        """Their identity."""
        assert self.identity
        return self.identity.id

    async def sign_in(self) -> None:
        """Get an identity."""
        while not self._cookie:
            self.identity = await self._machine().request(
                lambda _request, parts: parts.people.guest(self.name)
            )
            if identity := self.identity:
                await self._open_session(identity)

    async def _log_out_everywhere(self) -> None:
        """End all sessions, and sign in again; it is up to the server to close the line."""
        ended = await self._machine().request(
            lambda _request, parts: parts.credentials.end_all(self._me())
        )
        if ended:
            self._world.trace("logged out", self.name)
            self._history.revoke(self._cookie)
        self._cookie = ""
        while not self._cookie:
            self.identity = (
                await self._machine().request(lambda _request, parts: parts.people.get(self.person))
                or self.identity
            )
            await self._open_session(self._me())

    async def _open_session(self, identity: Identity) -> None:
        async def opened(_request: Any, parts: Services) -> str:
            return await parts.credentials.open_session(identity) or ""

        self._cookie = await self._machine().request(opened) or ""

    async def set_up(self, new: NewMatch) -> str:
        """Set a match up."""
        while True:
            made = await self._machine().request(
                lambda request, parts: matches.create(new, request, self._me(), parts)
            )
            if made:
                return made.match.id

    async def run(self) -> None:
        """Be there, for ever."""
        while True:
            await self._connect()
            await self._world.pause(0.01, 1.0)

    async def act(self) -> None:
        """Do things, for ever."""
        while True:
            await self._world.pause(0.05, 0.3 if self.finishing else 0.8)
            self._send_again()
            for match_id in list(self.matches):
                update = self.matches[match_id]
                if update and self._line and not self._busy(match_id):
                    await self._do_something(match_id, update)

    def follow(self, match_id: str) -> None:
        """Take an interest in a match."""
        if match_id not in self.matches:
            self.matches[match_id] = None
            self._watch(match_id)

    # --- the line

    async def _connect(self) -> None:
        while not self._cookie:
            await self._world.pause(0.01, 0.1)
        line = self._line = self._machine().connect(self._cookie, self.person)
        for match_id in self.matches:
            self._watch(match_id)
        if self._world.chance(0.3):
            self._send({"type": "lobby", "on": True})
        for intent, _ in self._waiting.values():
            self._send_act(intent)
        while line.open or not line.at_client.empty():
            try:
                async with asyncio.timeout(SILENCE):
                    text = await line.at_client.get()
            except TimeoutError:
                break
            if text is None:
                break
            self._hear(json.loads(text))
        line.cut()

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "match":
                self._updated(message)
            case "done" | "refused" if message["ref"] is not None:
                self._waiting.pop(message["ref"], None)
            case "gone":
                self._world.trace("gone", self.name, message["problem"]["code"])
                self._world.loop.call_later(1.0, self._watch, message["match"])
            case "bye" if self._line:
                self._line.close()
            case "welcome" if self._line and not message["me"]:
                self._line.close()  # the session has just ended

    def _updated(self, message: Message) -> None:
        """The newest counts; a gap in between is asked for."""
        match_id = message["match"]["id"]
        latest = self.matches.get(match_id)
        if latest and latest["match"]["seq"] > message["match"]["seq"]:
            return
        self.matches[match_id] = message
        if following := message["match"]["next"]:
            self.follow(following)

    def _watch(self, match_id: str) -> None:
        latest = self.matches.get(match_id)
        after = latest["match"]["seq"] if latest and self._world.chance(0.5) else None
        self._send({"type": "watch", "match": match_id, "after": after})

    def _send(self, message: Message) -> None:
        if self._line and self._line.open:
            text = json.dumps(message)
            self._world.trace("wants", self.name, text)
            self._line.to_server.send(text)
            if self._line.to_server.cut:
                self._line.cut()

    # --- what people do

    def _do(self, match_id: str, command: Message) -> None:
        intent = self._history.want(self.person, match_id, command)
        self._waiting[intent.ref] = intent, self._world.now()
        self._send_act(intent)

    def _send_act(self, intent: Intent) -> None:
        act = {"type": "act", "ref": intent.ref, "match": intent.match, "command": intent.command}
        self._send(act)

    def _busy(self, match_id: str) -> bool:
        return any(intent.match == match_id for intent, _ in self._waiting.values())

    def _send_again(self) -> None:
        now = self._world.now()
        for ref, (intent, at) in list(self._waiting.items()):
            if at < now - PATIENCE:
                self._waiting[ref] = intent, now
                self._send_act(intent)

    async def _do_something(self, match_id: str, update: Message) -> None:
        match update["match"]["status"]:
            case "open":
                self._at_open(match_id, update["match"])
            case "playing":
                await self._at_board(match_id, update)
            case _:
                await self._afterwards(match_id, update["match"])

    def _at_open(self, match_id: str, match: Message) -> None:
        if self.finishing and match["you"]:
            self._do(match_id, {"type": "leave"})
        elif not match["you"] and self._world.chance(0.5):
            self._do(match_id, {"type": "join", "seat": None})
        elif self._world.chance(0.02):
            self._do(match_id, {"type": "leave"})

    async def _at_board(self, match_id: str, update: Message) -> None:
        match = update["match"]
        mine = match["to_move"] in match["you"]
        if self.finishing:
            if mine and (match["ply"] > 30 or self._world.chance(0.5)):
                self._do(match_id, {"type": "resign"})
            elif mine:
                self._decide(match_id, update)
            return
        if match["you"] and match["offers"] and self._world.chance(0.5):
            what, accept = match["offers"][0]["what"], self._world.chance(0.7)
            self._do(match_id, {"type": "answer", "what": what, "accept": accept})
        elif mine and self._world.chance(0.85):
            self._decide(match_id, update)
        else:
            await self._now_and_then(match_id, update)

    async def _now_and_then(self, match_id: str, update: Message) -> None:
        match = update["match"]
        match self._random.randrange(12):
            case 0 if self._world.chance(0.2):
                self._do(match_id, {"type": "resign"})
            case 1 | 2 | 9 | 10:
                self._do(match_id, {"type": "offer", "what": "takeback"})
            case 3 if self._world.chance(0.3):
                self._do(match_id, {"type": "offer", "what": "draw"})
            case 4:  # out of turn
                self._decide(match_id, update)
            case 5:
                ply, ref = match["ply"], 0
                tried = {"type": "preview", "ref": ref, "match": match_id, "ply": ply}
                self._send({**tried, "decisions": []})
            case 6:
                self._send({"type": "unwatch", "match": match_id})
                self._watch(match_id)
            case 7 | 8 if match["you"]:
                await self._hint(match_id)
            case 11 if self._world.chance(0.3):
                await self._log_out_everywhere()

    async def _afterwards(self, match_id: str, match: Message) -> None:
        if self.finishing or not match["you"] or match["next"]:
            return
        if match["offers"]:
            accept = self._world.chance(0.5)
            self._do(match_id, {"type": "answer", "what": "rematch", "accept": accept})
        elif self._world.chance(0.1):
            self._do(match_id, {"type": "offer", "what": "rematch"})
        elif self._world.chance(0.1):
            await self._analysis(match_id)

    def _decide(self, match_id: str, update: Message) -> None:
        """Any legal decision, or two of a turn at once."""
        match, view = update["match"], update["view"]
        game = load(match["game"])
        state = game.parse_position(
            view["position"], game.setup(len(match["seats"]), match["options"])
        )
        if game.outcome(state):
            return
        if game.simulation and game.simulation.awaits(state):
            spot = {"face": "flat", "yaw": 0.0, "x": float(self._random.randrange(20)), "y": 0.0}
            if self._world.chance(0.3):
                self._send({"type": "hover", "match": match_id, "ply": match["ply"], **spot})
            self._do(match_id, {"type": "place", "ply": match["ply"], **spot})
            return
        texts: list[str] = []
        for _ in range(self._random.choice([1, 1, 2])):
            moves = [move for move in game.legal_moves(state) if not game.is_open(move)]
            if not moves or (texts and game.to_move(state) != match["to_move"]):
                break
            move = self._random.choice(moves)
            texts.append(str(move))
            state = game.apply(state, move)
        where = {"ply": match["ply"], "seq": match["seq"]}
        self._do(match_id, {"type": "decide", **where, "decisions": texts})

    async def _hint(self, match_id: str) -> None:
        job = await self._machine().request(
            lambda request, parts: analysis.hint(match_id, request, self._me(), parts)
        )
        await self._follow_job(job)

    async def _analysis(self, match_id: str) -> None:
        job = await self._machine().request(
            lambda request, parts: analysis.analysis(
                match_id, AnalysisRequest(level=1), request, self._me(), parts
            )
        )
        await self._follow_job(job)

    async def _follow_job(self, job: Any) -> None:
        if not job:
            return
        if self._world.chance(0.2):
            await self._machine().request(
                lambda _request, parts: analysis.cancel_job(job.id, self._me(), parts)
            )
        elif self._world.chance(0.3):
            await self._machine().request(
                lambda _request, parts: analysis.job_progress(job.id, self._me(), parts)
            )

    def _machine(self) -> Machine:
        """Any that serves; else any."""
        ready = [machine for machine in self._machines if machine.ready]
        return self._random.choice(ready or self._machines)

    def _me(self) -> Identity:
        assert self.identity
        return self.identity
