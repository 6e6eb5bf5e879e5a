"""A second implementation of Splash! with strings and lists only, as a reference."""

from dataclasses import dataclass, field
from itertools import combinations

SHAPES, COLOURS = "LSPTO", "rygbop"
PIECES = [shape + colour for shape in SHAPES for colour in COLOURS]


def in_order(pieces: list[str]) -> list[str]:
    return sorted(pieces, key=PIECES.index)


@dataclass
class Table:
    """One game, changed in place by `tell`."""

    seats: int
    last_piece: str
    fault: str
    pool: list[str] = field(default_factory=PIECES.copy)
    tower: list[str] = field(default_factory=list)
    stocks: list[list[str]] = field(default_factory=list)
    drops: list[int] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    seat: int = 0  # counted from 0
    due: str = "take"
    back: tuple[str, int] = ("", 0)  # what is due, and by whom, when a fall is sorted out
    hand: str = ""
    source: int = 0
    stacks: list[list[str]] = field(default_factory=list)
    marked: list[list[str]] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    boxing: bool = False
    winner: int | None = None

    def __post_init__(self) -> None:
        self.stocks = [[] for _ in range(self.seats)]
        self.drops = [0] * self.seats

    def legal(self) -> list[str]:
        if self.winner is not None:
            return []
        if self.due == "take":
            return [f"take:{piece}" for piece in self.pool]
        if self.due == "give":
            return self.gives()
        if self.due == "place":
            return ["stands", "falls:?"] if self.tower else ["stands"]
        if self.due == "base":
            if self.marked:
                return [f"base:{stack[0]}" for stack in self.marked]
            most = max(len(stack) for stack in self.stacks)
            return [f"base:{stack[0]}" for stack in self.stacks if len(stack) == most]
        return ["keep:" + ".".join(three) for three in combinations(in_order(self.loose), 3)]

    def gives(self) -> list[str]:
        own = [f"give:{piece}" for piece in self.stocks[self.seat]]
        others = [
            f"give:{piece}<{seat + 1}"
            for seat in range(self.seats)
            for piece in self.stocks[seat]
            if seat != self.seat
        ]
        if not self.tower:
            return own
        for offers in (own, others):
            if matching := [offer for offer in offers if self.matches(offer[5:7])]:
                return matching
        return own or others

    def matches(self, piece: str) -> bool:
        return bool(set(piece) & set(self.tower[-1]))

    def tell(self, text: str) -> None:
        word, _, rest = text.partition(":")
        if word.startswith("fault"):
            self.read(rest)
            self.back, self.boxing = (self.due, self.seat), False
            self.seat = int(word[5]) - 1
            if self.fault == "gives-next":
                self.back = ("return" if self.hand else "give", self.seat)
            self.sort_out()
        else:
            getattr(self, word)(rest)

    def read(self, rest: str) -> None:
        reported = rest.split("|")
        self.stacks = [stack.rstrip("^").split(".") for stack in reported]
        self.marked = [stack[:-1].split(".") for stack in reported if stack[-1] == "^"]

    def take(self, piece: str) -> None:
        self.pool.remove(piece)
        self.stocks[self.seat].append(piece)
        self.seat = (self.seat + 1) % self.seats
        if self.seat == 0 and len(self.pool) < self.seats:
            self.box, self.pool, self.due = self.pool, [], "give"

    def give(self, rest: str) -> None:
        self.hand, _, source = rest.partition("<")
        self.source = int(source) - 1 if source else self.seat
        self.stocks[self.source].remove(self.hand)
        giver, self.seat, self.due = self.seat, (self.seat + 1) % self.seats, "place"
        if self.last_piece == "given":
            self.find_winner(giver)

    def stands(self, _: str) -> None:
        self.tower.append(self.hand)
        self.hand, self.due = "", "give"
        self.find_winner((self.seat - 1) % self.seats)

    def find_winner(self, giver: int) -> None:
        if not self.stocks[giver]:
            self.winner = giver
        elif not self.stocks[self.source]:
            self.winner = self.source

    def falls(self, rest: str) -> None:
        giver = (self.seat - 1) % self.seats
        self.drops[giver] += 1
        self.read(rest)
        self.back, self.boxing, self.hand = ("give", self.seat), False, ""
        if self.drops[giver] == 3:
            self.winner = giver
        else:
            self.sort_out()

    def bump(self, rest: str) -> None:
        self.read(rest)
        self.back, self.boxing = (self.due, self.seat), True
        self.sort_out()

    def sort_out(self) -> None:
        self.due = "base"
        if len(choices := self.legal()) == 1:
            self.tell(choices[0])

    def base(self, bottom: str) -> None:
        self.tower = next(stack for stack in self.stacks if stack[0] == bottom)
        self.loose = [piece for stack in self.stacks if stack[0] != bottom for piece in stack]
        self.due = "keep"
        if self.boxing:
            self.keep("")
        elif len(self.loose) <= 3:
            self.keep(".".join(self.loose))

    def keep(self, rest: str) -> None:
        kept = rest.split(".") if rest else []
        self.stocks[self.seat] += kept
        self.box += [piece for piece in self.loose if piece not in kept]
        self.due, self.seat = self.back
        if self.due == "return":
            self.stocks[self.source].append(self.hand)
            self.hand, self.due = "", "give"
