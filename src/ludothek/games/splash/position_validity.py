"""Validation of positions: could one come up in play, and if not, why."""

from collections.abc import Iterator
from dataclasses import replace

from ludothek.games.protocol import Reason, Seat
from ludothek.games.splash.pieces import NAMES, Piece, members
from ludothek.games.splash.reasons import REASONS, refuse_give, refuse_marks
from ludothek.games.splash.rules import KEPT, WINNING_DROPS, highest, leftover, quota
from ludothek.games.splash.state import (
    Choosing,
    Drafting,
    Give,
    Giving,
    Keeping,
    Over,
    Phase,
    Placing,
    State,
    Turn,
)

_Doubts = Iterator[str]  # the first one counts; later ones may rely on the earlier


def doubt(state: State) -> str | None:
    """Why play cannot lead to a position, or None."""
    return next(_doubts(state), None)


def everything(state: State) -> list[Piece]:
    """The pieces of a position, place by place."""
    sets = (state.pool, state.box, *state.stocks)
    lying = [piece for of in sets for piece in members(of)]
    return [*lying, *state.tower, *_pieces(state.phase)]


def _pieces(phase: Phase) -> list[Piece]:
    """The pieces that only the phase knows of: in a hand, or fallen."""
    match phase:
        case Drafting() | Giving():
            return []
        case Placing(piece=piece):
            return [piece]
        case Choosing(stacks=stacks, then=then):
            return [piece for stack in stacks for piece in stack] + _pieces(then)
        case Keeping(loose=loose, then=then):
            return members(loose) + _pieces(then)
        case Over(instead=instead):
            return _pieces(instead)


def _seats(phase: Phase) -> set[Seat]:
    match phase:
        case Placing(giver, seat, _, source):
            return {giver, seat, source or giver}
        case Choosing(seat=seat, then=then) | Keeping(seat=seat, then=then):
            return {seat} | _seats(then)
        case Over(winner, _, instead):
            return {winner} | _seats(instead)
        case Drafting(seat) | Giving(seat):
            return {seat}


def _doubts(state: State) -> _Doubts:
    seats = state.setup.seats
    if len(state.stocks) != seats or len(state.drops) != seats:
        yield f"there is a stock and a number of drops for each of the {seats} seats"
    if max(_seats(state.phase)) > seats:
        yield f"there is no p{max(_seats(state.phase))}"
    if sorted(everything(state)) != list(range(len(NAMES))):
        yield "each of the 30 pieces is in one place"
    match state.phase:
        case Drafting(seat):
            yield from _in_the_draft(state, seat)
        case Over() as over:
            yield from _after_the_draft(state, over)
            yield from _at_the_end(state, over)
        case phase:
            yield from _after_the_draft(state, None)
            yield from _in_play(state, phase)


def _in_the_draft(state: State, seat: Seat) -> _Doubts:
    taken = [stock.bit_count() for stock in state.stocks]
    if state.box or state.tower or any(state.drops):
        yield "in the draft, box and tower are empty and nobody has drops"
    if taken != [taken[-1] + (other < seat) for other in range(1, state.setup.seats + 1)]:
        yield f"the seats before p{seat} have one piece more than the others"
    if taken[-1] == quota(state.setup.seats):
        yield f"the draft ends with {taken[-1]} pieces each"


def _after_the_draft(state: State, over: Over | None) -> _Doubts:
    spare = leftover(state.setup.seats)
    boxed = state.box.bit_count() - spare
    if state.pool:
        yield "after the draft the pool is empty"
    if boxed < 0:
        yield f"the box holds the {spare} pieces nobody took"
    if boxed and state.setup["referee"] == "no" and not any(state.drops):
        yield "nothing fell, so nothing more went to the box"
    for seat, (stock, drops) in enumerate(zip(state.stocks, state.drops, strict=True), 1):
        won = over.reason if over and over.winner == seat else None
        if (drops == WINNING_DROPS) != (won == "third-drop"):
            yield "whoever has three drops has won by them"
        if not stock and won != "last-piece" and state.setup["last-piece"] == "given":
            yield f"p{seat} has an empty stock and would have won"


def _in_play(state: State, phase: Turn | Choosing | Keeping) -> _Doubts:
    match phase:
        case Giving() | Placing():
            yield from _turn(state, phase)
            yield from _of_the_tower(state, phase)
        case Choosing(seat, stacks, marked, taking, then):
            if state.tower:
                yield "no tower stands while the new one is chosen"
            yield from _of_the_marks(state, phase)
            if len(highest(stacks, marked)) < 2:
                yield "one stack is highest, so there is nothing to choose"
            yield from _aftermath(state, seat, taking, then)
        case Keeping(seat, loose, then):
            if not state.tower:
                yield "a tower stands while pieces are kept"
            if loose.bit_count() <= KEPT:
                yield "up to three pieces are taken without a choice"
            yield from _aftermath(state, seat, True, then)


def _turn(state: State, turn: Turn) -> _Doubts:
    """Doubts about giving and placing that the tower does not matter for."""
    if isinstance(turn, Placing):
        if turn.seat != state.left_of(turn.giver):
            yield f"the left neighbour of p{turn.giver} places"
        if turn.source == turn.giver:
            yield "a piece of the own stock is given without naming a seat"
        state = _before_giving(state, turn)
    giver = _giver(turn)
    previous = state.right_of(giver)
    if not state.stocks[giver - 1] and not state.stocks[previous - 1]:
        yield f"when p{giver} gives, p{previous} or p{giver} has a piece left"


def _of_the_tower(state: State, turn: Turn) -> _Doubts:
    before = _before_giving(state, turn) if isinstance(turn, Placing) else state
    if not state.tower and not _is_opening(before, _giver(turn)):
        yield "without a tower, p1 gives the first piece of full stocks"
    if isinstance(turn, Placing) and (not state.tower or state.setup["referee"] == "no"):
        yield from _of_the_gift(state, turn)


def _of_the_gift(state: State, placing: Placing) -> _Doubts:
    """No incident has changed the tower since the piece was given."""
    give = Give(placing.piece, placing.source)
    if reason := refuse_give(_before_giving(state, placing), placing.giver, give):
        yield f"{NAMES[placing.piece]} may not be given: {_sentence(reason)}"


def _of_the_marks(state: State, fallen: Choosing) -> _Doubts:
    if reason := refuse_marks(state.setup, fallen.stacks, fallen.marked):
        yield _sentence(reason)


def _aftermath(state: State, seat: Seat, taking: bool, then: Turn) -> _Doubts:
    """After a fall the placer gives next; after an incident the turn goes on.

    With fault=gives-next whoever was at fault gives next, if nobody holds a piece.
    """
    referee = state.setup["referee"] == "yes"
    elsewhere = taking and isinstance(then, Giving) and state.setup["fault"] == "gives-next"
    if taking and then == Giving(seat):
        giver = state.right_of(seat)
        if not referee and not state.drops[giver - 1]:
            yield f"p{giver} has a drop for the piece that fell"
        return
    if not referee or elsewhere:
        yield f"p{seat} gives next"
    if not taking and seat != then.seat:
        yield f"after a bump the seat to decide chooses, and that is p{then.seat}"
    if taking and seat == then.seat:
        yield f"p{seat} is just placing and not at fault"
    yield from _turn(state, then)


def _at_the_end(state: State, over: Over) -> _Doubts:
    if over.reason == "third-drop":
        yield from _of_the_third_drop(state, over)
        return
    if state.stocks[over.winner - 1]:
        yield f"p{over.winner} has not given the last piece"
    if len(state.tower) + isinstance(over.instead, Placing) < 2:
        yield "the last piece is not the base"
    match over.instead:
        case Giving(seat) if state.setup["last-piece"] == "stands":
            giver = state.right_of(seat)
            if over.winner != giver and not state.stocks[giver - 1]:
                yield f"p{giver} has an empty stock and comes first"
        case Placing() as placing if state.setup["last-piece"] == "given":
            if over.winner not in {placing.giver, placing.source}:
                yield f"p{over.winner} lost no piece with this give"
            yield from _turn(state, placing)
            yield from _of_the_gift(state, placing)
        case _:
            yield "the last piece wins when it stands, or with last-piece=given when it is given"


def _of_the_third_drop(state: State, over: Over) -> _Doubts:
    seat = state.left_of(over.winner)
    match over.instead:
        case Choosing(chooser, stacks, taking=True, then=Giving(following)) as fallen:
            if state.tower or len(stacks) < 2:
                yield "a fall leaves no tower but two stacks or more"
            yield from _of_the_marks(state, fallen)
            if {chooser, following} != {seat}:
                yield f"p{seat} placed the piece that p{over.winner} gave"
        case _:
            yield "a third drop comes with a fall"


def _sentence(reason: Reason) -> str:
    return REASONS[reason.code].format(**dict(reason.params))


def _giver(turn: Turn) -> Seat:
    return turn.giver if isinstance(turn, Placing) else turn.seat


def _before_giving(state: State, placing: Placing) -> State:
    owner = (placing.source or placing.giver) - 1
    stocks = list(state.stocks)
    stocks[owner] |= 1 << placing.piece
    return replace(state, stocks=tuple(stocks), phase=Giving(placing.giver))


def _is_opening(state: State, giver: Seat) -> bool:
    full = all(stock.bit_count() == quota(state.setup.seats) for stock in state.stocks)
    return full and giver == 1 and not any(state.drops)
