"""Metrics of commands, from sockets and requests."""

import time

from ludothek.server.accounts.credentials import Identity
from ludothek.server.app.services import Services
from ludothek.server.http.match_quota import check_command
from ludothek.server.match.commands import PersonCommand, Place
from ludothek.server.match.refusals import Refused
from ludothek.server.match.state import Match


async def act(parts: Services, match_id: str, me: Identity, command: PersonCommand) -> Match:
    """Carry a command out; raises `Refused`."""
    metrics, begun = parts.metrics, time.perf_counter()
    try:
        await check_command(parts, match_id, me, command)
        if isinstance(command, Place):
            match = await parts.tables.place(match_id, me.person, command)
        else:
            address = parts.clients.of(me.id).group
            match = await parts.matches.perform(match_id, me.person, command, client=address)
    except Refused:
        metrics.command_counter(command.type, "refused").inc()
        raise
    metrics.command_counter(command.type, "done").inc()
    metrics.command_seconds.observe(time.perf_counter() - begun)
    return match
