"""Texts of decisions and positions (RULES.md, 6)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, cast

from ludothek.games.errors import UnreadableMove, UnreadablePosition
from ludothek.games.hexgrid import POS, Pos, format_pos, parse_pos
from ludothek.games.nexus import rules
from ludothek.games.nexus.actions import changing, removing
from ludothek.games.nexus.board import START, board
from ludothek.games.nexus.state import (
    Changing,
    Claim,
    Enter,
    Entering,
    Kind,
    Lay,
    Leap,
    Lift,
    Marbles,
    Move,
    Remove,
    Removing,
    Repeated,
    Situation,
    State,
    Stepping,
    UnderWay,
    Walk,
)
from ludothek.games.protocol import Setup, seat_text

_MOVES: Final = {
    "enter": re.compile(f"@({POS})"),
    "walk": re.compile(f"({POS})>({POS})"),
    "leap": re.compile(f"({POS})>({POS})!({POS})"),
    "lift": re.compile(f"-({POS})"),
    "lay": re.compile(rf"\+({POS})"),
    "remove": re.compile(f"x([1-4])@({POS})"),
}
_RING: Final = f"{POS}(?::[0-3]+)?"
_POSITION: Final = re.compile(
    rf"(?P<rings>{_RING}(?:;{_RING})*) p(?P<seat>[1-4]) "
    r"(?P<reserves>\d{1,2}(?:,\d{1,2})*) (?P<in>[1-4]+) (?P<entered>[en]+) "
    r"(?P<kinds>[ro-]+)(?P<last>[0-4]) (?P<under_way>\S+) (?P<actions>\d{1,6})",
    re.ASCII,
)
_POSITIONS: Final = f"(?:{POS}(?:;{POS})*)?"
_CLAIM: Final = rf"[1-4]\*\d\d?@{POS}(?:;{POS})*"
_UNDER_WAY: Final = {
    "enter": re.compile(rf"enter:([12])\|({_POSITIONS})"),
    "rings": re.compile(rf"rings:({POS}(?:;{POS}){{0,3}})\+([0-3])\|({_POSITIONS})"),
    "steps": re.compile(rf"steps:(-|!|{POS}>{POS})\|({_POSITIONS})"),
    "remove": re.compile(rf"remove-([ro]):({_CLAIM}(?:\|{_CLAIM})*)"),
    "repetition": re.compile("repetition"),
}


def parse_move(text: str) -> Move:
    """The decision a text means."""
    for kind, pattern in _MOVES.items():
        if match := pattern.fullmatch(text):
            return _move(kind, match.groups())
    raise UnreadableMove(
        "move",
        f"{text!r} is no decision of NEXUS; written are @q,r to enter, q,r>q,r to walk, "
        "q,r>q,r!q,r to leap, -q,r to lift, +q,r to lay, x2@q,r to remove",
        text=text,
    )


def _move(kind: str, parts: tuple[str, ...]) -> Move:
    if kind == "remove":
        return Remove(int(parts[0]), parse_pos(parts[1]))
    makers = {"enter": Enter, "walk": Walk, "leap": Leap, "lift": Lift, "lay": Lay}
    return cast("Move", makers[kind](*map(parse_pos, parts)))


def format_state(state: State) -> str:
    """The position text, without options."""
    return " ".join(
        [
            ";".join(map(_format_ring, state.board.rings, state.marbles)),
            seat_text(state.to_move),
            ",".join(map(str, state.reserves)),
            "".join(map(str, state.seats_in)),
            "".join("e" if entered else "n" for entered in state.entered),
            "".join(state.previous) + str(state.last),
            _format_under_way(state.under_way),
            str(state.actions),
        ]
    )


def seats_shown(text: str) -> int:
    """How many seats a position text shows: one letter each says who has entered."""
    fields = text.split(" ")
    return len(fields[4]) if len(fields) > 4 else 2


def parse_state(text: str, setup: Setup) -> State:
    """The position a text means."""
    state = _read_state(text, setup)
    _check(state)
    return state if state.under_way else rules.remember(state)


def format_situation(state: State, situation: Situation) -> str:
    """A situation that a state remembers, as a position text."""
    return format_state(replace(state, **situation._asdict(), actions=0, under_way=None))


def recall(state: State, texts: Sequence[str]) -> State:
    """A state that remembers these situations."""
    return replace(state, seen=tuple(_situation(text, state.setup) for text in texts))


@lru_cache(maxsize=1024)
def _situation(text: str, setup: Setup) -> Situation:
    return rules.situation(_read_state(text, setup))


def _read_state(text: str, setup: Setup) -> State:
    match = _POSITION.fullmatch(text)
    if not match:
        raise _bad(
            "expected rings, the seat to decide, reserves, seats still in, who has entered, "
            "previous actions, what is under way and the number of actions"
        )
    rings = [ring.partition(":") for ring in match["rings"].split(";")]
    return State(
        setup=setup,
        board=board(tuple(parse_pos(pos) for pos, _, _ in rings)),
        marbles=tuple(_parse_marbles(digits, setup.seats) for _, _, digits in rings),
        reserves=tuple(map(int, match["reserves"].split(","))),
        to_move=int(match["seat"]),
        seats_in=tuple(map(int, match["in"])),
        entered=tuple(letter == "e" for letter in match["entered"]),
        previous=cast("tuple[Kind, ...]", tuple(match["kinds"])),
        last=int(match["last"]),
        actions=int(match["actions"]),
        under_way=_parse_under_way(match["under_way"]),
    )


def _format_ring(pos: Pos, marbles: Marbles) -> str:
    if not any(marbles):
        return format_pos(pos)
    return f"{format_pos(pos)}:{''.join(map(str, marbles))}"


def _parse_marbles(digits: str, seats: int) -> Marbles:
    if digits and len(digits) != seats:
        raise _bad("a ring with marbles has one digit per seat")
    return tuple(map(int, digits)) if digits else (0,) * seats


def _format_under_way(under_way: UnderWay | None) -> str:
    match under_way:
        case None:
            return "-"
        case Entering(left, before):
            return f"enter:{left}|{_join(before)}"
        case Changing(lifted, laid, before):
            return f"rings:{_join(lifted)}+{laid}|{_join(before)}"
        case Stepping(leapt, back, before):
            walk = str(Walk(*back)) if back else "!" if leapt else "-"
            return f"steps:{walk}|{_join(before)}"
        case Removing(kind, claims):
            return f"remove-{kind}:" + "|".join(
                f"{claim.seat}*{claim.number}@{_join(claim.rings)}" for claim in claims
            )
        case Repeated():
            return "repetition"


def _parse_under_way(text: str) -> UnderWay | None:
    if text == "-":
        return None
    pattern = _UNDER_WAY.get(re.split("[-:]", text)[0])
    fields = pattern.fullmatch(text) if pattern else None
    if not fields:
        raise _bad(f"{text!r} is nothing that can be under way")
    match text.partition(":")[0], fields.groups():
        case "enter", (left, before):
            return Entering(int(left), frozenset(_split(before)))
        case "rings", (lifted, laid, before):
            return Changing(_split(lifted), int(laid), frozenset(_split(before)))
        case "steps", (walk, before):
            back = None if walk in ("-", "!") else _back(walk)
            return Stepping(walk == "!", back, frozenset(_split(before)))
        case "repetition", _:
            return Repeated()
        case _, (kind, claims):
            return Removing(cast("Kind", kind), tuple(map(_parse_claim, claims.split("|"))))
    raise AssertionError(text)  # pragma: no cover


def _back(walk: str) -> tuple[Pos, Pos]:
    start, _, to = walk.partition(">")
    return parse_pos(start), parse_pos(to)


def _parse_claim(text: str) -> Claim:
    seat, number, rings = re.split(r"[*@]", text)
    return Claim(int(seat), int(number), _split(rings))


def _join(positions: frozenset[Pos] | tuple[Pos, ...]) -> str:
    return ";".join(map(format_pos, sorted(positions)))


def _split(text: str) -> tuple[Pos, ...]:
    return tuple(map(parse_pos, text.split(";"))) if text else ()


def _check(state: State) -> None:
    """Refuse what no game can lead to, as far as a look at the table can tell."""
    _check_seats(state)
    _check_rings(state)
    _check_marbles(state)
    _check_actions(state)
    if len(state.seats_in) > 1 and not _can_go_on(state):
        raise _bad("the seat to decide has nothing to decide")


def _check_seats(state: State) -> None:
    seats = range(1, state.setup.seats + 1)
    if not len(state.reserves) == len(state.previous) == len(seats):
        raise _bad("every seat has a reserve and a previous action")
    if list(state.seats_in) != sorted(set(state.seats_in) & set(seats)):
        raise _bad("the seats still in are listed once each, in order")
    if state.to_move not in state.seats_in:
        raise _bad("the seat to decide is still in")


def _check_rings(state: State) -> None:
    rings, change = state.board.rings, state.under_way
    if list(rings) != sorted(set(rings)):
        raise _bad("rings are listed once each, by q, then r")
    number = len(START[state.setup.seats])
    if isinstance(change, Changing):
        number += change.laid - len(change.lifted)
        if change.laid and len(change.lifted) < changing.RINGS:
            raise _bad("four rings are lifted before one is laid")
        if {*rings} & {*change.lifted}:
            raise _bad("no ring lies where one was just lifted")
    if len(rings) != number:
        raise _bad(f"there must be {number} rings on the table now")


def _check_marbles(state: State) -> None:
    if any(sum(ring) > 4 for ring in state.marbles):
        raise _bad("a ring holds at most four marbles")
    owned = [sum(each) for each in zip(state.reserves, *state.marbles, strict=True)]
    if sum(owned) > sum(rules.RESERVES[state.setup.seats]):
        raise _bad("there are not so many marbles")
    if any(number and seat not in state.seats_in for seat, number in enumerate(owned, 1)):
        raise _bad("a seat that is out has no marbles")


def _check_actions(state: State) -> None:
    for entered, kind in zip(state.entered, state.previous, strict=True):
        if entered == (kind == "-"):
            raise _bad("who has entered has a previous action, and nobody else")
    if (state.last == 0) != (state.actions == 0) or state.actions < sum(state.entered):
        raise _bad("the actions do not add up")
    if state.last and (state.last > state.setup.seats or not state.entered[state.last - 1]):
        raise _bad("who acted last has entered")
    limit = rules.ACTION_LIMIT - bool(state.under_way)
    if state.setup["draw"] == "on" and state.actions > limit:
        raise _bad(f"with draw=on no game has more than {rules.ACTION_LIMIT} actions")


def _can_go_on(state: State) -> bool:
    match state.under_way:
        case None | Repeated():  # 5.1: who cannot act is out before a draw is looked for
            return rules.can_act(state)
        case Removing(_, claims):
            rings = {pos for claim in claims for pos in claim.rings}
            on_board = rings <= set(state.board.rings)
            return on_board and removing.forced(state, claims[0]) is None
        case Stepping(_, back, _) if back and not {*back} <= set(state.board.rings):
            return False
        case _:
            return bool(rules.legal_moves(state))


def _bad(sentence: str) -> UnreadablePosition:
    return UnreadablePosition("position", f"no position of NEXUS: {sentence}")
