"""Random records for tests: any game, setup, start, comments, variations and ending."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from ludothek.games import AnyGame, Outcome, Setup, load, names
from ludothek.games.record import Decision, Line, Record
from ludothek.games.record.check import MAX_NAME

COMMENTS = st.one_of(
    st.just(""),
    st.sampled_from(["{", "}", "\\", " ", "  a  b ", "a\nb", "\n \n", "a \n", "\\n", "\t\u2028\0"]),
    st.text(st.sampled_from(" \n\t\\{}()_nu1. aé\u00a0\u3000\U0001f642"), max_size=30),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=300),
)
NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=MAX_NAME).map(
    lambda text: text.strip(" ") or "?"
)
DATES = st.none() | st.dates().map(lambda date: date.isoformat())


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A sound record."""
    game = load(draw(st.sampled_from(names())))
    setup = draw(setups(game))
    start = None
    state = game.start(setup)
    if draw(st.booleans()):
        state = _walked(draw, game, state, draw(st.integers(0, 40)))
        start = game.format_position(state)
        state = game.parse_position(start, setup)
    line, end = _line(draw, game, state, draw(st.integers(0, 30)), 0)
    return Record(
        game=game.name,
        setup=setup,
        names=tuple(draw(NAMES) for _ in range(setup.seats)),
        line=line,
        result=game.outcome(end) or draw(_early_results(setup.seats)),
        date=draw(DATES),
        start=start,
    )


@st.composite
def setups(draw: st.DrawFn, game: AnyGame) -> Setup:
    """A setup of a game; options that do not go together are left at their defaults."""
    seats = draw(st.sampled_from(game.seat_counts))
    chosen = {option.name: draw(st.sampled_from(option.values)) for option in game.options}
    requested = Setup(seats, tuple(chosen.items()))
    return game.setup(seats) if game.refuse_setup(requested) else requested


def _line(draw: st.DrawFn, game: AnyGame, state: Any, length: int, depth: int) -> tuple[Line, Any]:
    decisions: list[Decision] = []
    comment = draw(COMMENTS)
    while len(decisions) < length and not game.outcome(state):
        variations = []
        if depth < 3 and draw(st.integers(0, 9)) == 0:
            variations.append(_line(draw, game, state, draw(st.integers(1, 4)), depth + 1)[0])
        text, state = _step(draw, game, state)
        decisions.append(Decision(text, draw(COMMENTS), tuple(variations)))
    return Line(tuple(decisions), comment), state


def _step(draw: st.DrawFn, game: AnyGame, state: Any) -> tuple[str, Any]:
    move = draw(st.sampled_from(game.legal_moves(state)))
    if game.is_open(move):
        move = game.concrete(state, move, Random(draw(st.integers(0, 99))))
    return str(move), game.apply(state, move)


def _walked(draw: st.DrawFn, game: AnyGame, state: Any, steps: int) -> Any:
    for _ in range(steps):
        if game.outcome(state):
            break
        state = _step(draw, game, state)[1]
    return state


def _early_results(seats: int) -> st.SearchStrategy[Outcome | None]:
    winners = st.sets(st.integers(1, seats), min_size=1).map(lambda winning: tuple(sorted(winning)))
    reasons = st.sampled_from(["resigned", "time", "agreed", "abandoned"])
    return st.one_of(
        st.none(),
        st.builds(Outcome, winners, reasons),
        st.builds(Outcome, st.just(()), st.sampled_from(["agreed", "abandoned"])),
    )
