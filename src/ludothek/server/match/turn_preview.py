"""The positions after tentative decisions, without taking them. Pure.

Both come as steps as well, the last of which is the answer: who has others to serve takes a few at
a time.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from ludothek.games import AnyGame, LudothekError, load
from ludothek.games.protocol import Seat
from ludothek.server.match.decide import playable
from ludothek.server.match.position_cache import step, walked
from ludothek.server.match.refusals import Refusal, Refused, by_the_rules, refusal
from ludothek.server.match.state import Match
from ludothek.server.wire.models import Happened, Prefix, Trial, Tried
from ludothek.server.wire.views import events_of, position_view

Steps = Iterator[Tried | Refusal | None]  # the last is the answer


def preview(match: Match, person: str, prefix: Prefix) -> Tried | Refusal:
    """Where the beginning of somebody's turn would lead."""
    return _answer(previewing(match, person, prefix))


def try_out(trial: Trial) -> Tried | Refusal:
    """Where decisions lead from any position of a game; raises what the rules raise."""
    return _answer(trying(trial))


def previewing(match: Match, person: str, prefix: Prefix) -> Steps:
    """The same as `preview`, step by step."""
    seats = match.seats_of(person)
    if refused := _cannot_preview(match, seats, prefix):
        yield refused
        return
    yield from walked(match.plan.game, match.state, prefix.decisions)
    if refused := playable(match, seats, prefix.decisions):
        yield refused
        return
    yield from _tried(match.game, match.state, prefix.decisions, match.ply, seats)


def trying(trial: Trial) -> Steps:
    """The same as `try_out`, step by step."""
    game = load(trial.game)
    setup = game.setup(trial.seats, trial.options)
    state = game.parse_position(trial.position, setup) if trial.position else game.start(setup)
    try:
        yield from _tried(game, state, trial.decisions, 0, range(1, setup.seats + 1))
    except LudothekError as error:
        yield by_the_rules(game.name, error)


def granted(answer: Tried | Refusal | None) -> Tried:
    """Where it leads; raises `Refused`."""
    if isinstance(answer, Refusal):
        raise Refused(answer)
    assert answer, "the last step is the answer"
    return answer


def _cannot_preview(match: Match, seats: Sequence[Seat], prefix: Prefix) -> Refusal | None:
    if not seats:
        return refusal("not-seated")
    if match.status != "playing":
        return refusal("not-playing")
    return refusal("stale", ply=match.ply) if prefix.ply != match.ply else None


def _tried(
    game: AnyGame, state: Any, texts: Sequence[str], ply: int, seats: Sequence[Seat]
) -> Iterator[Tried | None]:
    happened = []
    for number, text in enumerate(texts, ply):
        applied = step(game.name, state, text)
        happened.append(
            Happened(
                ply=number,
                seat=game.to_move(state),
                decision=text,
                events=events_of(game, state, applied),
                motion=None,
                by_clock=False,
            )
        )
        state = applied.after
        yield None
    seat = game.to_move(state)
    view = position_view(game, state, seat if seat in seats else seats[0])
    yield Tried(ply=ply + len(texts), view=view, happened=happened)


def _answer(steps: Steps) -> Tried | Refusal:
    answer = deque(steps, maxlen=1)[0]
    assert answer
    return answer
