"""Lessons: is the goal of a task reached, and how an attempt at it goes (see the content's README).

Goals read only what a server tells a browser: views, events and the placements the browser sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludothek.games import load
from ludothek.games.registry import AnyGame
from tests.content.messages import value_at

Goal = Mapping[str, Any]
Task = Mapping[str, Any]
Step = Any  # the text of a decision, or {"place": {...}}


@dataclass
class Attempt:
    """A try at a task: decisions of the learner, answered by the script."""

    game: AnyGame
    task: Task
    state: Any
    events: list[Mapping[str, Any]] = field(default_factory=list)
    placements: list[Mapping[str, Any]] = field(default_factory=list)
    replied: int = 0

    @property
    def view(self) -> Mapping[str, Any]:
        """What the learner is shown."""
        return self.game.view(self.state, self.task["seat"])

    @property
    def solved(self) -> bool:
        """Is the goal reached?"""
        return reached(self.task["goal"], self)

    @property
    def over(self) -> bool:
        """Solved, or nothing left to decide for the learner."""
        finished = self.game.outcome(self.state) is not None or bool(self.placements)
        answered = self.replied == len(self.task.get("replies", []))
        return self.solved or finished or (answered and self._scripted)

    @property
    def _scripted(self) -> bool:
        """Others decide by the script, and so does a table that is not simulated."""
        stands = "stands" in self.game.legal_texts(self.state)
        return self.game.to_move(self.state) != self.task["seat"] or (
            stands and "table" not in self.task
        )

    def do(self, step: Step) -> None:
        """One decision of the learner, and the replies to it."""
        if isinstance(step, str):
            self._play(step)
        else:
            self.placements.append(step["place"])
            self._play("stands")
        while not self.over and self._scripted:
            self._reply()

    def _reply(self) -> None:
        reply = self.task["replies"][self.replied]
        self.replied += 1
        wanted = [reply] if isinstance(reply, str) else reply
        self._play(next(filter(self._legal, wanted), self.game.legal_texts(self.state)[0]))

    def _legal(self, text: str) -> bool:
        return self.game.refusal(self.state, self.game.notation.parse_move(text)) is None

    def _play(self, text: str) -> None:
        move = self.game.notation.parse_move(text)
        after = self.game.play(self.state, move)
        self.events += self.game.events(self.state, move)
        self.state = after


def attempt(name: str, task: Task, steps: Sequence[Step] = ()) -> Attempt:
    """A try at a task, as far as the steps lead."""
    game = load(name)
    trying = Attempt(game, task, game.parse_position(task["position"]))
    for step in steps:
        trying.do(step)
    return trying


def reached(goal: Goal, trying: Attempt) -> bool:
    """Is a goal reached? It is an object with exactly one of the keys below."""
    ((kind, wanted),) = goal.items()
    match kind:
        case "all":
            return all(reached(part, trying) for part in wanted)
        case "any":
            return any(reached(part, trying) for part in wanted)
        case "happened":
            return _happened(wanted, trying.events)
        case "board":
            return _holds(wanted, _follow(trying.view["board"], wanted["path"]))
        case "outcome":
            return _ended(wanted, trying.view["outcome"])
        case "turn":
            begins: bool = trying.view["turn_begins"]
            return wanted == "over" and bool(trying.events) and begins
        case "placement":
            return bool(trying.placements) and _placed(wanted, trying.placements[-1])
    raise ValueError(f"no goal is called {kind!r}")


def _happened(wanted: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> bool:
    needed: int = wanted.get("at_least", 1)
    return sum(_fits(wanted, event) for event in events) >= needed


def _fits(wanted: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    if event["event"] != wanted["event"]:
        return False
    return all(
        value_at(event, path) in (value if isinstance(value, list) else [value])
        for path, value in wanted.get("where", {}).items()
    )


def _follow(value: Any, path: Sequence[str | int]) -> Any:
    for name in path:
        value = len(value) if name == "length" else value[name]
    return value


def _holds(wanted: Mapping[str, Any], value: Any) -> bool:
    return (
        value == wanted.get("is", value)
        and ("at_least" not in wanted or value >= wanted["at_least"])
        and ("at_most" not in wanted or value <= wanted["at_most"])
    )


def _ended(wanted: Mapping[str, Any], outcome: Mapping[str, Any] | None) -> bool:
    if outcome is None or list(outcome["winners"]) != wanted["winners"]:
        return False
    return bool(outcome["reason"] == wanted.get("reason", outcome["reason"]))


def _placed(wanted: Mapping[str, Any], spot: Mapping[str, Any]) -> bool:
    """How the piece was set down: its face, where, and how far from the middle."""
    if spot["face"] not in wanted.get("face", [spot["face"]]):
        return False
    measures = {**spot, "aside": (spot["x"] ** 2 + spot["y"] ** 2) ** 0.5}
    return all(_holds(limits, measures[key]) for key, limits in wanted.items() if key != "face")
