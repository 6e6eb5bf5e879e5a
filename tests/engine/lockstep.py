"""Random games stepped in the Python rules and in the core at once, compared at every decision.

    python -m tests.engine.lockstep 1000000 [SEED]

compares that many decisions of every game, seat count and combination of options. Purely random
games see little of what rules are about, so each game is played with a taste of its own: some
kinds of decisions are taken gladly, some seldom, and some players have habits, which makes
positions repeat. Surrounding in NEXUS is rare even so, and is looked at on crowded tables.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, Final
from zlib import crc32

from ludothek.engine import core
from ludothek.games import AnyGame, Setup, UnreadablePosition, load
from ludothek.games.hexgrid import Pos, format_pos, neighbours
from ludothek.games.nexus.board import START
from ludothek.games.nexus.rules import RESERVES

Taste = Callable[[list[str]], str]  # picks one of the legal decisions

LONGEST: Final = 1500  # decisions of one game


def setups(game: AnyGame) -> Iterator[Setup]:
    """Every seat count with every combination of options."""
    names = [option.name for option in game.options]
    for seats in game.seat_counts:
        for values in product(*(option.values for option in game.options)):
            yield game.setup(seats, dict(zip(names, values, strict=True)))


def every_setup() -> list[tuple[str, Setup]]:
    """Every game the core knows, in every setup."""
    return [(name, setup) for name in core.GAMES for setup in setups(load(name))]


def compare(game: AnyGame, state: Any, play: core.Play) -> list[str]:
    """Assert that both see the same position; the texts of its legal decisions."""
    where = game.format_position(state)
    legal = sorted(game.legal_texts(state))
    assert sorted(play.texts()) == legal, where
    assert play.position == game.notation.format_state(state)
    outcome = game.outcome(state)
    assert play.outcome == (outcome and (outcome.winners, outcome.reason)), where
    assert play.seat == game.to_move(state), where
    assert play.over == (not legal), where
    return legal


def reread(game: AnyGame, state: Any, legal: list[str]) -> None:
    """Assert that the core reads a position text as the rules do."""
    again = core.resume(game.name, game.format_position(state))
    assert again.position == game.notation.format_state(state)
    assert sorted(again.texts()) == legal


def kind(text: str) -> str:
    """The symbols in a decision's text: decisions of different kinds differ in them."""
    return "".join(symbol for symbol in "@>!+*xsWBR" if symbol in text)


def taste(random: Random) -> Taste:
    """A way to choose."""
    if random.random() < 0.25:
        return random.choice
    weights: dict[str, float] = {}
    habit = random.choice([0.0, 0.5, 0.97])
    salt = random.random()

    def choose(legal: list[str]) -> str:
        kinds: dict[str, list[str]] = {}
        for text in legal:
            kinds.setdefault(kind(text), []).append(text)
        for each in kinds:
            weights.setdefault(each, random.choice([0.001, 0.1, 1]))
        chosen = random.choices(list(kinds), [weights[each] for each in kinds])[0]
        if random.random() < habit:
            return min(kinds[chosen], key=lambda text: crc32(f"{salt}{text}".encode()))
        return random.choice(kinds[chosen])

    return choose


def one_game(game: AnyGame, setup: Setup, random: Random, longest: int) -> int:
    """Step one game in both, to its end or until it gets long; how many decisions it took."""
    state, play = game.start(setup), core.begin(game.name, setup.seats, dict(setup.options))
    choose, decisions = taste(random), 0
    while (legal := compare(game, state, play)) and decisions < longest:
        if random.random() < 0.1:
            reread(game, state, legal)
        move = choose(legal)
        state = game.apply(state, game.notation.parse_move(move))
        core.advance(play, move)
        decisions += 1
    return decisions


def decisions(name: str, setup: Setup, number: int, seed: int, longest: int = LONGEST) -> int:
    """Step games until at least that many decisions were compared."""
    game, random, done = load(name), Random(f"{seed} {name} {setup}"), 0
    while done < number:
        done += one_game(game, setup, random, longest)
    return done


def surrounded(setup: Setup, random: Random, tables: int) -> int:
    """On that many crowded tables of NEXUS let a marble enter; on how many it caught others."""
    game, done, catches = load("nexus"), 0, 0
    while done < tables:
        text, gap = crowded(setup.seats, random)
        try:
            state = game.parse_position(text, setup)
        except UnreadablePosition:  # the gap cannot be reached
            continue
        play, seat = core.resume(game.name, game.format_position(state)), state.to_move
        move, owned = f"@{format_pos(gap)}", state.reserves[seat - 1]
        while not game.outcome(state) and (state.to_move == seat and state.under_way):
            legal = compare(game, state, play)
            reread(game, state, legal)
            move = move if move in legal else random.choice(legal)
            state = game.play(state, move)
            core.advance(play, move)
            assert play.position == game.notation.format_state(state), text
        catches += state.reserves[seat - 1] >= owned
        done += 1
    return catches


def crowded(seats: int, random: Random) -> tuple[str, Pos]:
    """A position in which the last of three marbles is to enter, and where it may close a circle.

    The seat to decide has marbles nearly everywhere, others have some, and there may be holes.
    """
    rings = set(START[seats])
    for _ in range(random.choice([0, 1, 2, 2 * seats])):
        rings.remove(random.choice(sorted(rings)))
        around = {pos for ring in rings for pos in neighbours(ring)} - rings
        rings.add(random.choice(sorted(around)))
    places = sorted(rings)
    seat, gap, share = random.randint(1, seats), random.choice(places), random.uniform(0.5, 1)
    marbles = {pos: _marbles(seats, seat, random, share) for pos in places}
    for pos in neighbours(gap):
        if pos in rings:
            marbles[pos] = _marbles(seats, seat, random, 0.6)
    if random.random() < 0.3:
        marbles[random.choice(places)] = [0] * seats
    marbles[gap] = [0] * seats
    most = sum(RESERVES[seats]) - seats
    while (left := most - sum(map(sum, marbles.values()))) < 0:
        several = random.choice([ring for ring in marbles.values() if sum(ring) > 1])
        several[several.index(max(several))] -= 1
    before = random.sample(places, random.choice([0, 0, 1, 5]))
    fields = [
        ";".join(_ring(pos, marbles[pos]) for pos in places),
        f"p{seat}",
        ",".join(str(1 + left // seats) for _ in range(seats)),
        "".join(str(each + 1) for each in range(seats)),
        "e" * seats,
        "o" * seats + str((seat - 2) % seats + 1),
        "enter:1|" + ";".join(map(format_pos, sorted(before))),
        str(4 * seats),
    ]
    return " ".join(fields), gap


def _marbles(seats: int, seat: int, random: Random, share: float) -> list[int]:
    """What lies in one ring: a marble of this seat mostly, or somebody else's, or both."""
    numbers = [0] * seats
    numbers[seat - 1 if random.random() < share else random.randrange(seats)] = 1
    if random.random() < 0.3:
        numbers[random.randrange(seats)] = random.choice([1, 2])
    return numbers


def _ring(pos: Pos, marbles: list[int]) -> str:
    return f"{format_pos(pos)}:{''.join(map(str, marbles))}" if any(marbles) else format_pos(pos)


def main(number: int, seed: int = 0) -> None:
    """Compare every game in every setup."""
    for name, setup in every_setup():
        done = decisions(name, setup, number, seed)
        options = " ".join(f"{option}={value}" for option, value in setup.options)
        print(f"{name} {setup.seats} {options}: {done} decisions agree", flush=True)
        if name == "nexus":
            random, tables = Random(f"{seed} {setup}"), max(1, number // 100)
            caught = surrounded(setup, random, tables)
            print(f"  {tables} crowded tables agree; on {caught} somebody was caught", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
