"""Jobs about a match and their answers: encoding and decoding. Pure; also used in browsers."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Literal

from ludothek.games import AnyGame, LudothekError, load
from ludothek.games.record import play_text
from ludothek.server.compute import worker_tasks
from ludothek.server.match.commands import SpotInfo
from ludothek.server.match.record_conversion import seat_names, table_named
from ludothek.server.match.refusals import refused
from ludothek.server.match.seeds import derived
from ludothek.server.match.state import Match
from ludothek.server.wire.codec import Invalid, decode
from ludothek.server.wire.models import Evaluation

HINT_LEVEL: Final = 7
SECONDS: Final = 1.0  # at most, for one position
SLICE: Final = 0.5  # seconds of an analysis before others have their turn, and progress is sent
# What reading a worker's answer that makes no sense leads to.
NONSENSE: Final = (Invalid, LookupError, TypeError, ValueError, AttributeError)
MOST_TRIED: Final = 40  # decisions a fallback looks at, and replies to each


def derived_seed(match: Match, purpose: str) -> int:
    """Random numbers of their own for every purpose; secret, as the match's seed is."""
    return derived(match.seed, purpose)


def choice_question(match: Match, level: int, seconds: float) -> str:
    """What a computer shall do next."""
    seed = derived_seed(match, f"choice {match.ply}")
    plan, texts = match.plan, match.texts
    if plan.load_game().computers:
        return worker_tasks.play_job(plan, texts, level, seconds, seed, match.table)
    return worker_tasks.choose_job(plan, texts, level, seconds, seed)


def record_question(match: Match, form: Literal["text", "json"]) -> str:
    """The record of a match so far."""
    return worker_tasks.write_record_job(
        match.plan,
        match.texts,
        names=seat_names(match),
        comment=table_named(match),
        result=match.result and (match.result.winners, match.result.reason),
        at=match.created,
        form=form,
    )


def check_hint(match: Match, person: str) -> None:
    """Raise `Refused` where somebody gets no hint."""
    if match.status != "playing":
        raise refused("not-playing")
    if not match.plan.hints:
        raise refused("no-hints")
    if match.to_move not in match.seats_of(person):
        raise refused("not-your-turn", seat=match.to_move)
    if not match.plan.for_computers:
        raise refused("no-hints")


def check_analysis(match: Match) -> None:
    """Raise `Refused` where a match cannot be analysed."""
    if not match.over:
        raise refused("not-over")
    if match.game.simulation or not match.plan.current:
        raise refused("no-analysis")


def positions(match: Match) -> range:
    """The plies at which somebody had something to decide, and the last one, if the rules go on."""
    dealt = match.dealt if match.dealt < match.ply else 0  # a recorded game counts as dealt
    return range(dealt, match.ply + (not match.game.outcome(match.state)))


def hint_question(match: Match, level: int) -> str:
    """What a strong computer would do."""
    if not match.game.computers:
        return worker_tasks.evaluate_job(match.plan, match.texts, level, SECONDS)
    seed, best = derived_seed(match, f"hint {match.ply}"), match.game.levels[-1]
    return worker_tasks.play_job(match.plan, match.texts, best, SECONDS, seed, match.table)


def slice_question(match: Match, level: int, evaluations: list[Evaluation]) -> str | None:
    """The next positions of an analysis, from the last one back; None: all are evaluated."""
    plies = positions(match)
    if len(evaluations) >= len(plies):
        return None
    behind = None
    if evaluations:
        proof = evaluations[0].proof
        certain = [proof.result, proof.decisions] if proof else None
        behind = {"seat": evaluations[0].seat, "values": evaluations[0].shares, "proof": certain}
    ply = plies[-1 - len(evaluations)]
    return worker_tasks.review_job(match.plan, match.texts, level, (SECONDS, SLICE), ply, behind)


def with_slice(
    match: Match, answer: Mapping[str, Any], evaluations: list[Evaluation]
) -> list[Evaluation]:
    """The evaluations so far, and those of one more slice before them; raises `NONSENSE`."""
    plies = positions(match)
    reviewed = _reviewed(answer, plies[: len(plies) - len(evaluations)])
    return [*reversed(reviewed), *evaluations]


def advice(match: Match, answer: Mapping[str, Any]) -> Evaluation:
    """The evaluation of a hint; players of a game's own say only what to do next."""
    spot = answer.get("spot")
    best = [] if spot else [answer["decision"]] if "decision" in answer else answer["line"]
    named = {
        "ply": match.ply,
        "seat": match.to_move,
        "shares": answer.get("values", []),
        "best": best,
        "proof": _proof(answer.get("proof")),
        "spot": spot,
    }
    return decode(Evaluation, named)


def _reviewed(answer: Mapping[str, Any], remaining: range) -> list[Evaluation]:
    """Evaluations of the last of the remaining positions, backwards, and at least of one."""
    evaluations = [_evaluation(each) for each in answer["reviewed"] if each["ply"] in remaining]
    plies = [evaluation.ply for evaluation in evaluations]
    if not plies or plies != list(reversed(remaining))[: len(plies)]:
        raise ValueError(f"these positions were not asked for: {plies}")
    return evaluations


def _evaluation(reviewed: Mapping[str, Any]) -> Evaluation:
    named = {
        "ply": reviewed["ply"],
        "seat": reviewed["seat"],
        "shares": reviewed["values"],
        "best": reviewed["line"],
        "lines": reviewed.get("lines", []),
        "proof": _proof(reviewed["proof"]),
        "verdict": reviewed["verdict"],
        "loss": reviewed["loss"],
    }
    return decode(Evaluation, named)


def _proof(proof: Sequence[Any] | None) -> dict[str, Any] | None:
    return {"result": proof[0], "decisions": proof[1]} if proof else None


def usable(match: Match, answer: dict[str, Any]) -> bool:
    """Is it a spot where a piece is to be placed, or else a decision that the rules allow?"""
    try:
        if match.placing:
            decode(SpotInfo, answer["spot"])
        else:
            play_text(match.game, match.state, decode(str, answer["decision"]))
    except (KeyError, Invalid, LudothekError):
        return False
    return True


def fallback(match: Match) -> str:
    """A legal decision from the rules alone: one that wins, or else does not lose at once."""
    game, state = load(match.plan.game), match.state
    moves = [move for move in game.legal_moves(state) if not game.is_open(move)]
    random = Random(derived_seed(match, f"fallback {match.ply}"))
    tried = random.sample(moves, min(len(moves), MOST_TRIED))
    return str(max(tried, key=lambda move: _prospect(game, game.apply(state, move), match.to_move)))


def _prospect(game: AnyGame, state: Any, seat: int) -> int:
    """3: won; 2: nobody wins with the next decision; 1: a draw; 0: another one can; -1: lost."""
    if outcome := game.outcome(state):
        return (3 if seat in outcome.winners else -1) if outcome.winners else 1
    if game.to_move(state) == seat:
        return 2
    replies = [move for move in game.legal_moves(state) if not game.is_open(move)][:MOST_TRIED]
    ends = filter(None, (game.outcome(game.apply(state, reply)) for reply in replies))
    return 0 if any(end.winners and seat not in end.winners for end in ends) else 2
