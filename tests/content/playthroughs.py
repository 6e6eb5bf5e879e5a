"""What the games can say: events, decisions, views and outcomes of games played through."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from ludothek.games import load
from ludothek.games.registry import AnyGame
from ludothek.testing import random_choices, walk
from tests.content.content import diagrams, tasks

# What neither diagrams nor lessons nor a few random games come across.
RARE: dict[str, list[tuple[str, list[str]]]] = {
    "nexus": [
        ("{rings} p1 7,8 12 ee oo2 repetition 90", []),
        ("{rings} p1 7,8 12 ee oo2 - 400", []),
    ],
    "repulso": [
        ("xo**ox/ooo*xo/xxx**o/**oxox/*oxx*o/xo*x** p1 p1 0+0,0+0 -", []),
        ("xo**ox/ooo*xo/xxx**o/**oxox/*oxx*o/xo*x** p1 p1 0+0,0+0 - tiebreak=next-groups", []),
    ],
    "robotory": [],
    "splash": [
        ("{rest}/Lr.Pr.Py/Sg.Tb,Lg.Ob/1,1/give:1", []),
        ("{rest}/Lr.Pr.Py.Ty/Sg.Tb,Lg.Ob/1,1/give:1 referee=yes", ["bump:Lr.Pr^|Py.Ty^"]),
        (
            "{rest}/Lr.Pr.Py/Sg.Tb,Lg.Ob,Lo/1,1,1/place:1>2:Ty referee=yes,fault=gives-next",
            ["fault3:Lr|Pr.Py^"],
        ),
    ],
}


@dataclass
class Played:
    """A collection from many states and decisions of one game."""

    game: AnyGame
    events: list[dict[str, Any]] = field(default_factory=list)
    decisions: dict[str, dict[str, Any]] = field(default_factory=dict)  # by text
    views: list[dict[str, Any]] = field(default_factory=list)
    reasons: set[str] = field(default_factory=set)  # why games ended

    def state(self, state: Any) -> None:
        """Take in what a state shows."""
        self.views.append(self.game.view(state))
        if outcome := self.game.outcome(state):
            self.reasons.add(outcome.reason)
        for move in self.game.legal_moves(state)[:40]:
            self.decision(move)

    def decision(self, move: Any) -> None:
        """Take in how a decision looks."""
        view: dict[str, Any] = self.game.move_view(move)
        self.decisions[view["text"]] = view

    def line(self, state: Any, moves: Sequence[Any]) -> None:
        """Take in a line of play."""
        self.state(state)
        for move in moves:
            self.decision(move)
            self.events += self.game.events(state, move)
            state = self.game.apply(state, move)
            self.state(state)


@cache
def played(name: str) -> Played:
    """Everything found for a game."""
    game = load(name)
    played = Played(game)
    for position, texts in _lines(name):
        moves = [game.notation.parse_move(text) for text in texts]
        played.line(game.parse_position(position), moves)
    for seats in game.seat_counts:
        start = game.initial(seats)
        played.line(start, walk(game, start, random_choices(seats, 60)).moves)
    return played


def some_decisions(name: str) -> list[dict[str, Any]]:
    """A few decisions of every kind."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for view in played(name).decisions.values():
        kinds.setdefault(view["kind"], []).append(view)
    random = Random(0)
    return [view for views in kinds.values() for view in random.sample(views, min(8, len(views)))]


def _lines(name: str) -> Iterator[tuple[str, list[str]]]:
    for diagram in diagrams().values():
        if diagram["game"] == name:
            yield diagram["position"], diagram.get("moves", [])
    for task in tasks(name):
        yield task["position"], []
    for position, moves in RARE[name]:
        yield _filled(position), moves


def _filled(position: str) -> str:
    """A position with the rings of a diagram, or with all unnamed pieces in the box."""
    pieces = [shape + colour for shape in "LSPTO" for colour in "rygbop"]
    rest = ".".join(piece for piece in pieces if piece not in position)
    rings = diagrams()["nexus-enter"]["position"].partition(" ")[0]
    return position.format(rest=f"-/{rest}", rings=rings)
