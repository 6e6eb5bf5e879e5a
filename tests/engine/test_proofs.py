"""Proven values of a search are correct."""

from random import Random

import pytest

from ludothek.engine import Limits, Play, Proof, Searcher, core

# Whatever p1 does next, it will not have two robots at home when it takes the last discs.
LOSING = "4/5/5B/4W/3R p1 w0b2,w2b2 w2b10 -"


def last_positions(game: str, seed: int, number: int) -> list[Play]:
    """The positions before the last decisions of a game by lot."""
    random, play, plays = Random(seed), core.begin(game), list[Play]()
    while not play.over:
        plays.append(play.copy())
        play.apply(random.choice(play.legal()))
    return plays[-number:]


def test_a_loss_is_certain_only_when_every_decision_was_looked_into() -> None:
    play = core.resume("robotory", LOSING)
    searcher = Searcher("robotory", evaluator="playouts")
    analysis = searcher.search(play, Limits(nodes=1), depth_limit=1, seed=7)
    assert analysis.lines[0].proof == Proof("loss", 1)
    assert len(analysis.lines) < len(play.legal())
    assert analysis.proof is None


def test_a_proof_does_not_depend_on_how_many_lines_are_told() -> None:
    for seed in range(20):
        for play in last_positions("repulso", seed, 4):
            one, all_of_them = (
                Searcher("repulso").search(play, Limits(nodes=300), seed=1, lines=lines)
                for lines in (1, 0)
            )
            assert one.proof == all_of_them.proof


@pytest.mark.parametrize("game", ["repulso", "robotory"])
def test_who_sees_two_decisions_ahead_proves_nothing_further_ahead(game: str) -> None:
    proven = 0
    for seed in range(12):
        for play in last_positions(game, seed, 7):
            analysis = Searcher(game).search(play, Limits(nodes=200), depth_limit=2, seed=1)
            for proof in filter(None, [analysis.proof, *(line.proof for line in analysis.lines)]):
                assert proof.decisions <= 2
                proven += 1
    assert proven


@pytest.mark.parametrize("game", core.GAMES)
def test_who_wins_is_known_before_how_soon(game: str) -> None:
    for seed in range(6):
        for play in last_positions(game, seed, 3):
            limits = Limits(nodes=200_000)
            quick = Searcher(game).solve(play, limits)
            any_way = Searcher(game).solve(play, limits, quickest=False)
            if quick and any_way:
                assert any_way.proof.result == quick.proof.result
                assert any_way.proof.decisions >= quick.proof.decisions
                assert any_way.nodes <= quick.nodes
