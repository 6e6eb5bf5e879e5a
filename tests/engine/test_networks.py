"""Networks as files, and what they see of a position."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludothek.engine import Limits, Searcher, _core, begin, networks, resume
from ludothek.engine.networks import SHIPPED
from ludothek.games import AnyGame, BadSetup, load

GAMES = networks.GAMES
REPULSO, ROBOTORY, NEXUS = load("repulso"), load("robotory"), load("nexus")


def positions(game: AnyGame, seed: int, options: dict[str, str] | None = None) -> list[Any]:
    """All states of a random game."""
    random, states = Random(seed), [game.initial(2, options or {})]
    while moves := game.legal_moves(states[-1]):
        states.append(game.apply(states[-1], random.choice(moves)))
    return states[:-1]


def seen(game: AnyGame, state: Any) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Inputs, and outputs of what is legal, as the seat to decide sees them."""
    play = resume(game.name, game.format_position(state))
    _, inputs, outputs, *_ = _core.encoder(game.name)
    on, legal = np.zeros(inputs, bool), np.zeros(outputs, bool)
    on[play.encode(play.seat)] = True
    legal[[each for action in play.legal() for each in play.outputs(action) if each < outputs]] = (
        True
    )
    return on, legal


@pytest.mark.parametrize("game", networks.GAMES)
def test_the_package_has_a_network_for_these_games(game: str) -> None:
    network = networks.shipped(game)
    assert network is not None
    assert network.header.rules == load(game).version
    assert network.core.game == game


def test_the_networks_of_the_package_are_small() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 6_000_000


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_search(game: str) -> None:
    first, second = (Searcher(game).search(begin(game), Limits(nodes=500), seed=3) for _ in "ab")
    assert first.lines == second.lines
    assert first.nodes == 500


def test_a_network_of_ones_own_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    _, inputs, outputs, seats, *_ = _core.encoder("repulso")
    weights = np.zeros((inputs + 1 + 32 + outputs) * 64 + 32 + 33 * seats + outputs, "<i2")
    networks.write(tmp_path / "flat.net", "repulso", 64, weights.tobytes())
    flat = networks.read(tmp_path / "flat.net", "repulso")
    analysis = Searcher("repulso", evaluator=flat).search(begin("repulso"), Limits(nodes=200))
    assert analysis.values == (0.5, 0.5)


def test_who_has_lost_plays_what_the_network_likes(tmp_path: Path) -> None:
    play = resume("robotory", "4/5/5B/4W/3R p1 w0b2,w2b2 w2b10 -")
    _, inputs, outputs, seats, *_ = _core.encoder("robotory")
    for action in play.legal():
        weights = np.zeros((inputs + 1 + 32 + outputs) * 64 + 32 + 33 * seats + outputs, "<i2")
        for output in play.outputs(action):
            weights[output - outputs] = 512  # its bias: they are the last weights
        networks.write(tmp_path / "one.net", "robotory", 64, weights.tobytes())
        one = networks.read(tmp_path / "one.net", "robotory")
        answer = Searcher("robotory", evaluator=one).solve(play, Limits(), quickest=False)
        assert answer
        assert answer.proof.result == "loss"
        assert answer.moves[0] == play.format(action)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda _: b"nothing", "is no network: it does not begin with ludonet1"),
        (lambda content: content[:-2], "is damaged: its weights are not those"),
        (lambda content: content[:-1] + b"\x7f", "is damaged: its weights are not those"),
        (lambda content: content.replace(b'"game"', b'"gome"'), "its header cannot be read"),
        (lambda content: content.replace(b'"rules": 2', b'"rules": 9'), "for rules of version 9"),
        (
            lambda content: content.replace(b'"encoder": 1', b'"encoder": 9'),
            "for an encoder of version 9, not 1",
        ),
        (
            lambda content: content.replace(b'"hidden": 512', b'"hidden": 256'),
            "the weights do not make a network of this game",
        ),
        (
            lambda content: content.replace(b'"game": "repulso"', b'"game": "nexus"'),
            "is a network of nexus, not repulso",
        ),
        (
            lambda content: content.replace(b', "next-groups"', b""),
            "has not been trained with tiebreak=next-groups",
        ),
        (
            lambda content: content.replace(b'"stuck": ', b'"stack": '),
            "has not been trained with stuck=no-prospect",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_a_sentence(
    tmp_path: Path, change: Any, sentence: str
) -> None:
    path = tmp_path / "wrong.net"
    path.write_bytes(change((SHIPPED / "repulso.net").read_bytes()))
    with pytest.raises(BadSetup, match=sentence):
        networks.read(path, "repulso")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="cannot be read: No such file"):
        networks.read(tmp_path / "none.net", "repulso")


def test_a_game_without_an_encoder_has_no_networks() -> None:
    with pytest.raises(BadSetup, match="the engine plays repulso, robotory, nexus, not 'splash'"):
        networks.read(SHIPPED / "repulso.net", "splash")


def test_a_search_refuses_the_network_of_another_game() -> None:
    network = networks.read(SHIPPED / "repulso.net", "repulso")
    with pytest.raises(BadSetup, match="a network of repulso, not robotory"):
        Searcher("robotory", evaluator=network)


def test_a_turned_board_of_repulso_is_seen_turned() -> None:
    """Each symmetry of the rules is one of the encoder."""
    ways = _core.symmetries("repulso")
    assert len(ways) == len(REPULSO.symmetries) == 8
    used = set()
    for symmetry in REPULSO.symmetries:
        fitting = set(range(8))
        for state in positions(REPULSO, 5, {"stuck": "no-turn"}):
            inputs, legal = seen(REPULSO, state)
            turned_inputs, turned_legal = seen(REPULSO, symmetry.state(state))
            fitting &= {
                number
                for number, (one, other) in enumerate(ways)
                if (turned_inputs == inputs[one]).all() and (turned_legal == legal[other]).all()
            }
        assert len(fitting) == 1
        used |= fitting
    assert used == set(range(8))


def test_both_seats_of_robotory_see_the_board_from_their_own_side() -> None:
    (symmetry,) = ROBOTORY.symmetries
    for state in positions(ROBOTORY, 5):
        for one, other in zip(
            seen(ROBOTORY, state), seen(ROBOTORY, symmetry.state(state)), strict=True
        ):
            np.testing.assert_array_equal(one, other)


def test_white_for_black_is_another_way_to_see_robotory() -> None:
    inputs, outputs = _core.symmetries("robotory")[1]
    swap = str.maketrans("WBwb", "BWbw")
    state = ROBOTORY.initial()
    other = ROBOTORY.parse_position("4/2B2/3W2/2R2/4 p1 w2b2,w2b2 w10b10 -")
    random = Random(3)
    while texts := list(ROBOTORY.legal_texts(state)):
        on, legal = seen(ROBOTORY, state)
        swapped_on, swapped_legal = seen(ROBOTORY, other)
        np.testing.assert_array_equal(swapped_on, on[inputs])
        np.testing.assert_array_equal(swapped_legal, legal[outputs])
        text = random.choice(texts)
        state = ROBOTORY.play(state, text)
        other = ROBOTORY.play(other, _swapped(text, swap))


def turned(state: Any, turns: int, mirrored: bool, shift: int = 0) -> str:
    """The text of a position of NEXUS, turned and shifted."""

    def place(text: str) -> tuple[int, int]:
        q, r = map(int, text.split(","))
        if mirrored:
            q, r = r, q
        for _ in range(turns):
            q, r = -r, q + r
        return q + shift, r - 2 * shift

    rings, *rest = NEXUS.format_position(state).split(" ")
    placed = sorted(
        (place(each.split(":")[0]), each.partition(":")[2]) for each in rings.split(";")
    )
    board = ";".join(f"{q},{r}" + (f":{marbles}" if marbles else "") for (q, r), marbles in placed)
    return " ".join((board, *rest))


def sides(text: str) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Inputs and outputs of a position of NEXUS, by its text."""
    return seen(NEXUS, NEXUS.parse_position(text))


def starts_of_turns(seed: int) -> list[Any]:
    """Positions of a random game of NEXUS in which no action is under way."""
    random, state, states = Random(seed), NEXUS.initial(3), []
    for _ in range(60):
        if not (moves := NEXUS.legal_moves(state)):
            break
        state = NEXUS.apply(state, random.choice(moves))
        if NEXUS.format_position(state).split(" ")[-2] == "-":
            states.append(state)
    return states


def test_where_the_board_of_nexus_lies_is_not_seen() -> None:
    for state in starts_of_turns(4):
        one, other = sides(turned(state, 0, False)), sides(turned(state, 0, False, shift=70))
        np.testing.assert_array_equal(one[0], other[0])
        np.testing.assert_array_equal(one[1], other[1])


def test_a_turned_board_of_nexus_is_seen_turned() -> None:
    """Up to the cell that is taken as the middle, where two are equally near."""
    ways = _core.symmetries("nexus")
    assert len(ways) == len({tuple(one) for one, _ in ways}) == 12
    compared = 0
    for state in starts_of_turns(4):
        inputs, legal = sides(turned(state, 0, False))
        for number, (one, other) in enumerate(ways):
            turned_inputs, turned_legal = sides(turned(state, number % 6, number >= 6))
            if (turned_inputs[:127] == inputs[one][:127]).all():
                np.testing.assert_array_equal(turned_inputs, inputs[one])
                np.testing.assert_array_equal(turned_legal, legal[other])
                compared += 1
    assert compared > 60


def test_inputs_and_outputs_of_nexus_are_in_range_and_different_for_different_decisions() -> None:
    _, inputs, outputs, _, parts, _ = _core.encoder("nexus")
    for state in starts_of_turns(6):
        play = resume("nexus", NEXUS.format_position(state))
        active = play.encode(play.seat)
        assert len(set(active)) == len(active)
        assert max(active) < inputs
        numbers = [tuple(play.outputs(action)) for action in play.legal()]
        assert len(set(numbers)) == len(numbers)
        assert all(len(each) == parts and each[0] < outputs for each in numbers)
        assert max(map(max, numbers)) <= outputs


def _swapped(text: str, swap: dict[int, int]) -> str:
    """The same decision with white and black swapped."""
    if text.startswith("+"):
        return f"+w{text[4]}b{text[2]}"
    first = text[0] if text == "stop" else text[0].translate(swap)
    return first + text[1:]
