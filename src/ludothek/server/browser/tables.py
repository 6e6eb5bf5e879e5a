"""Simulated tables of local matches: placements by the computing worker, stored before shown."""

import asyncio
from typing import Final

from ludothek.games.backends import Spot
from ludothek.server.browser.host import Host, Urgency
from ludothek.server.browser.matches import Matches, background
from ludothek.server.browser.players import answered
from ludothek.server.compute import table_jobs
from ludothek.server.compute.table_jobs import Answer
from ludothek.server.match.clocks import Tick
from ludothek.server.match.commands import Actor, Place, Server
from ludothek.server.match.decide import cannot_place, placed_before, placed_late
from ludothek.server.match.events import Placed
from ludothek.server.match.refusals import Refused, refused
from ludothek.server.match.state import Match
from ludothek.server.wire.codec import decode
from ludothek.server.wire.messages import Hover
from ludothek.server.wire.table import Motion, TableState, TableTrial, TableTried

AGAIN: Final = 2.0  # seconds before a piece slips once more that could not be placed


class Tables:
    """All tables; one piece at a time is in the air on each."""

    def __init__(self, host: Host, matches: Matches) -> None:
        self._host = host
        self._matches = matches
        self._placing: set[str] = set()  # matches in which a piece is in the air
        self._held: dict[str, Hover] = {}
        matches.let_go = self._let_go

    def warm(self, match: Match) -> None:
        """Let the table come, so that the first placement need not wait for it."""
        if match.plan.simulated and match.status == "playing":
            question = table_jobs.show_question(match, 0, match.plan.table)
            background(answered(self._host, question, Urgency.HINT))

    async def place(self, match_id: str, actor: Actor, command: Place) -> Match:
        """Let go of a piece: simulate it and store the outcome."""
        room = await self._matches.room(match_id)
        match, tick = room.match, room.tick()
        if placed_before(match, actor, command):
            return match
        if why := cannot_place(match, actor, command.ply) or placed_late(match, actor, tick):
            raise Refused(why)
        return await self._drop(match, actor, command.spot, tick)

    async def place_anyhow(self, match: Match, actor: Actor, spot: Spot | None) -> Match:
        """Let go of the piece where it is held, or as near to the middle as it goes."""
        return await self._drop(match, actor, spot, self._matches.tick(match), anyhow=True)

    def hold(self, hover: Hover) -> None:
        """How the piece is held: there it slips out of the hand when the time is over."""
        self._held[hover.match] = hover

    async def show(self, match: Match, ply: int) -> TableState:
        """Where everything lies at a ply."""
        table_jobs.check_table(match, ply)
        question = table_jobs.show_question(match, ply, await self.saved(match, ply))
        placement = table_jobs.last_placement(match, ply)
        return table_jobs.table_state(ply, placement, await self._ask(question, Urgency.HINT))

    async def saved(self, match: Match, ply: int) -> str | None:
        """The table as the last placement before a ply has left it."""
        placement = table_jobs.last_placement(match, ply)
        if not placement:
            return match.plan.table
        events = (await self._matches.entry(match.id, placement.seq)).events
        return next(event.table for event in events if isinstance(event, Placed))

    async def motion(self, match_id: str, seq: int) -> Motion:
        """How the pieces moved."""
        motion = await self._matches.motion(match_id, seq)
        if not motion:
            raise refused("motion-unknown")
        return decode(Motion, motion)

    async def try_out(self, trial: TableTrial, seed: int) -> TableTried:
        """Build a tower of somebody's own, and let go of a piece there; nothing is stored."""
        table_jobs.check_trial(trial)
        question = table_jobs.trial_question(trial, seed)
        return decode(TableTried, await self._ask(question, Urgency.HINT))

    async def _drop(
        self, match: Match, actor: Actor, spot: Spot | None, tick: Tick, *, anyhow: bool = False
    ) -> Match:
        if match.id in self._placing:
            raise refused("in-the-air")
        self._placing.add(match.id)
        try:
            question = table_jobs.place_question(match, spot, anyhow=anyhow)
            answer = await self._ask(question, Urgency.BOARD)
        finally:
            self._placing.discard(match.id)
        settle = table_jobs.settle(match, answer)
        return await self._matches.perform(match.id, actor, settle, tick, answer["motion"])

    async def _ask(self, question: str, urgency: Urgency) -> Answer:
        return table_jobs.granted(await answered(self._host, question, urgency))

    def _let_go(self, match: Match) -> None:
        """The time to place is over: the piece slips out of the hand."""
        background(self._slip(match.id))

    async def _slip(self, match_id: str) -> None:
        while (match := await self._matches.get(match_id)).lets_go(self._matches.tick(match)):
            held = self._held.get(match_id)
            spot = held.spot if held and held.ply == match.ply else None
            try:
                await self.place_anyhow(match, Server(), spot)
            except Refused:
                await asyncio.sleep(AGAIN)
