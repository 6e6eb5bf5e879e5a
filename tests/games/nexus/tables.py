"""Positions of NEXUS for tests, written down by what matters."""

from ludothek.games.hexgrid import Pos, format_pos, hexagon
from ludothek.games.nexus import NEXUS, State

HEXAGON = hexagon(2)


def at(marbles: dict[str, str], *, rings: tuple[Pos, ...] = HEXAGON, **fields: str) -> State:
    """A position between players who have all entered, unless `actions` says otherwise."""
    table = {
        "seat": "p1",
        "reserves": "7,7",
        "still_in": "",
        "actions": "oo2",
        "under_way": "-",
        "number": "2",
        "options": "",
    } | fields
    places = {format_pos(pos): "" for pos in sorted(rings)} | {
        pos: f":{digits}" for pos, digits in marbles.items()
    }
    assert len(places) == len(rings)
    kinds = table["actions"][:-1]
    text = [
        ";".join(pos + digits for pos, digits in places.items()),
        table["seat"],
        table["reserves"],
        table["still_in"] or "1234"[: len(kinds)],
        "".join("n" if kind == "-" else "e" for kind in kinds),
        table["actions"],
        table["under_way"],
        table["number"],
        table["options"],
    ]
    return NEXUS.parse_position(" ".join(text).rstrip())


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = NEXUS.play(state, move)
    return state


def texts(state: State, first: str = "") -> set[str]:
    return {text for text in NEXUS.legal_texts(state) if text.startswith(first)}


def walks(state: State, start: str) -> set[str]:
    """Where the marble in a ring may walk."""
    return {
        text.partition(">")[2]
        for text in NEXUS.legal_texts(state)
        if text.startswith(f"{start}>") and "!" not in text
    }


def marbles(state: State) -> dict[str, str]:
    """The rings with marbles."""
    return {
        format_pos(pos): "".join(map(str, ring))
        for pos, ring in zip(state.board.rings, state.marbles, strict=True)
        if any(ring)
    }
