"""Games and positions in which a game and its oracle are held against each other.

    python -m tests.oracle.compare nexus --games 50

plays so many random games and so many directed ones, with options drawn anew for each, and says
what it met. The tests do the same for every setup, only fewer.
"""

import argparse
from collections import Counter
from dataclasses import replace
from random import Random

from ludothek.games import AnyGame, Setup, load, names
from tests.oracle import directed, nexus, repulso, splash
from tests.oracle.pair import Pair, at, start
from tests.oracle.players import concrete, incidents, misspelt, player, stacks_left

LONGEST = {"repulso": 84, "robotory": 104, "splash": 240, "nexus": 60}

Met = Counter[str]  # how often something was met; "positions": how many agreed


def random_setup(game: AnyGame, random: Random) -> Setup:
    """Any seats and any values of all options together, if allowed."""
    while True:
        seats = random.choice(game.seat_counts)
        values = tuple((option.name, random.choice(option.values)) for option in game.options)
        if game.refuse_setup(Setup(seats, values)) is None:
            return Setup(seats, values)


def random_game(game: AnyGame, setup: Setup, random: Random) -> Met:
    """From the start to the end, or long enough."""
    return play_on(start(game, setup), random, LONGEST[game.name])


def directed_game(game: AnyGame, setup: Setup, random: Random) -> Met:
    """A few decisions from a position that steers into what is rare."""
    if game.name == "nexus":
        return circle_game(game, setup, random)
    if game.name == "repulso":
        return crowded_game(game, setup, random)
    if game.name == "robotory":
        return play_on(at(game, setup, directed.late(random)), random, 12)
    return random_game(game, setup, random)


def play_on(pair: Pair, random: Random, decisions: int) -> Met:
    """Some players, one for each seat, go on from here."""
    met = Met()
    players = [player(random) for _ in range(pair.setup.seats)]
    for _ in range(decisions):
        # (the oracle of NEXUS takes its time to list a whole turn's choices)
        pair.check(legal=pair.game.name != "nexus" or not whole_turn(pair) or random.random() < 0.2)
        met["positions"] += 1
        if pair.oracle.result(pair.there) != "none":
            met[pair.oracle.result(pair.there)] += 1
            break
        if pair.game.name == "splash" and random.random() < 0.2:
            refuse(pair, random)
        texts = sorted(pair.game.legal_texts(pair.here))
        text = players[pair.oracle.turn(pair.there) - 1](pair, texts)
        met.update(seen(pair, text))
        pair = pair.play(text)
    return met


def seen(pair: Pair, text: str) -> list[str]:
    """What is worth counting about a decision."""
    if pair.game.name == "nexus":
        return closing(pair.there, text)
    if pair.game.name == "splash":
        return events_of(pair.there, text)
    return []


# ---------------------------------------------------------------------------------------- Repulso


def crowded_game(game: AnyGame, setup: Setup, random: Random) -> Met:
    """Nobody can place a piece at first, and only stones may help."""
    pair = at(game, setup, directed.crowded(random))
    state: repulso.State = pair.there
    stones = state.stones[state.mover]
    met = Met({f"{repulso.result(state)} at once with {stones} stones": 1})
    if stones and repulso.has_prospect(state, state.mover):
        alone = replace(state, stones={1: 1, 2: 1})
        met["prospect of several stones"] += not repulso.has_prospect(alone, state.mover)
    return met + play_on(pair, random, 8)


# ---------------------------------------------------------------------------------------- Splash!


def events_of(state: splash.State, text: str) -> list[str]:
    """What is told to have happened on the table, and when; and rare ways to give."""
    verb, _, rest = text.partition(":")
    if verb == "give" and "<" in rest:
        return ["taken by the giver" if state.stocks[state.giver] else "given by one who has none"]
    if verb == "give" and state.tower and not splash.match(rest, state.tower[-1]):
        return ["given without a match"]
    if verb == "base":
        return [f"{len(state.candidates)} to choose from"]
    if verb != "falls" and verb not in incidents(state):
        return []
    marks = "single pieces" if "^" not in rest else "one mark" if rest.count("^") == 1 else "marks"
    return [f"{verb.rstrip('123456')} while to {state.phase}", f"{verb.rstrip('123456')}: {marks}"]


def refuse(pair: Pair, random: Random) -> None:
    """Outcomes of Splash! that cannot be told now, or not so."""
    state: splash.State = pair.there
    pair.refuses("falls:?")
    allowed = incidents(state)
    pieces = [*state.tower, *(piece for stack in state.stacks for piece in stack)]
    if len(pieces) >= 2:
        stacks = stacks_left(pieces, random)
        for verb in ["bump", *(f"fault{seat}" for seat in range(8))]:
            spelt = f"{verb}:{stacks}"
            pair.refuses(misspelt(spelt, random) if verb in allowed else spelt)
    if state.phase == "place" and state.tower:
        pair.refuses(misspelt(concrete(state, "falls:?", random), random))


# ------------------------------------------------------------------------------------------ NEXUS


def whole_turn(pair: Pair) -> bool:
    return bool(pair.there.action == nexus.NONE)


def circle_game(game: AnyGame, setup: Setup, random: Random) -> Met:
    """A circle of NEXUS is closed, or nearly so, and the game goes on a little."""
    options = dict(setup.options)
    made = directed.circle(random, setup.seats, edge=options["edge"])
    if nexus.fen(nexus.position(setup.seats, options, made.text)) != made.text:
        return Met()  # a seat that cannot act is out before its turn begins
    pair = at(game, setup, made.text)
    pair.check(legal=random.random() < 0.1)
    met = Met(positions=1)
    for _ in range(12):
        if pair.oracle.result(pair.there) != "none" or (whole_turn(pair) and len(pair.story) > 2):
            break
        texts = sorted(pair.game.legal_texts(pair.here))
        if not pair.there.claims:
            for text in random.sample(texts, min(len(texts), 4)):
                met.update(closing(pair.there, text))
                pair.play(text).check(legal=False)
                met["positions"] += 1
            texts = directed.helpful(made, pair.there, texts) if random.random() < 0.95 else texts
        text = random.choice(texts)
        met.update(closing(pair.there, text))
        pair = pair.play(text)
        pair.check(legal=not whole_turn(pair))
        met["positions"] += 1
    return met + play_on(pair, random, 3)


def closing(state: nexus.State, text: str) -> list[str]:
    """What a decision that ends an action surrounds."""
    if state.claims:
        return ["removal chosen"]
    after = nexus.carried_out(state, text)
    if not nexus.finished(after):
        return []
    seat, edge = state.seat, state.options["edge"]
    before = {pos for area in nexus.surrounded_areas(after.begin, seat, edge) for pos in area}
    areas = nexus.surrounded_areas(after.board, seat, edge)
    paying = [area for area in areas if not area <= before]
    differences = ["circle that does not pay" for area in areas if area <= before]
    differences += [f"closed by {'leap' if after.leapt else after.action}" for area in paying[:1]]
    differences += [f"{len(paying)} areas" for area in paying[1:2]]
    for area in paying:
        around = {n for pos in area for n in nexus.neighbours(pos)}
        differences += ["grown"] if area & before else []
        differences += ["ring-less places beside"] if around - after.board.keys() else []
        mixed = [pos for pos in area if nexus.own(after.board, seat, pos)]
        differences += (
            ["mixed rings only" if len(mixed) == len(area) else "mixed rings"] if mixed else []
        )
        victims = {s for pos in area for s, n in enumerate(after.board[pos], start=1) if n} - {seat}
        differences += [f"{len(victims)} victims"]
    return differences


# -------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold a game against its oracle.")
    parser.add_argument("game", choices=names())
    parser.add_argument("--games", type=int, default=10, help="random and directed ones, each")
    parser.add_argument("--seed", default="0")
    arguments = parser.parse_args()
    game = load(arguments.game)
    met = Met()
    for number in range(arguments.games):
        for play in (random_game, directed_game):
            random = Random(f"{arguments.game} {play.__name__} {arguments.seed} {number}")
            met += play(game, random_setup(game, random), random)
    for what, times in sorted(met.items()):
        print(f"{times:9} {what}")


if __name__ == "__main__":
    main()
