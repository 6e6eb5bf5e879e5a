"""Levels: their limits, their reproducibility on every machine, and their speed."""

import re
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludothek.engine import (
    GAMES,
    Analysis,
    Limits,
    Line,
    Proof,
    Searcher,
    core,
    expect_player,
    player,
    player_names,
    strongest,
)
from ludothek.engine.players import heuristics
from ludothek.engine.players.heuristics import HEURISTICS, scored
from ludothek.engine.players.levels import (
    FIRST,
    FORMER_SCALE,
    OTHERS,
    TABLES,
    Level,
    fingerprint,
    last_of,
    level_of,
    table_of,
)
from ludothek.engine.players.player import (
    LevelPlayer,
    composed,
    lowered,
    obvious,
    promises,
    swayed,
    weighed,
)
from ludothek.games import AnyGame, BadSetup, Outcome, load, names
from ludothek.games.protocol import ENGINE_LEVELS, MOST_LEVELS

ROBOTORY = load("robotory")
STRONGEST = last_of("robotory")
PAGE = Path(__file__).parents[3] / "web" / "src"
SETUPS = [
    pytest.param(load(name), seats, id=f"{name}-{seats}")
    for name in GAMES
    for seats in load(name).seat_counts
]
# Taking both white discs ends the game: p1 has two robots at home, or none.
WINNING = "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -"
LOSING = "4/5/5B/4W/3R p1 w0b2,w2b2 w2b10 -"


def known(*lines: Line, proof: Proof | None = None) -> Analysis:
    return Analysis(1, lines[0].values, 100, 0.1, lines, proof)


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_every_game_of_the_core_has_all_levels(game: AnyGame, seats: int) -> None:
    first, *lower, last = TABLES[game.name, seats]
    assert len(game.levels) == len(lower) + 2 == last_of(game.name)
    assert all(level.nodes and level.alert for level in lower)
    assert first == replace(level_of(game.name, seats, FIRST, FORMER_SCALE), alert=True)
    assert last.nodes is None
    assert last.network


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_the_higher_the_level_the_more_it_sees_and_the_less_it_leans_on_a_glance(
    game: AnyGame, seats: int
) -> None:
    for lower, upper in pairwise(TABLES[game.name, seats]):
        assert lower.heuristic >= upper.heuristic
        assert upper.network >= lower.network, "what was learned is not forgotten"
        alike = (lower.network, lower.heuristic) == (upper.network, upper.heuristic)
        if alike and lower.nodes and upper.nodes:
            assert lower.nodes <= upper.nodes
            assert lower.spread >= upper.spread
            assert not upper.depth_limit or lower.depth_limit <= upper.depth_limit


@pytest.mark.parametrize("name", sorted(set(names()) - set(GAMES)))
def test_games_the_core_does_not_know_have_levels_too(name: str) -> None:
    assert table_of(name, 2) == OTHERS
    assert len(OTHERS) == ENGINE_LEVELS == last_of(name)


@pytest.mark.parametrize("number", [0, 14, -1])
def test_other_levels_are_refused(number: int) -> None:
    with pytest.raises(BadSetup, match=f"a level is a number from 1 to 13, not {number}"):
        level_of("robotory", 2, number)


def test_every_game_has_players_for_its_own_levels_only() -> None:
    assert max(map(last_of, GAMES)) == MOST_LEVELS
    for name in GAMES:
        last = last_of(name)
        levels = [f"level{number}" for number in range(FIRST, last + 1)]
        assert player_names(name) == (*levels, "montecarlo", "random")
        assert strongest(name) == levels[-1]
        expect_player(name, levels[-1])
        expect_player(name, "level8/8")  # of the former scale
        with pytest.raises(BadSetup, match=f"no player is named 'level{last + 1}'; there are"):
            expect_player(name, f"level{last + 1}")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_says_of_every_level_what_it_does(game: str) -> None:
    """Levels that evaluate with a network are those that decide quickly, or have learned."""
    source = (PAGE / "match" / "setup" / "levels.ts").read_text("utf-8")
    (listed,) = re.findall(rf"^  {game}: \[(.*?)^  \],", source, re.DOTALL | re.MULTILINE)
    names = re.findall(r"'(\w+)'", listed)
    assert len(set(names)) == len(names) == last_of(game)
    learned = {"glance", "moment", "brief", "longer", "carefully", "far", "deep", "all"}
    assert [name in learned for name in names] == [level.network for level in table_of(game, 2)]


# What the eight levels that there were at first decided; stored games go on against them.
FORMER = [
    ("repulso", 2, 14, "*d6 *b6 f3 *b6 *b6 *b6 *b6 c4"),
    ("robotory", 2, 12, "Wc3 b@d3 b@d3 b@d3 b@d3 b@d3 b@d3 b@d3"),
    ("nexus", 2, 9, "-1,1>-2,1 -1,1>-1,0 -1,1>-2,1 -1,1>0,1 -1,1>0,1 -1,1>0,1 -1,1>0,1 -1,1>0,1"),
    ("nexus", 3, 12, "-1,4 -0,2 -0,2 -0,0 -2,4 -2,4 -2,2 -2,0"),
]


@pytest.mark.parametrize(("game", "seats", "decided", "decisions"), FORMER)
def test_the_former_levels_decide_as_they_did(
    game: str, seats: int, decided: int, decisions: str
) -> None:
    random, play = Random(3), core.begin(game, seats)
    for _ in range(decided):
        play.apply(random.choice(play.legal()))
    rules = load(game)
    state = rules.parse_position(play.position)
    levels = [player(f"level{number}/8", seed=5) for number in range(1, 9)]
    chosen = [str(level.choose(rules, state, Limits(nodes=3_000))) for level in levels]
    assert chosen == decisions.split()


def test_a_level_of_a_scale_is_refused_where_the_scale_has_none() -> None:
    assert level_of("robotory", 2, 8, FORMER_SCALE).nodes is None
    with pytest.raises(BadSetup, match="a level is a number from 1 to 8, not 9"):
        level_of("robotory", 2, 9, FORMER_SCALE)


def test_levels_are_known_by_their_fingerprint() -> None:
    rows = table_of("robotory", 2)
    assert fingerprint(rows[:2]) == fingerprint(list(rows[:2]))
    assert fingerprint(rows[:2]) != fingerprint(rows[1:3])


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_all_but_the_last_level_answer_at_once(game: AnyGame, seats: int) -> None:
    """At once: with a second of the processor's time, whatever else it has to do."""
    state = game.initial(seats)
    for number in game.levels[:-1]:
        start = time.process_time()
        move = LevelPlayer(number, seed=1).choose(game, state, Limits())
        assert time.process_time() - start < 1
        assert move in game.legal_moves(state)


def test_the_last_level_uses_the_time_it_is_given() -> None:
    start, worked = time.perf_counter(), time.process_time()
    LevelPlayer(STRONGEST).choose(ROBOTORY, ROBOTORY.initial(), Limits(seconds=0.2))
    assert time.perf_counter() - start > 0.19
    assert time.process_time() - worked < 5


def test_the_last_level_can_be_limited_to_playouts_and_then_repeats_itself() -> None:
    infos: list[Analysis] = []
    player = LevelPlayer(STRONGEST, seed=3)
    first = player.choose(ROBOTORY, ROBOTORY.initial(), Limits(nodes=500), None, infos.append)
    assert infos[-1].nodes == 500
    assert first == player.choose(ROBOTORY, ROBOTORY.initial(), Limits(nodes=500))


@pytest.mark.parametrize("number", ROBOTORY.levels)
def test_nobody_overlooks_a_win_at_once(number: int) -> None:
    state = ROBOTORY.parse_position(WINNING)
    for seed in range(5):
        move = LevelPlayer(number, seed).choose(ROBOTORY, state, Limits(nodes=5_000))
        assert str(move) == "+w2b0"


def positions_with_a_win(game: str, seats: int, wanted: int) -> list[tuple[core.Play, list[int]]]:
    """Random games, where some decisions win at once and others do not."""
    random, positions = Random(7), list[tuple[core.Play, list[int]]]()
    while len(positions) < wanted:
        play = core.begin(game, seats)
        while not play.over and len(positions) < wanted:
            legal = play.legal()
            wins = obvious(play, Level(1)) if len(legal) > 1 else []
            if wins and len(wins) < len(legal):
                positions.append((play.copy(), wins))
            play.apply(random.choice(legal))
    return positions


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_no_level_misses_a_win_in_one(game: AnyGame, seats: int) -> None:
    for play, wins in positions_with_a_win(game.name, seats, wanted=4):
        state = game.parse_position(play.position)
        for number in game.levels[:-1]:
            move = LevelPlayer(number, seed=2).choose(game, state, Limits(nodes=2_000))
            assert wins_at_once(game, state, move), (number, play.position)
            assert play.parse(str(move)) in wins


def wins_at_once(game: AnyGame, state: Any, move: Any) -> bool:
    outcome = game.outcome(game.apply(state, move))
    return bool(outcome and game.to_move(state) in outcome.winners)


def test_who_is_winning_takes_no_chances() -> None:
    level, line = Level(100, spread=0.3), Line(("w@a1",), 1, (0.95, 0.05), None)
    assert composed(level, known(line)) == replace(level, spread=0.0)
    assert composed(level, known(replace(line, values=(0.85, 0.15)))) == level
    former = replace(level, alert=False)
    assert composed(former, known(line)) == former, "the former levels did not do so"


def test_some_levels_are_swayed_by_their_heuristic_now_and_then_only() -> None:
    always, half = Level(2, heuristic=1), Level(2, heuristic=1, sway=0.5)
    assert swayed(always, Random(1)) is always
    random = Random(1)
    counted = sum(swayed(half, random).heuristic for _ in range(1_000))
    assert 450 < counted < 550


@pytest.mark.parametrize("number", ROBOTORY.levels)
def test_nobody_loses_at_once_without_need(number: int) -> None:
    state = ROBOTORY.parse_position(LOSING)
    for seed in range(5):
        move = LevelPlayer(number, seed).choose(ROBOTORY, state, Limits(nodes=5_000))
        assert ROBOTORY.outcome(ROBOTORY.apply(state, move)) is None


def test_the_lowest_level_does_not_think() -> None:
    infos: list[Analysis] = []
    LevelPlayer(FIRST, 1).choose(ROBOTORY, ROBOTORY.initial(), Limits(), None, infos.append)
    assert not infos


def test_weak_levels_vary_their_play() -> None:
    state = ROBOTORY.initial()
    for number in (1, 2):
        chosen = {LevelPlayer(number, seed).choose(ROBOTORY, state, Limits()) for seed in range(20)}
        assert len(chosen) > 2


def test_a_level_keeps_to_lower_limits() -> None:
    level = Level(nodes=100)
    assert lowered(Limits(), level) == Limits(nodes=100)
    assert lowered(Limits(nodes=20), level) == Limits(nodes=20)
    assert lowered(Limits(seconds=2, nodes=200), level) == Limits(seconds=2, nodes=100)
    assert lowered(Limits(seconds=2), Level(None)) == Limits(seconds=2)


def test_without_heuristics_and_spread_the_most_promising_is_chosen() -> None:
    scores = {"a": 0.0, "b": 0.0, "c": 0.0}
    assert weighed(Level(10), scores, {"a": 0.9, "b": 1.0}, Random(1)) == "b"


def test_a_heuristic_can_outweigh_a_promise() -> None:
    scores, promised = {"a": 1.0, "b": 0.0}, {"a": 0.7, "b": 1.0}
    assert weighed(Level(10, heuristic=0.2), scores, promised, Random(1)) == "b"
    assert weighed(Level(10, heuristic=0.4), scores, promised, Random(1)) == "a"


def test_what_seems_equal_is_chosen_by_lot() -> None:
    promised = {"a": 1.0, "b": 0.95, "c": 0.5}
    scores = dict.fromkeys(promised, 0.0)
    chosen = {weighed(Level(1, spread=0.1), scores, promised, Random(n)) for n in range(30)}
    assert chosen == {"a", "b"}


def test_a_certain_win_is_never_outweighed() -> None:
    state = ROBOTORY.parse_position(WINNING)
    won = Line(("+w2b0",), 1, (1.0, 0.0), Proof("win", 1))
    other = Line(("b@a2",), 90, (0.5, 0.5), None)
    promised = promises(ROBOTORY, state, known(won, other, proof=won.proof))
    assert set(map(str, promised)) == {"+w2b0"}


def test_a_certain_loss_is_the_last_choice() -> None:
    state = ROBOTORY.initial()
    open_line = Line(("w@a1",), 1, (0.1, 0.9), None)
    lost = Line(("w@a2",), 90, (0.0, 1.0), Proof("loss", 2))
    promised = promises(ROBOTORY, state, known(open_line, lost))
    chosen = weighed(Level(1), promised, promised, Random(1))
    assert str(chosen) == "w@a1"


def test_what_was_not_looked_at_is_better_than_a_certain_loss() -> None:
    state = ROBOTORY.initial()
    scores = dict.fromkeys(ROBOTORY.legal_moves(state), 0.0)
    lost = Line(("w@a2",), 90, (0.0, 1.0), Proof("loss", 2))
    chosen = weighed(Level(1), scores, promises(ROBOTORY, state, known(lost)), Random(1))
    assert str(chosen) != "w@a2"
    promised = promises(ROBOTORY, state, known(lost, proof=lost.proof))
    assert str(weighed(Level(1), scores, promised, Random(1))) == "w@a2"


def test_where_all_it_looked_at_is_lost_a_level_takes_anything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = ROBOTORY.initial()
    first, *others = ROBOTORY.legal_moves(state)
    monkeypatch.setattr("ludothek.engine.players.player.promises", lambda *_: {first: -3.0})
    chosen = {LevelPlayer(5, seed).choose(ROBOTORY, state, Limits()) for seed in range(20)}
    assert chosen <= set(others)
    assert len(chosen) > 1


def test_a_draw_the_core_cannot_see_is_shunned_where_more_is_promised() -> None:
    repeated = ROBOTORY.play(ROBOTORY.initial(), "w@a1")
    drawish = replace(
        ROBOTORY,
        outcome=lambda state: Outcome((), "repetition") if state == repeated else None,
    )
    lines = (Line(("w@a1",), 90, (0.9, 0.1), None), Line(("w@a2",), 80, (0.85, 0.15), None))
    promised = promises(drawish, drawish.initial(), known(*lines))
    assert str(max(promised, key=lambda move: promised[move])) == "w@a2"
    equal = tuple(replace(line, values=(0.5, 0.5)) for line in lines)
    promised = promises(drawish, drawish.initial(), known(*equal))
    assert str(max(promised, key=lambda move: promised[move])) == "w@a1"


def test_every_game_of_the_core_is_looked_at_in_its_own_way() -> None:
    assert set(HEURISTICS) == set(GAMES)


@pytest.mark.parametrize(
    ("game", "position", "better", "worse"),
    [
        ("repulso", "5*/6/2x3/o4o/*5/6 p1 p1 10+5,11+5 a3", "a3-e3", "a3-a6"),
        ("robotory", "4/2W2/2bB2/2R2/4 p1 w2b1,w2b2 w10b10 -", "Bc3", "w@a4"),
    ],
)
def test_a_glance_sees_what_is_attractive(
    game: str, position: str, better: str, worse: str
) -> None:
    rules = load(game)
    state = rules.parse_position(position)
    scores = scored(rules, state, list(rules.legal_moves(state)), Random(1))
    shown = {str(move): glance for move, glance in scores.items()}
    assert max(shown.values()) == 1
    assert min(shown.values()) == 0
    assert shown[better] > shown[worse]


def test_in_nexus_a_capture_is_liked_best() -> None:
    game = load("nexus")
    position = (
        "-2,0;-2,1;-2,2;-1,-1;-1,0;-1,1;-1,2;0,-2;0,-1;0,0:10;0,1;0,2;1,-2;1,-1;1,0:11;1,1;2,-2;"
        "2,-1;2,0:02 p1 8,8 12 ee oo2 - 6"
    )
    state = game.parse_position(position)
    scores = scored(game, state, list(game.legal_moves(state)), Random(1))
    best = max(scores, key=lambda move: scores[move])
    assert str(best) == "0,0>1,0"


def test_of_very_many_decisions_only_some_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristics, "MOST", 10)
    game = load("repulso")
    state = game.initial()
    moves = list(game.legal_moves(state))
    first, second = (set(scored(game, state, moves, Random(seed))) for seed in (1, 2))
    assert len(first) == len(second) == 10 < len(moves)
    assert first != second
    assert len(scored(game, state, moves[:10], Random(1))) == 10


@pytest.mark.parametrize("name", [f"level{number}" for number in ROBOTORY.levels])
def test_levels_are_players_by_name(name: str) -> None:
    assert player(name, seed=1) == LevelPlayer(int(name.removeprefix("level")), 1)


def test_only_the_strongest_has_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []
    search = Searcher.search

    def counted(self: Searcher, *arguments: Any, **named: Any) -> Analysis:
        used.append(named["threads"])
        return search(self, *arguments, **named)

    monkeypatch.setattr(Searcher, "search", counted)
    for name in ("level3", strongest("robotory")):
        player(name, 1, threads=2).choose(ROBOTORY, ROBOTORY.initial(), Limits(nodes=50))
    assert used == [1, 2]
