"""Texts of decisions and positions (RULES.md, 10)."""

import re

from ludothek.games.errors import UnreadableMove, UnreadablePosition
from ludothek.games.protocol import Seat, Setup
from ludothek.games.splash.pieces import (
    INDEX,
    Marks,
    Pieces,
    Stack,
    Stacks,
    bits,
    format_source,
    format_stack,
    format_stacks,
    in_order,
    members,
)
from ludothek.games.splash.position_validity import doubt
from ludothek.games.splash.state import (
    Base,
    Bump,
    Choosing,
    Drafting,
    Falls,
    FallsSomehow,
    Fault,
    Give,
    Giving,
    Keep,
    Keeping,
    Move,
    Over,
    Phase,
    Placing,
    Report,
    Stands,
    State,
    Take,
    Turn,
)

_PIECE = r"[LSPTO][rygbop]"
_STACK = rf"{_PIECE}(?:\.{_PIECE})*"
_STACKS = rf"{_STACK}\^?(?:\|{_STACK}\^?)*"
_MOVE = re.compile(
    rf"take:(?P<take>{_PIECE})"
    rf"|give:(?P<give>{_PIECE})(?:<(?P<source>[1-6]))?"
    rf"|(?P<outcome>stands|falls:\?)"
    rf"|(?P<report>falls|bump|fault(?P<seat>[1-6])):(?P<stacks>{_STACKS})"
    rf"|base:(?P<base>{_PIECE})"
    rf"|keep:(?P<keep>{_STACK})"
)
_TURN = re.compile(
    rf"give:(?P<seat>[1-6])"
    rf"|place:(?P<giver>[1-6])>(?P<placer>[1-6]):(?P<piece>{_PIECE})(?:<(?P<source>[1-6]))?"
)
_DRAFT = re.compile(r"draft:([1-6])")
_FALLEN = re.compile(rf"(base|bump):([1-6]):({_STACKS}),(.*)")
_KEEP = re.compile(rf"keep:([1-6]):({_STACK}),(.*)")
_OVER = re.compile(r"over:([1-6]):(last-piece|third-drop),(.*)")
_SET = re.compile(rf"-|{_STACK}")
_DROPS = re.compile(r"[0-3](?:,[0-3])*")


def parse_move(text: str) -> Move:
    """The decision a text means."""
    match = _MOVE.fullmatch(text)
    if not match:
        raise UnreadableMove(
            "move",
            f"{text!r} is no decision of Splash!; written are take:Lr, give:Lr, give:Lr<3, stands, "
            "falls:Lr.Sg^|Po, base:Lr, keep:Lr.Po.Tb, bump:Lr|Sg or fault3:Lr|Sg",
            text=text,
        )
    if match["outcome"]:
        return Stands() if match["outcome"] == "stands" else FallsSomehow()
    if match["report"]:
        return _report(match["report"], match["seat"], match["stacks"])
    if match["give"]:
        return Give(INDEX[match["give"]], _parse_seat(match["source"]))
    if match["keep"]:
        return Keep(_parse_stack(match["keep"]))
    return Base(INDEX[match["base"]]) if match["base"] else Take(INDEX[match["take"]])


def format_state(state: State) -> str:
    """The position text, without options."""
    return "/".join(
        [
            _format_set(state.pool),
            _format_set(state.box),
            format_stack(state.tower) or "-",
            ",".join(map(_format_set, state.stocks)),
            ",".join(map(str, state.drops)),
            _format_phase(state.phase),
        ]
    )


def parse_state(text: str, setup: Setup) -> State:
    """The position a text means."""
    fields = text.split("/")
    if len(fields) != 6:
        raise _bad("expected pool, box, tower, stocks, drops and phase, separated by /")
    pool, box, tower, stocks, drops, phase = fields
    if not _DROPS.fullmatch(drops):
        raise _bad(f"drops are numbers from 0 to 3 separated by commas, not {drops!r}")
    state = State(
        setup,
        bits(_parse_set(pool)),
        bits(_parse_set(box)),
        _parse_set(tower),
        tuple(bits(_parse_set(stock)) for stock in stocks.split(",")),
        tuple(map(int, drops.split(","))),
        _parse_phase(phase),
    )
    if sentence := doubt(state):
        raise _bad(sentence)
    return state


def seats_shown(text: str) -> int:
    """A position shows one stock for each seat."""
    fields = text.split("/")
    return fields[3].count(",") + 1 if len(fields) == 6 else 2


def _format_set(of: Pieces) -> str:
    return format_stack(members(of)) or "-"


def _format_phase(phase: Phase) -> str:
    match phase:
        case Drafting(seat):
            return f"draft:{seat}"
        case Giving(seat):
            return f"give:{seat}"
        case Placing(giver, seat, piece, source):
            return f"place:{giver}>{seat}:{format_source(piece, source)}"
        case Choosing(seat, stacks, marked, taking, then):
            word = "base" if taking else "bump"
            return f"{word}:{seat}:{format_stacks(stacks, marked)},{_format_phase(then)}"
        case Keeping(seat, loose, then):
            return f"keep:{seat}:{_format_set(loose)},{_format_phase(then)}"
        case Over(winner, reason, instead):
            return f"over:{winner}:{reason},{_format_phase(instead)}"


def _parse_seat(text: str | None) -> Seat | None:
    return int(text) if text else None


def _parse_stack(text: str) -> Stack:
    return tuple(INDEX[name] for name in text.split("."))


def _parse_stacks(text: str) -> tuple[Stacks, Marks]:
    stacks = text.split("|")
    marked = tuple(place for place, stack in enumerate(stacks) if stack.endswith("^"))
    return tuple(_parse_stack(stack.removesuffix("^")) for stack in stacks), marked


def _parse_set(text: str) -> Stack:
    if not _SET.fullmatch(text):
        raise _bad(f"pieces are written like Lr.Sg, none as -, not {text!r}")
    if text == "-":
        return ()
    pieces = _parse_stack(text)
    if len(set(pieces)) < len(pieces):
        raise _bad(f"a piece stands twice in {text}")
    return pieces


def _report(word: str, seat: str | None, text: str) -> Report:
    stacks, marked = _parse_stacks(text)
    if seat:
        return Fault(int(seat), stacks, marked)
    return Falls(stacks, marked) if word == "falls" else Bump(stacks, marked)


def _parse_phase(text: str) -> Phase:
    if match := _DRAFT.fullmatch(text):
        return Drafting(int(match[1]))
    if match := _KEEP.fullmatch(text):
        return Keeping(int(match[1]), bits(_parse_set(match[2])), _parse_turn(match[3]))
    if match := _OVER.fullmatch(text):
        return Over(int(match[1]), match[2], _parse_fallen(match[3]))
    return _parse_fallen(text)


def _parse_fallen(text: str) -> Turn | Choosing:
    if match := _FALLEN.fullmatch(text):
        stacks, marked = in_order(*_parse_stacks(match[3]))
        taking, then = match[1] == "base", _parse_turn(match[4])
        return Choosing(int(match[2]), stacks, marked, taking, then)
    return _parse_turn(text)


def _parse_turn(text: str) -> Turn:
    match = _TURN.fullmatch(text)
    if not match:
        raise _bad(
            f"{text!r} is no phase; written are draft:1, give:2, place:2>3:Lr, base:…, over:…"
        )
    if match["seat"]:
        return Giving(int(match["seat"]))
    source = _parse_seat(match["source"])
    return Placing(int(match["giver"]), int(match["placer"]), INDEX[match["piece"]], source)


def _bad(sentence: str) -> UnreadablePosition:
    return UnreadablePosition("position", f"no position of Splash!: {sentence}")
