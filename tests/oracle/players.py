"""Players who look for what is rare. They see the oracle's side only."""

import itertools
from collections.abc import Callable
from random import Random

from tests.oracle import nexus, splash
from tests.oracle.pair import Pair

Player = Callable[[Pair, list[str]], str]  # chooses one of the legal texts, and makes it concrete


def player(random: Random) -> Player:
    """Someone for a whole game."""
    taste = tastes(random)
    surrounds = random.random() < 0.5
    steady = random.choice([0.6, 0.8, 0.9, 0.97])

    def choose(pair: Pair, texts: list[str]) -> str:
        if pair.game.name == "nexus" and surrounds:
            texts = random.sample(texts, min(20, len(texts)))
            return max(texts, key=lambda text: threat(pair.there, text))
        if "falls:?" in texts and random.random() < steady:
            texts = ["stands"]
        text = random.choices(texts, [taste(each) for each in texts])[0]
        if pair.game.name == "splash":
            return incident(pair.there, random) or concrete(pair.there, text, random)
        return text

    return choose


def tastes(random: Random) -> Callable[[str], float]:
    """How much someone likes a decision: some kinds more than others."""
    likes = {kind: random.choice([0.05, 1.0, 1.0, 4.0]) for kind in "*@-+x!>:csftbk0"}

    def taste(text: str) -> float:
        return min((likes[sign] for sign in likes if sign in text), default=1.0)

    return taste


# ------------------------------------------------------------------------------------------ NEXUS


def target(text: str) -> nexus.Pos:
    """Where a decision changes the board."""
    place = text.partition(">")[2].partition("!")[0] or text.partition("@")[2] or text[1:]
    q, r = place.split(",")
    return int(q), int(r)


def threat(state: nexus.State, text: str) -> float:
    """How closely the seat to decide surrounds the others after a decision."""
    board, seat, pos = dict(state.board), state.seat, target(text)
    if text[0] in "-+" and ">" not in text:
        if board.pop(pos, None) is None:
            board[pos] = (0,) * state.seats
    elif text[0] != "x":
        if ">" in text:
            q, r = text.partition(">")[0].split(",")
            board = nexus.changed(board, (int(q), int(r)), seat, -1)
        board = nexus.changed(board, pos, seat, 1)
    others = [ring for ring in board if sum(board[ring]) > board[ring][seat - 1]]
    return sum(sum(closed(board, seat, n) for n in nexus.neighbours(ring)) ** 3 for ring in others)


def closed(board: nexus.Board, seat: int, pos: nexus.Pos) -> float:
    """How well a position helps to surround a neighbour."""
    if nexus.own(board, seat, pos):
        return 1.0
    return 0.2 if nexus.empty(board, pos) else 0.6


# ---------------------------------------------------------------------------------------- Splash!


def concrete(state: splash.State, text: str, random: Random) -> str:
    """The text itself, or for a fall some stacks that are left."""
    if text != "falls:?":
        return text
    return f"falls:{stacks_left([*state.tower, state.hand], random)}"


def incident(state: splash.State, random: Random) -> str | None:
    """Now and then, with a referee, somebody bumps into the table."""
    verbs = incidents(state)
    if not verbs or random.random() > 0.1:
        return None
    return f"{random.choice(verbs)}:{stacks_left(state.tower, random)}"


def incidents(state: splash.State) -> list[str]:
    """What may be told to have happened."""
    if state.options["referee"] == "no" or state.phase not in ("give", "place"):
        return []
    if len(state.tower) < 2:
        return []
    at_fault = [s for s in state.stocks if state.phase == "give" or s != state.decider]
    return ["bump", *(f"fault{seat}" for seat in at_fault)]


def stacks_left(pieces: list[str], random: Random) -> str:
    """Some partition into at least two stacks, marked in some allowed way."""
    stacks = partition(list(pieces), random)
    stacks.sort(key=lambda stack: splash.PIECES.index(stack[0]))
    tall = [stack for stack in stacks if len(stack) > 1]
    highest = (
        random.sample(tall, random.choice([1, 1, random.randint(1, len(tall)), len(tall)]))
        if tall
        else []
    )
    return "|".join(".".join(stack) + ("^" if stack in highest else "") for stack in stacks)


def partition(pieces: list[str], random: Random) -> list[list[str]]:
    """The top falls off, the tower breaks, nothing stays together, or everything is mixed up."""
    how = random.choice(["top", "breaks", "breaks", "single", "mixed"])
    if how == "mixed":
        random.shuffle(pieces)
    count = len(pieces)
    if how == "single":
        cuts = set(range(1, count))
    elif how == "top":
        cuts = set(range(random.randint(1, count - 1), count))
    else:
        cuts = set(random.sample(range(1, count), random.randint(1, count - 1)))
    edges = [0, *sorted(cuts), count]
    return [pieces[low:high] for low, high in itertools.pairwise(edges)]


def misspelt(text: str, random: Random) -> str:
    """An outcome told in a way that is refused, from one that is accepted."""
    verb, _, rest = text.partition(":")
    stacks = rest.split("|")
    plain = rest.replace("^", "")
    wrong = [
        plain.replace("|", ".") + "^",  # one stack
        "|".join(reversed(stacks)),  # not sorted
        "|".join(stacks[1:]) if len(stacks) > 2 else plain[3:],  # something is missing
        rest + "|" + stacks[-1],  # something twice
        rest.replace("^", "^^") if "^" in rest else rest + "^",  # marked twice, or a single piece
        plain if "^" in rest else plain.replace("|", "^|", 1),  # none marked, or a single piece
        "^" + rest,
        rest.replace("|", "^|").replace("^^", "^") + "^"
        if any("." not in s for s in stacks)
        else "",
        rest.replace(".", "^.", 1) if "." in rest else "",
        rest + "|",
        plain.lower(),
        "?",
        "",
    ]
    return f"{verb}:{random.choice(wrong)}"
