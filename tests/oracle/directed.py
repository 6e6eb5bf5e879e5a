"""Positions of our own making, in which what is rare is about to happen."""

from dataclasses import dataclass, field
from random import Random

from tests.oracle import nexus, repulso, robotory

# ---------------------------------------------------------------------------------------- Repulso


def crowded(random: Random) -> str:
    """A Repulso board on which the seat to move can place no piece but has stones left (or none).

    Empty squares on which it could place one are swapped away, as long as that helps.
    """
    while True:
        seat = random.choice([1, 2])
        stones = {seat: random.choice([0, 1, 1, 2, 2, 3, 4])}
        pieces = {seat: random.randint(1, 4)}
        turns = stones[seat] + pieces[seat] - (seat == 2)  # that the other seat has left
        stones[3 - seat] = random.randint(0, min(4, turns))
        pieces[3 - seat] = turns - stones[3 - seat]
        what = [1] * (12 - pieces[1]) + [2] * (12 - pieces[2])
        what += [repulso.STONE] * (12 - stones[1] - stones[2])
        board = dict(zip(random.sample(repulso.SQUARES, len(what)), what, strict=True))
        for _ in range(100):
            places = repulso.piece_squares(board, seat)
            if not places:
                state = repulso.initial(2, {})
                state.board, state.pieces, state.stones = board, pieces, stones
                state.mover = state.decider = seat
                return repulso.fen(state)
            swapped = dict(board)
            swapped[random.choice(places)] = swapped.pop(random.choice(sorted(board)))
            if len(repulso.piece_squares(swapped, seat)) <= len(places):
                board = swapped


# --------------------------------------------------------------------------------------- Robotory


def late(random: Random) -> str:
    """A Robotory board with many discs and a lid that is nearly empty of something."""
    state = robotory.initial(2, {})
    state.seat = random.choice([1, 2])
    whites, blacks = 14, 14
    hexes = random.sample(robotory.HEXES, 24)
    state.board = dict(zip(hexes, "WBR", strict=False))
    state.lid = {"w": random.randint(1, 4), "b": random.randint(1, 4)}
    whites, blacks = whites - state.lid["w"], blacks - state.lid["b"]
    for seat in (1, 2):
        white = random.randint(0, min(4, whites))
        black = random.randint(0, min(4 - white, blacks))
        state.stocks[seat] = {"w": white, "b": black}
        whites, blacks = whites - white, blacks - black
    discs = random.sample("w" * whites + "b" * blacks, whites + blacks)
    state.board.update(zip(hexes[3 : 3 + random.randint(4, 20)], discs, strict=False))
    return robotory.fen(state)


# ------------------------------------------------------------------------------------------ NEXUS

RINGS = {2: 19, 3: 28, 4: 37}
MARBLES = {2: 21, 3: 30, 4: 40}


@dataclass
class Circle:
    """A position in which one action of the seat to move may close a circle of its marbles."""

    seats: int
    seat: int
    board: dict[nexus.Pos, tuple[int, ...]] = field(default_factory=dict)
    inside: set[nexus.Pos] = field(default_factory=set)
    around: set[nexus.Pos] = field(default_factory=set)
    wanted: set[nexus.Pos] = field(default_factory=set)  # what is to be entered, or lifted
    plan: str = "@"  # how: enter @, walk >, leap !, or change rings -
    text: str = ""

    def marbles(self, random: Random, *, own: int, others: int) -> tuple[int, ...]:
        """So many of the seat's, and so many of another, now and then of two others."""
        counts = [0] * self.seats
        counts[self.seat - 1] = own
        victims = [s for s in range(1, self.seats + 1) if s != self.seat]
        for victim in random.sample(victims, min(len(victims), random.choice([1, 1, 1, 2]))):
            counts[victim - 1] = min(others, 4 - sum(counts))
        return tuple(counts)


def circle(random: Random, seats: int, *, edge: str = "open") -> Circle:
    """Some circle; in one attempt of a few the board comes out right."""
    while True:
        made = Circle(seats, random.randint(1, seats), plan=random.choice("@>!-"))
        regions(made, random)
        if edge == "wall":  # the edge may close a circle: rings around are missing
            made.around = {pos for pos in made.around if random.random() < 0.75}
        fill(made, random)
        open_up(made, random)
        if surroundings(made, random) and write(made, random):
            return made


def regions(made: Circle, random: Random) -> None:
    """One to three places inside, near each other, so that their circles touch or are one."""
    for _ in range(random.choice([1, 1, 2, 2, 3])):
        near = {far for pos in made.around for far in nexus.neighbours(pos)} - made.inside
        region = {random.choice(sorted(near or {(0, 0)}))}
        for _ in range(random.choice([0, 0, 1, 1, 2, 3])):
            region.add(random.choice([n for pos in region for n in nexus.neighbours(pos)]))
        made.inside |= region
        made.around |= {n for pos in region for n in nexus.neighbours(pos)}
    made.around -= made.inside


def fill(made: Circle, random: Random) -> None:
    """Others inside, holes and mixed rings among them; the seat's marbles around."""
    for pos in sorted(made.inside):
        what = random.choice(["others", "others", "others", "mixed", "mixed", "hole"])
        if what == "others":
            made.board[pos] = made.marbles(random, own=0, others=random.randint(1, 3))
        elif what == "mixed":
            own = random.choice([1, 1, 2])
            made.board[pos] = made.marbles(random, own=own, others=random.randint(1, 4 - own))
    for pos in sorted(made.around):
        if random.random() < 0.15:
            made.board[pos] = made.marbles(random, own=1, others=random.randint(1, 3))
        else:
            made.board[pos] = made.marbles(random, own=random.choice([1, 1, 1, 2]), others=0)


def open_up(made: Circle, random: Random) -> None:
    """What the action closes: rings around are empty, or empty rings lie inside."""
    if made.plan == "-":
        holes = sorted(made.inside - made.board.keys()) or sorted(made.inside)
        made.wanted = set(random.sample(holes, min(len(holes), random.randint(1, 4))))
    else:
        wall = sorted(made.around)
        most = 3 if made.plan == "@" else 2
        made.wanted = set(random.sample(wall, min(len(wall), random.randint(1, most))))
    for pos in made.wanted:
        made.board[pos] = (0,) * made.seats
        if made.plan in ">!" and random.random() < 0.3:  # a ring of others is to be blocked
            made.board[pos] = made.marbles(random, own=0, others=random.randint(1, 3))


def surroundings(made: Circle, random: Random) -> bool:
    """The other rings lie about, most of them empty; who is to step has marbles to spare."""
    spare = len(made.board) + random.randint(1, 3) if made.plan in ">!" else 0
    while len(made.board) < RINGS[made.seats]:
        beside = made.around if len(made.board) < spare else made.board.keys()
        near = {n for pos in beside for n in nexus.neighbours(pos)}
        near -= made.board.keys() | made.inside
        if not near:
            return False
        pos = random.choice(sorted(near))
        if random.random() < 0.03:
            pos = (pos[0] + 30, pos[1])
        what = random.random()
        if len(made.board) < spare or 0.65 <= what < 0.75:
            made.board[pos] = made.marbles(random, own=random.choice([1, 1, 2, 3]), others=0)
        elif what < 0.65:
            made.board[pos] = (0,) * made.seats
        else:
            made.board[pos] = made.marbles(random, own=0, others=random.randint(1, 3))
    return len(made.board) == RINGS[made.seats]


def write(made: Circle, random: Random) -> bool:
    """The position text, if there are not too many marbles; seats without any may be out."""
    seats = range(1, made.seats + 1)
    spare = MARBLES[made.seats] - sum(sum(counts) for counts in made.board.values())
    if spare < 3:
        return False
    there = [s for s in seats if any(counts[s - 1] for counts in made.board.values())]
    left = there if len(there) > 1 and random.random() < 0.5 else list(seats)
    reserves = dict.fromkeys(seats, 0)
    reserves[made.seat] = 3 if made.plan == "@" else random.choice([0, 3])
    for _ in range(random.randint(0, spare - 3)):
        reserves[random.choice(left)] += 1
    last = left[left.index(made.seat) - 1]
    kinds = "".join(random.choice("oooor") for _ in seats)
    rings = [
        f"{q},{r}" + (":" + "".join(map(str, made.board[q, r])) if sum(made.board[q, r]) else "")
        for q, r in sorted(made.board)
    ]
    made.text = (
        f"{';'.join(rings)} p{made.seat} {','.join(map(str, reserves.values()))} "
        f"{''.join(map(str, left))} {'e' * made.seats} {kinds}{last} - 60"
    )
    return True


def helpful(made: Circle, state: nexus.State, texts: list[str]) -> list[str]:
    """The decisions that close the circle as planned, else those that do not spoil it."""

    def worth(text: str) -> int:
        move = nexus.read_move(text)
        kind = "!" if "!" in text else ">" if ">" in text else text[0]
        left = [move.at, move.sacrifice] if move.what == "leap" else [move.at]
        opens = ">" in text and any(
            pos in made.around and state.board[pos][state.seat - 1] <= left.count(pos)
            for pos in left
        )
        planned = kind == made.plan or (state.action == nexus.STEP and kind == ">")
        return (
            4 * (move.to in made.wanted)
            - 8 * opens
            - 2 * (move.to in made.inside - made.wanted)
            + planned
        )

    best = max(map(worth, texts))
    return [text for text in texts if worth(text) == best]
