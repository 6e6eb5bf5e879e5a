"""English texts for the codes of the games: outcomes and events."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ludothek.games.protocol import Event, Json, Outcome

GAMES: Final = {
    "repulso": "place pieces apart, then push them together with stones",
    "robotory": "three robots, two camps, and energy that runs out",
    "splash": "hand your neighbour the piece that brings the tower down",
    "nexus": "marbles surround one another on a board of rings that moves",
}

OUTCOMES: Final = {
    "lid-empty": "the lid has run out, and most robots stand in the winner's camp",
    "stuck": "the other side still has pieces, but no square for them and no stone that helps",
    "fewest-groups": "the board is full, and the winner's pieces form fewer groups",
    "largest-group": "the groups are equally many, and the winner's largest is larger",
    "next-groups": "the largest groups are equal, and the next ones decide",
    "draw-equal": "the groups are equal in number and in size",
    "last-piece": "the stock is empty, down to the last piece",
    "third-drop": "three drops are collected",
    "last-seat": "nobody else is left",
    "repetition": "the same situation arose for the third time",
    "turn-limit": "400 actions have been carried out",
    "resigned": "the other side gave up",
    "time": "the other side ran out of time",
    "agreed": "the players agreed on it",
    "abandoned": "the game was broken off",
}

EVENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "robotory": {
        "placed": "p{seat} lays a {disc} disc on {to}",
        "stepped": "p{seat} moves robot {robot} from {from} to {to}",
        "eaten": "it eats a {disc} disc",
        "stopped": "p{seat} stops robot {robot}",
        "refilled": "p{seat} takes {discs} from the lid",
    },
    "repulso": {
        "placed": "p{seat} lays a piece on {to}",
        "stone-placed": "p{seat} lays an action stone on {to}",
        "affected": "it pushes {pieces}",
        "slid": "p{seat} slides from {from} to {to}",
        "left-alone": "{pieces} cannot slide",
    },
    "splash": {
        "taken": "p{seat} takes {piece}",
        "given": "p{by} gives {piece} to p{to}",
        "taken-and-given": "p{by} takes {piece} from p{from} and gives it to p{to}",
        "stood": "{piece} stands, the tower is {height} high",
        "fell": "{piece} brings it down, left are {stacks}",
        "drop": "p{seat} gets a drop and has {drops}",
        "bumped": "the tower is bumped, left are {stacks}",
        "knocked": "p{seat} knocks the tower over, left are {stacks}",
        "tower": "the tower is now {pieces}",
        "kept": "p{seat} keeps {pieces}",
        "returned": "{piece} goes back to p{seat}",
        "boxed": "{pieces} go to the box",
    },
    "nexus": {
        "lifted": "p{seat} lifts the ring at {from}",
        "laid": "p{seat} lays a ring at {to}",
        "entered": "p{seat} enters a marble at {to}",
        "sacrificed": "p{seat} gives a marble at {from} away",
        "walked": "p{seat} walks from {from} to {to}",
        "leapt": "p{seat} leaps from {from} to {to}",
        "removed": "p{by} removes {number} of p{seat} at {at}",
        "left": "p{seat} cannot act and is out",
    },
}
_DISCS: Final = {"w": "white", "b": "black"}


def outcome_sentence(outcome: Outcome) -> str:
    """Who has won, and why."""
    winners = " and ".join(f"p{seat}" for seat in outcome.winners)
    verb = "win" if len(outcome.winners) > 1 else "wins"
    result = f"{winners} {verb}" if winners else "A draw"
    return f"{result}: {OUTCOMES.get(outcome.reason, outcome.reason)}."


def event_sentence(game: str, events: Sequence[Event]) -> str:
    """What a decision did, in one sentence without its full stop."""
    return ", ".join(_sentences(EVENTS.get(game, {}), events))


def either(choices: Sequence[str]) -> str:
    """`a, b or c`."""
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def _sentences(templates: Mapping[str, str], events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if template := templates.get(_name(event)):
            yield template.format(**{key: _text(key, value) for key, value in event.items()})


def _name(event: Event) -> str:
    if event["event"] == "given" and event["from"] != event["by"]:
        return "taken-and-given"
    return str(event["event"])


def _text(key: str, value: Json) -> str:
    if key == "disc":
        return _DISCS[str(value)]
    if isinstance(value, Mapping):
        return _mapping_text(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        inner = [_text(key, part) for part in value]
        return (" | " if key == "stacks" and _nested(value) else " ").join(inner)
    return str(value)


def _mapping_text(value: Mapping[str, Json]) -> str:
    """A piece by where it lies; discs by colour and number."""
    if "at" in value:
        return str(value["at"])
    return " and ".join(
        f"{number} {_DISCS.get(colour, colour)}" for colour, number in value.items()
    )


def _nested(value: Sequence[Json]) -> bool:
    return any(isinstance(part, Sequence) and not isinstance(part, str) for part in value)
