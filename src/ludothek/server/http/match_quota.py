"""How many matches somebody may have going, whichever way they come to one more."""

from ludothek.server.accounts.credentials import Identity
from ludothek.server.app.services import Services
from ludothek.server.http.auth import charge
from ludothek.server.match.commands import Answer, Command, Join, Propose
from ludothek.server.match.refusals import refused


async def check_quota(parts: Services, me: Identity) -> None:
    """Refuse one more match than somebody may have."""
    most = parts.settings.max_running
    if await parts.listing.running(me.id) >= most:
        raise refused("too-many-matches", most=most)


async def check_new_seat(parts: Services, match_id: str, me: Identity) -> None:
    """Refuse a seat in one more match; who sits there already keeps the seat."""
    match = await parts.matches.get(match_id)
    if not match.seats_of(me.id) and match.owner != me.id:
        await check_quota(parts, me)


async def check_command(parts: Services, match_id: str, me: Identity, command: Command) -> None:
    """Refuse commands that lead to one more match: joining one, and a rematch."""
    if isinstance(command, Join):
        await check_new_seat(parts, match_id, me)
    elif _wants_rematch(command) and not (await parts.matches.get(match_id)).next:
        charge(parts, "match", me.id, parts.clients.of(me.id).group)
        await check_quota(parts, me)


def _wants_rematch(command: Command) -> bool:
    match command:
        case Propose(what=what) | Answer(what=what, accept=True):
            return what == "rematch"
    return False
