"""The contract test suite that any game can be run through.

    from ludothek.testing import Contract

    class TestMyGame(Contract):
        game = MY_GAME
        longest = 200

Each test checks one promise of `ludothek.games.protocol` on walks through the game that
Hypothesis steers and shrinks, for every seat count and every value of every option. It needs
Hypothesis, and a runner that collects classes, such as pytest.
"""

import json
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludothek.games.errors import IllegalMove
from ludothek.games.protocol import Setup, State
from ludothek.games.registry import AnyGame


@dataclass(frozen=True, slots=True)
class Walk:
    """Legal decisions from the start, and every state on the way (one more than decisions).

    >>> from ludothek.games import load
    >>> game = load("robotory")
    >>> way = walk(game, game.initial(), [0, 0])
    >>> len(way.states), [str(move) for move in way.moves]
    (3, ['w@a1', 'w@a2'])
    """

    states: tuple[Any, ...]
    moves: tuple[Any, ...]


def setups(game: AnyGame) -> list[Setup]:
    """Every seat count with the defaults, and with every other value of every option.

    >>> from ludothek.games import load
    >>> [dict(setup.options)["end"] for setup in setups(load("robotory"))]
    ['colour', 'all']
    """
    variants = []
    for seats in game.seat_counts:
        variants.append(game.setup(seats))
        variants += [
            game.setup(seats, {option.name: value})
            for option in game.options_for(seats)
            for value in option.values[1:]
        ]
    return variants


def walk(game: AnyGame, start: Any, choices: Iterable[int]) -> Walk:
    """Play on from a state, taking the n-th legal decision (counted round) for each choice.

    >>> from ludothek.games import load
    >>> game = load("repulso")
    >>> str(walk(game, game.initial(), random_choices(seed=1, number=3)).moves[0])
    'f5'
    """
    states, moves = [start], []
    for choice in choices:
        legal = game.legal_moves(states[-1])
        if not legal:
            break
        move = legal[choice % len(legal)]
        moves.append(game.concrete(states[-1], move, Random(choice)))
        states.append(game.apply(states[-1], moves[-1]))
    return Walk(tuple(states), tuple(moves))


def random_choices(seed: int, number: int) -> Iterable[int]:
    """The same choices for the same seed.

    >>> list(random_choices(1, 3)) == list(random_choices(1, 3))
    True
    """
    random = Random(seed)
    return (random.getrandbits(32) for _ in range(number))


class Contract:
    """Subclass it with a game of your own; every test is inherited.

    >>> from ludothek.games import load
    >>> class TestRobotory(Contract):
    ...     game = load("robotory")
    ...     longest = 200
    >>> TestRobotory().test_the_same_decisions_lead_to_the_same_states()
    """

    game: ClassVar[AnyGame]
    longest: ClassVar[int]  # no game takes more decisions (or we look no further)
    always_ends: ClassVar[bool] = True  # within `longest`

    @staticmethod
    def material(state: Any) -> Hashable:
        """What never changes on the table, as the number of pieces; override it."""
        return hash(state.setup)

    @staticmethod
    def unlisted(move: Any) -> bool:
        """May this decision be legal without being listed (as one of an open one's family)?"""
        del move
        return False

    def draw_walk(self, data: st.DataObject, steps: int = 12) -> Walk:
        """Some way into a random game, then a few decisions that Hypothesis steers."""
        setup = data.draw(st.sampled_from(setups(self.game)), label="setup")
        skip = data.draw(st.integers(0, self.longest), label="decisions skipped")
        seed = data.draw(st.integers(0, 2**32 - 1), label="seed")
        ahead = walk(self.game, self.game.start(setup), random_choices(seed, skip))
        steered = data.draw(st.lists(st.integers(0, 2**16), max_size=steps), label="choices")
        return walk(self.game, ahead.states[-1], steered)

    @given(st.data())
    def test_the_same_decisions_lead_to_the_same_states(self, data: st.DataObject) -> None:
        way = self.draw_walk(data)
        again = way.states[0]
        for move, state in zip(way.moves, way.states[1:], strict=True):
            again = self.game.play(again, move)
            assert again == state
            assert hash(again) == hash(state)

    @given(st.data())
    def test_nothing_changes_a_state(self, data: st.DataObject) -> None:
        state = self.draw_walk(data).states[-1]
        before, text = hash(state), self.game.format_position(state)
        for move in self.game.legal_moves(state)[:20]:
            self.game.refusal(state, move)
            self.game.events(state, self.game.concrete(state, move, Random(0)))
        self.game.view(state, self.game.to_move(state))
        assert hash(state) == before
        assert self.game.format_position(state) == text

    @given(st.data())
    def test_positions_and_decisions_read_back_as_written(self, data: st.DataObject) -> None:
        state = self.draw_walk(data).states[-1]
        assert self.game.parse_position(self.game.format_position(state)) == state
        for move in self.game.legal_moves(state):
            text = str(move)
            assert self.game.notation.parse_move(text) == move
            assert " " not in text

    @given(st.data())
    def test_a_position_read_back_plays_on_alike(self, data: st.DataObject) -> None:
        state = self.draw_walk(data).states[-1]
        again = self.game.parse_position(self.game.format_position(state))
        assert self.game.legal_texts(again) == self.game.legal_texts(state)
        assert self.game.outcome(again) == self.game.outcome(state)

    @given(st.data())
    def test_a_state_is_read_back_with_all_that_it_remembers(self, data: st.DataObject) -> None:
        memory = self.game.memory
        if memory is None:
            return
        states = self.draw_walk(data).states
        *_, last = remembered = [memory.items(state) for state in states]
        assert all(items == last[: len(items)] for items in remembered)
        text = self.game.format_position(states[-1])
        again = self.game.parse_position(text, states[-1].setup)
        texts = [memory.format(states[-1], item) for item in last]
        assert memory.items(memory.recall(again, texts)) == last

    @given(st.data())
    def test_legal_is_what_is_accepted(self, data: st.DataObject) -> None:
        way = self.draw_walk(data)
        state = way.states[-1]
        legal = self.game.legal_moves(state)
        for move in legal:
            assert (self.game.refusal(state, move) is None) != self.game.is_open(move)
        seen = {move for earlier in way.states for move in self.game.legal_moves(earlier)}
        for move in (seen | set(way.moves)) - set(legal):
            self._is_refused(state, move)

    @given(st.data())
    def test_what_is_no_decision_at_all_is_refused(self, data: st.DataObject) -> None:
        state = self.draw_walk(data).states[-1]
        for thing in (None, 0, 1.5, "", "?", b"a1", (), [], {}, object(), type(self)):
            with pytest.raises(IllegalMove) as refused:
                self.game.play(state, thing)
            assert refused.value.position == self.game.format_position(state)

    def _is_refused(self, state: State, move: Any) -> None:
        if self.unlisted(move) and self.game.refusal(state, move) is None:
            return
        with pytest.raises(IllegalMove) as refused:
            self.game.play(state, move)
        assert refused.value.code in self.game.reasons
        assert refused.value.position == self.game.format_position(state)

    @given(st.data())
    def test_no_legal_decision_means_over_and_over_means_none(self, data: st.DataObject) -> None:
        for state in self.draw_walk(data).states:
            assert bool(self.game.legal_moves(state)) == (self.game.outcome(state) is None)

    @given(st.data())
    def test_no_decision_is_listed_twice(self, data: st.DataObject) -> None:
        state = self.draw_walk(data).states[-1]
        legal, texts = self.game.legal_moves(state), self.game.legal_texts(state)
        assert len(set(legal)) == len(set(texts)) == len(legal)

    @given(st.data())
    def test_a_seat_of_the_game_decides(self, data: st.DataObject) -> None:
        for state in self.draw_walk(data).states:
            assert 1 <= self.game.to_move(state) <= state.setup.seats

    @given(st.data())
    def test_the_win_is_shared_out_among_those_still_in(self, data: st.DataObject) -> None:
        for state in self.draw_walk(data).states:
            shares, left = self.game.shares(state), self.game.seats_in(state)
            assert len(shares) == state.setup.seats
            assert sum(shares) == pytest.approx(1)
            assert all((share > 0) <= (seat in left) for seat, share in enumerate(shares, 1))
            assert self.game.outcome(state) or self.game.to_move(state) in left

    @given(st.data())
    def test_front_ends_get_plain_data(self, data: st.DataObject) -> None:
        way = self.draw_walk(data)
        for seat in (None, *range(1, way.states[-1].setup.seats + 1)):
            view = self.game.view(way.states[-1], seat)
            assert json.loads(json.dumps(view))["position"] == view["position"]
        for state, move in zip(way.states, way.moves, strict=False):
            events = self.game.events(state, move)
            assert events
            assert all(json.loads(json.dumps(event))["event"] for event in events)

    @given(st.data())
    def test_what_is_logged_on_the_way_is_what_happened(self, data: st.DataObject) -> None:
        way, logged = self.draw_walk(data), self.game.apply_logged
        for state, move in zip(way.states, way.moves, strict=False):
            applied = logged(state, move) if logged else (self.game.apply(state, move),)
            assert applied[0] == self.game.apply(state, move)
            assert self.game.events(state, move, *applied) == self.game.events(state, move)

    @given(st.data())
    def test_only_the_seat_to_decide_is_given_its_decisions(self, data: st.DataObject) -> None:
        state = self.draw_walk(data).states[-1]
        decides = self.game.to_move(state)
        for seat in (None, *range(1, state.setup.seats + 1)):
            offered = self.game.view(state, seat)["legal"]
            assert bool(offered) == (seat == decides and self.game.outcome(state) is None)

    @given(st.data())
    def test_the_end_is_the_last_event(self, data: st.DataObject) -> None:
        way = self.draw_walk(data)
        for state, move, after in zip(way.states, way.moves, way.states[1:], strict=False):
            names = [event["event"] for event in self.game.events(state, move)]
            assert not {"won", "drawn"} & set(names[:-1])
            assert (names[-1] in ("won", "drawn")) == (self.game.outcome(after) is not None)

    @given(st.data())
    def test_the_picture_is_a_document(self, data: st.DataObject) -> None:
        state = self.draw_walk(data).states[-1]
        assert ET.fromstring(self.game.svg(state)).tag.endswith("svg")

    @given(st.data())
    def test_material_is_conserved(self, data: st.DataObject) -> None:
        assert len({self.material(state) for state in self.draw_walk(data).states}) == 1

    @given(st.data())
    def test_symmetries_keep_the_rules(self, data: st.DataObject) -> None:
        way = self.draw_walk(data, steps=3)
        for symmetry in self.game.symmetries:
            for state, move, after in zip(way.states, way.moves, way.states[1:], strict=False):
                mirrored = symmetry.state(state)
                legal = {symmetry.move(each) for each in self.game.legal_moves(state)}
                assert legal == set(self.game.legal_moves(mirrored)), symmetry.name
                assert self.game.to_move(mirrored) == symmetry.seat(self.game.to_move(state))
                if not (symmetry.holds(state) and symmetry.holds(after)):
                    continue
                there = self.game.apply(mirrored, symmetry.move(move))
                assert there == symmetry.state(after), symmetry.name
                assert self._winners(there) == self._winners(after, symmetry.seat)

    def _winners(self, state: State, seat: Callable[[int], int] = int) -> set[int] | None:
        outcome = self.game.outcome(state)
        return {seat(winner) for winner in outcome.winners} if outcome else None

    @settings(max_examples=20)
    @given(st.data())
    def test_every_game_ends(self, data: st.DataObject) -> None:
        setup = data.draw(st.sampled_from(setups(self.game)))
        seed = data.draw(st.integers(0, 2**32 - 1))
        way = walk(self.game, self.game.start(setup), random_choices(seed, self.longest))
        assert not self.always_ends or self.game.outcome(way.states[-1])

    def test_every_rulebook_presets_known_values_for_every_seat_count(self) -> None:
        presets = {option.name for option in self.game.options if option.preset}
        for language, otherwise in self.game.rulebooks.items():
            options = self.game.rulebook(language)
            assert set(options) == presets >= set(otherwise), language
            for seats in self.game.seat_counts:
                setup = self.game.setup(seats, options)
                assert all(setup[name] == value for name, value in otherwise.items()), language

    def test_a_dealt_start_is_legal_and_every_seed_deals_as_many(self) -> None:
        for setup in setups(self.game):
            deals = [self.game.deal(setup, seed) for seed in (0, 0, 1, 2, 3)]
            assert deals[0] == deals[1]
            assert len({len(deal) for deal in deals}) == 1
            for deal in deals:
                state = self.game.start(setup)
                for move in deal:
                    state = self.game.play(state, move)

    @given(st.data())
    def test_a_piece_that_is_to_be_let_go_has_faces_of_one_word(self, data: st.DataObject) -> None:
        simulation = self.game.simulation
        for state in self.draw_walk(data).states:
            if simulation and simulation.awaits(state):
                faces = simulation.faces(state)
                assert faces
                assert all(len(face.split()) == 1 for face in faces)

    def test_the_start_is_the_beginning_of_a_turn_of_p1(self) -> None:
        for setup in setups(self.game):
            state = self.game.start(setup)
            assert self.game.turn_begins(state)
            assert self.game.to_move(state) == 1
            assert self.game.outcome(state) is None
