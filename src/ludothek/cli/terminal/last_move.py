"""The last moves: as sentences, and as places to mark on the board."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludothek.cli.play.match import Match
from ludothek.cli.terminal.game_texts import event_sentence
from ludothek.games.protocol import Event, Json, all_seats

RECENT: Final = 5  # decisions that are described at most
_PLACES: Final = frozenset({"from", "to", "at", "on", "piece", "pieces", "ring", "rings"})


def recent_events(match: Match) -> tuple[str, ...]:
    """What was decided since people last had the choice, or in the last turn."""
    own = match.last_human_ply()
    since = match.last_turn() if own is None else min(own, match.last_turn())
    sentences = (
        f"{match.record.moves[ply]}: {event_sentence(match.record.game, events)}"
        for ply, events in match.events(max(since, match.ply - RECENT))
    )
    return tuple(sentences)


def beginning(match: Match) -> str:
    """Who begins; nothing once somebody has decided."""
    if match.ply > match.dealt:
        return ""
    seat = match.to_move
    alone = [s for s in all_seats(match.record.setup) if match.human(s)] == [seat]
    return "You begin." if alone else f"p{seat} {match.player(seat)} begins."


def marked(match: Match) -> frozenset[str]:
    """The places the last turn touched."""
    return frozenset(
        place for _, events in match.events(match.last_turn()) for place in _touched(events)
    )


def _touched(events: Iterable[Event]) -> Iterable[str]:
    for event in events:
        for key, value in event.items():
            if key in _PLACES:
                yield from _names(value)


def _names(value: Json) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _names(value.get("at"))
    elif isinstance(value, Sequence):
        for part in value:
            yield from _names(part)
