"""Updates of a match for its followers, and frames of a replay."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from ludothek.games.protocol import Seat
from ludothek.server.match.clocks import Tick
from ludothek.server.match.state import Match
from ludothek.server.wire import views
from ludothek.server.wire.messages import Update
from ludothek.server.wire.models import Frame, Happened, View

MAX_MISSED: Final = 40  # decisions sent to somebody who comes back: more than several turns


class Shared(NamedTuple):
    """What is the same for everybody: the view is that of the seat to decide."""

    since: int | None
    view: View
    happened: list[Happened]


def shared(match: Match, view: View, seq: int | None, state: Any = None) -> Shared:
    """What is sent after an entry, if decisions were only added since then, and not too many.

    `state` is the one after that entry, if it is at hand.
    """
    start = match.ply_after(seq) if seq else None
    if start is None or match.ply - start > MAX_MISSED:
        return Shared(None, view, [])
    return Shared(seq, view, views.happened(match, start, state))


def update(
    shared: Shared,
    match: Match,
    person: str | None,
    tick: Tick,
    online: Iterable[Seat] = (),
    watchers: int = 0,
) -> Update:
    """The same for somebody."""
    return Update(
        since=shared.since,
        match=views.info(match, person, tick, online, watchers),
        view=views.view_like(shared.view, match, person),
        happened=shared.happened,
    )


def frames(match: Match, start: int, count: int) -> Iterator[Frame]:
    """Some plies of a match, for a replay."""
    game, last = match.game, min(match.ply, start + count - 1)
    states = match.states(start)
    happened = views.happening(match, max(0, start - 1), last)
    before = None if start == 0 else next(happened)
    for ply in range(start, last + 1):
        if ply > start:
            before = next(happened)
        view = views.position_view(game, next(states), None)
        yield Frame(ply=ply, happened=before, view=view)
