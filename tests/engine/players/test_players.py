"""The computer players: decisions are legal and reproducible, searches can be stopped."""

import time
from collections import Counter
from dataclasses import replace
from threading import Event, Timer

import pytest

from ludothek.engine import PLAYERS, Analysis, Limits, player
from ludothek.engine.players.player import MonteCarlo, player_names
from ludothek.games import AnyGame, BadSetup, LudothekError, Outcome, load, names
from ludothek_nim import NIM

ROBOTORY = load("robotory")
# Taking both white discs ends the game: p1 has two robots at home, or none.
WINNING = "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -"
LOSING = "4/5/5B/4W/3R p1 w0b2,w2b2 w2b10 -"
SETUPS = [
    pytest.param(name, seats, kind, id=f"{kind}-{name}-{seats}")
    for name in names()
    for seats in load(name).seat_counts
    for kind in player_names(name)
]


@pytest.mark.parametrize(("name", "seats", "kind"), SETUPS)
def test_a_player_chooses_a_legal_decision(name: str, seats: int, kind: str) -> None:
    game = load(name)
    state = game.initial(seats)
    move = player(kind, seed=1).choose(game, state, Limits(nodes=3))
    assert move in game.legal_moves(state)


@pytest.mark.parametrize(("name", "seats", "kind"), SETUPS)
def test_a_player_with_a_seed_repeats_itself(name: str, seats: int, kind: str) -> None:
    game = load(name)
    state = game.initial(seats)
    first, second = (player(kind, seed=5).choose(game, state, Limits(nodes=3)) for _ in range(2))
    assert first == second


def test_random_decisions_are_spread_over_all_seeds() -> None:
    state = ROBOTORY.initial()
    chosen = {player("random", seed).choose(ROBOTORY, state, Limits()) for seed in range(400)}
    assert chosen == set(ROBOTORY.legal_moves(state))


def test_players_without_a_seed_differ() -> None:
    state = ROBOTORY.initial()
    chosen = {player("random").choose(ROBOTORY, state, Limits()) for _ in range(50)}
    assert len(chosen) > 1


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(BadSetup, match="no player is named 'oracle'; there are level1, "):
        player("oracle")


def test_monte_carlo_takes_a_win() -> None:
    state = ROBOTORY.parse_position(WINNING)
    move = player("montecarlo", seed=1).choose(ROBOTORY, state, Limits(nodes=600))
    outcome = ROBOTORY.outcome(ROBOTORY.apply(state, move))
    assert outcome
    assert outcome.winners == (1,)


def test_monte_carlo_leaves_a_loss_alone() -> None:
    state = ROBOTORY.parse_position(LOSING)
    move = player("montecarlo", seed=1).choose(ROBOTORY, state, Limits(nodes=600))
    assert ROBOTORY.outcome(ROBOTORY.apply(state, move)) is None


def test_monte_carlo_beats_chance() -> None:
    wins = Counter[str]()
    for seed in range(4):
        kinds = ("montecarlo", "random") if seed % 2 else ("random", "montecarlo")
        state = ROBOTORY.initial()
        while not (outcome := ROBOTORY.outcome(state)):
            sitting = player(kinds[ROBOTORY.to_move(state) - 1], seed)
            state = ROBOTORY.play(state, sitting.choose(ROBOTORY, state, Limits(nodes=60)))
        wins[kinds[outcome.winners[0] - 1]] += 1
    assert wins["montecarlo"] >= 3


def test_a_single_choice_needs_no_thought() -> None:
    only = replace(ROBOTORY, legal_moves=lambda state: ROBOTORY.legal_moves(state)[:1])
    move = player("montecarlo").choose(only, only.initial(), Limits())
    assert move == ROBOTORY.legal_moves(ROBOTORY.initial())[0]


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize(
    ("game", "position"),
    [(ROBOTORY, "4/5/5B/4W/3R p1 w2b2,w2b2 w0b10 -"), (NIM, "0,0,0 p1")],
    ids=["robotory", "nim"],
)
def test_a_game_that_is_over_leaves_nothing_to_choose(
    kind: str, game: AnyGame, position: str
) -> None:
    over = game.parse_position(position)
    with pytest.raises(
        LudothekError, match="the game is over: there is nothing to decide"
    ) as error:
        player(kind, seed=1).choose(game, over, Limits(nodes=3))
    assert error.value.code == "over"


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(seconds=0)])
def test_without_time_to_think_some_decision_is_chosen(limits: Limits) -> None:
    state = ROBOTORY.initial()
    assert MonteCarlo().choose(ROBOTORY, state, limits) in ROBOTORY.legal_moves(state)


def test_nodes_are_playouts_and_the_last_report_counts_them_all() -> None:
    infos: list[Analysis] = []
    MonteCarlo(1).choose(ROBOTORY, ROBOTORY.initial(), Limits(nodes=40), None, infos.append)
    assert [info.nodes for info in infos] == [1, 2, 4, 8, 16, 32, 40]
    assert all(0 <= info.score <= 1 for info in infos)
    assert all(len(info.line) == info.depth for info in infos)


def test_the_tree_grows_no_deeper_than_it_may() -> None:
    infos: list[Analysis] = []
    state = ROBOTORY.parse_position(LOSING)
    limits = Limits(nodes=500, depth=1)
    MonteCarlo(1).choose(ROBOTORY, state, limits, None, infos.append)
    assert infos[-1].depth == 1


def test_a_depth_alone_ends_the_search() -> None:
    infos: list[Analysis] = []
    state = ROBOTORY.parse_position(LOSING)
    MonteCarlo(1).choose(ROBOTORY, state, Limits(depth=1), None, infos.append)
    assert infos[-1].nodes == 1_000


def test_a_search_ends_when_its_time_is_up() -> None:
    start, worked = time.monotonic(), time.process_time()
    MonteCarlo(1).choose(ROBOTORY, ROBOTORY.initial(), Limits(seconds=0.1))
    assert time.monotonic() - start >= 0.1
    assert time.process_time() - worked < 5


def test_a_search_ends_when_it_is_told_to() -> None:
    stop = Event()
    Timer(0.05, stop.set).start()
    worked = time.process_time()
    MonteCarlo(1).choose(ROBOTORY, ROBOTORY.initial(), Limits(), stop)
    assert time.process_time() - worked < 5


def test_where_the_table_decides_lots_are_drawn_and_open_moves_made_concrete() -> None:
    drawn = Counter[str]()

    def concrete(_state: object, move: object, _random: object) -> object:
        drawn[str(move)] += 1
        return move

    game = replace(ROBOTORY, is_open=lambda move: str(move)[0] == "b", concrete=concrete)
    move = MonteCarlo(1).choose(game, game.initial(), Limits(nodes=30))
    assert not game.is_open(move)
    assert set(drawn) & {"b@a1", "b@a2", "b@a3"}


@pytest.mark.parametrize("winners", [(), (1, 2)])
def test_draws_and_shared_wins_are_worth_equal_shares(winners: tuple[int, ...]) -> None:
    start, agreed = ROBOTORY.initial(), Outcome(winners, "agreed")
    drawish = replace(ROBOTORY, outcome=lambda state: None if state == start else agreed)
    infos: list[Analysis] = []
    MonteCarlo(1).choose(drawish, drawish.initial(), Limits(nodes=50), None, infos.append)
    assert infos[-1].score == 0.5
