"""Snapshots of matches, so that loading one replays only its last decisions.

All of it follows from the entries. What is damaged, or was written for other rules or in another
form, is passed over: the entries are read from the first one on, and the next snapshot replaces it.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from ludothek.games import AnyGame, load
from ludothek.server.match.state import Caps, Match
from ludothek.server.storage.quarantine import DAMAGE
from ludothek.server.wire.codec import decode_json, encode

FORMAT: Final = 3  # moves when the fields of `Match` do
STEPS: Final = 64  # entries and decisions from one snapshot to the next
_DAMAGE: Final = (*DAMAGE, zlib.error)

Snapshot = dict[str, Any]  # a row of the table


class Unusable(Exception):
    """A snapshot that is damaged, or was written for other rules or in another form."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A match whose states are texts."""

    match: Match
    memory: tuple[str, ...]  # what its state remembers beside its position
    remembered: tuple[int, ...]  # how much of that each of the kept states remembers


def texts(match: Match) -> Iterator[str]:
    """The states that a match keeps, its own, and what that one remembers, as texts."""
    game, memory = match.game, match.game.memory
    yield from map(game.format_position, (*match.snapshots, match.state))
    if memory:
        yield from (memory.format(match.state, item) for item in memory.items(match.state))


def snapshot(match: Match, texts: Sequence[str]) -> Snapshot:
    """A match, with its `texts`, as it is stored."""
    kept = len(match.snapshots)
    with_texts = replace(match, state=texts[kept], snapshots=tuple(texts[:kept]))
    remembered = tuple(_remembered(match.game, state) for state in match.snapshots)
    text = encode(Saved(with_texts, tuple(texts[kept + 1 :]), remembered))
    body = zlib.compress(text.encode(), level=1)
    return {
        "match": match.id,
        "seq": match.seq,
        "format": FORMAT,
        "rules": match.game.version,
        "digest": _digest(body),
        "body": body,
    }


def restoring(row: Any, caps: Caps) -> Iterator[Match]:
    """The match of a snapshot, as the last of several steps; raises `Unusable`."""
    try:
        saved = _saved(row)
        match, states = saved.match, []
        positions = (*match.snapshots, match.state)
        for text, count in zip(positions, (*saved.remembered, len(saved.memory)), strict=True):
            states.append(_state(match, text, saved.memory[:count]))
            yield match
        *kept, last = states
        yield replace(match, state=last, snapshots=tuple(kept), caps=caps)
    except _DAMAGE as error:
        raise Unusable(f"{type(error).__name__}: {error}"[:500]) from error


def _saved(row: Any) -> Saved:
    if row.format != FORMAT:
        raise Unusable(f"it has format {row.format}, and known here is {FORMAT}")
    if row.digest != _digest(row.body):
        raise Unusable("its digest is another one")
    saved: Saved = decode_json(Saved, zlib.decompress(row.body).decode())
    if row.rules != load(saved.match.plan.game).version:
        raise Unusable(f"it was written for version {row.rules} of the rules")
    if (saved.match.id, saved.match.seq) != (row.match, row.seq):
        raise Unusable("it is that of another match or entry")
    return saved


def _state(match: Match, text: str, remembered: Sequence[str]) -> Any:
    state = match.game.parse_position(text, match.plan.setup)
    return match.game.memory.recall(state, remembered) if match.game.memory else state


def _remembered(game: AnyGame, state: Any) -> int:
    return len(game.memory.items(state)) if game.memory else 0


def _digest(body: bytes) -> str:
    return sha256(body).hexdigest()
