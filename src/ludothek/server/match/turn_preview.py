"""The positions after tentative decisions, without taking them. Pure."""

from collections.abc import Sequence
from typing import Any

from ludothek.games import AnyGame, LudothekError, load
from ludothek.games.protocol import Seat
from ludothek.server.match.decide import playable
from ludothek.server.match.position_cache import step
from ludothek.server.match.refusals import Refusal, by_the_rules, refusal
from ludothek.server.match.state import Match
from ludothek.server.wire.models import Happened, Prefix, Trial, Tried
from ludothek.server.wire.views import events_of, position_view


def preview(match: Match, person: str, prefix: Prefix) -> Tried | Refusal:
    """Where the beginning of somebody's turn would lead."""
    seats = match.seats_of(person)
    if not seats:
        return refusal("not-seated")
    if match.status != "playing":
        return refusal("not-playing")
    if prefix.ply != match.ply:
        return refusal("stale", ply=match.ply)
    if refused := playable(match, seats, prefix.decisions):
        return refused
    return _tried(match.game, match.state, prefix.decisions, match.ply, seats)


def try_out(trial: Trial) -> Tried | Refusal:
    """Where decisions lead from any position of a game; raises what the rules raise."""
    game = load(trial.game)
    setup = game.setup(trial.seats, trial.options)
    state = game.parse_position(trial.position, setup) if trial.position else game.start(setup)
    try:
        return _tried(game, state, trial.decisions, 0, range(1, setup.seats + 1))
    except LudothekError as error:
        return by_the_rules(game.name, error)


def _tried(
    game: AnyGame, state: Any, texts: Sequence[str], ply: int, seats: Sequence[Seat]
) -> Tried:
    happened = []
    for number, text in enumerate(texts, ply):
        move, after = step(game.name, state, text)
        happened.append(
            Happened(
                ply=number,
                seat=game.to_move(state),
                decision=text,
                events=events_of(game, state, move, after),
                motion=None,
                by_clock=False,
            )
        )
        state = after
    seat = game.to_move(state)
    view = position_view(game, state, seat if seat in seats else seats[0])
    return Tried(ply=ply + len(texts), view=view, happened=happened)
