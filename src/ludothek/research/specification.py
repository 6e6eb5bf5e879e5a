"""The frozen specification of a game for learners: observations, actions, rewards, symmetries.

    spec = specification("nexus", seats=3)
    spec.id  # "nexus-v1"
    play = spec.begin()
    spec.encode(play, seat=1), spec.mask(play), spec.text(play, action), spec.action(play, text)

A play is a game in the core; a state of the rules does as well, and takes longer.

All of it comes from the same compiled core as `engine.batch`, with the same numbers. Seats count
from 1, as in the rules. What a version says stays as it is: another encoding is another version,
and rules that play otherwise are, too (a test holds both to stored digests).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludothek.engine import _core
from ludothek.engine.core import Play, begin, resume, rules_of
from ludothek.games import AnyGame, IllegalMove, Setup
from ludothek.research.env.board_symmetries import BoardSymmetry, board_symmetries
from ludothek.research.env.factored import FactoredActions

State = Any  # of the rules
VERSIONS: Final = {"repulso": 1, "robotory": 1, "nexus": 1, "splash": 1}  # of the specifications


@dataclass(frozen=True, slots=True)
class Plane:
    """One plane of an observation: its meaning and its largest value.

    >>> specification("robotory").planes[0]
    Plane(name='white discs', high=1)
    """

    name: str
    high: int = 1  # from 0 up to this one


@dataclass(frozen=True, slots=True)
class Actions:
    """A range of actions: `number` of them, from the action `first` on.

    >>> runs = specification("robotory").actions
    >>> runs[0].name, runs[0].first, runs[0].number
    ('white disc', 0, 24)
    """

    name: str
    first: int
    number: int
    order: str  # how they are counted


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of the rules as permutations of features and policy outputs.

    `turned[i] = features[inputs[i]]`, and likewise for the outputs.

    >>> len(specification("robotory").symmetries)
    2
    """

    inputs: NDArray[np.int32]
    outputs: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Specification:
    """A game with its seats and options, as a learner sees it.

    >>> spec = specification("repulso")
    >>> spec.id, spec.shape, spec.number_of_actions
    ('repulso-v1', (10, 6, 6), 216)
    """

    rules: AnyGame
    setup: Setup
    planes: tuple[Plane, ...]
    shape: tuple[int, int, int]  # planes, rows, columns
    actions: tuple[Actions, ...]

    @property
    def id(self) -> str:
        """Name and version, as `repulso-v1`."""
        return f"{self.rules.name}-v{VERSIONS[self.rules.name]}"

    @property
    def number_of_actions(self) -> int:
        """Actions are the numbers below this one."""
        return sum(each.number for each in self.actions)

    @property
    def high(self) -> NDArray[np.uint8]:
        """The largest byte at each place of an observation; the smallest is 0."""
        _, rows, columns = self.shape
        highest = [np.full((rows, columns), plane.high, np.uint8) for plane in self.planes]
        return np.stack(highest)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity first; of `features` and `outputs`, which are seen from a seat."""
        return tuple(
            Symmetry(np.array(inputs, np.int32), np.array(outputs, np.int32))
            for inputs, outputs in _core.symmetries(self.rules.name)
        )

    @property
    def board_symmetries(self) -> tuple[BoardSymmetry, ...]:
        """The identity first; of planes and actions, and so only the identity in NEXUS.

        >>> [each.name for each in specification("robotory").board_symmetries]
        ['identity', 'half-turn']
        """
        runs = [run.number for run in self.actions]
        return board_symmetries(self.rules, self.shape, runs, self.setup.seats)

    @property
    def factored(self) -> FactoredActions:
        """NEXUS' actions as (kind, first, second, third); other games have one part."""
        if self.rules.name == "nexus":
            return FactoredActions.of_nexus(self.setup.seats)
        return FactoredActions((self.number_of_actions,), ("action",))

    def begin(self) -> Play:
        """A game before its first decision."""
        return begin(self.rules.name, self.setup.seats, dict(self.setup.options))

    def resume(self, position: str) -> Play:
        """A game that stands at a position text; one without options takes those from here."""
        state = self.rules.parse_position(position, self.setup)
        return resume(self.rules.name, self.rules.format_position(state))

    def at(self, state: Play | State) -> Play:
        """A game of the core that stands like a state of the rules."""
        if isinstance(state, Play):
            return state
        return resume(self.rules.name, self.rules.format_position(state))

    def encode(self, state: Play | State, seat: int) -> NDArray[np.uint8]:
        """The planes as a seat sees them, of a game of the core or a state of the rules."""
        planes: NDArray[np.uint8] = self.at(state).observation(seat)
        return planes

    def features(self, play: Play, seat: int) -> NDArray[np.uint8]:
        """The same as a vector of 0 and 1, as the networks of the package see it.

        It also holds the options and, in NEXUS, repetitions; `symmetries` are of this one.
        """
        vector = np.zeros(_core.encoder(self.rules.name)[1], np.uint8)
        vector[play.encode(seat)] = 1
        return vector

    def outputs(self, play: Play, action: int) -> tuple[int, ...]:
        """The policy outputs whose sum is the logit of a legal action, as the networks have it."""
        number = _core.encoder(self.rules.name)[2]
        return tuple(part for part in play.outputs(action) if part < number)

    def mask(self, state: Play | State) -> NDArray[np.uint8]:
        """1 for each legal action, else 0."""
        mask: NDArray[np.uint8] = self.at(state).mask()
        return mask

    def action(self, state: Play | State, text: str) -> int:
        """The number of a legal decision.

        >>> spec = specification("robotory")
        >>> spec.action(spec.begin(), "b@a1")
        24
        """
        play = self.at(state)
        action = play.parse(text)
        if action is None:
            sentence = f"{text!r} is not a legal decision here"
            raise IllegalMove("illegal", sentence, play.position, move=text)
        return action

    def text(self, state: Play | State, action: int) -> str:
        """The text of a legal action."""
        return self.at(state).format(action)

    def rewards(self, play: Play) -> tuple[float, ...]:
        """What each seat gets, by the end of the game; 0 as long as it goes on."""
        return zero_sum(play.shares, self.setup.seats)

    def describe(self) -> dict[str, object]:
        """Everything above as plain data."""
        return {
            "id": self.id,
            "rules": self.rules.version,
            "seats": self.setup.seats,
            "options": dict(self.setup.options),
            "observation": {
                "shape": list(self.shape),
                "planes": [{"name": plane.name, "high": plane.high} for plane in self.planes],
                "seat": "own is the seat that looks, the others follow in playing order",
            },
            "actions": [
                {"name": run.name, "first": run.first, "number": run.number, "order": run.order}
                for run in self.actions
            ],
            "factored": self._describe_parts(),
            "rewards": "(seats x share - 1) / (seats - 1) at the end, 0 before",
            "symmetries": len(self.symmetries),
            "board_symmetries": [
                {"name": each.name, "seats": list(each.seats)} for each in self.board_symmetries
            ],
        }

    def _describe_parts(self) -> list[dict[str, object]]:
        """What an action can be chosen by, part after part."""
        parts, kinds = self.factored, [run.name for run in self.actions]
        return [
            {"name": name, "number": number, **({"values": kinds} if name == "kind" else {})}
            for name, number in zip(parts.names, parts.sizes, strict=True)
        ]


def zero_sum(shares: tuple[float, ...] | None, seats: int) -> tuple[float, ...]:
    """Rewards that add up to 0: 1 for a win alone, -1 / (seats - 1) for a loss.

    Who draws has a share of the win: of three seats, two that draw get 1/4 each, the third -1/2.

    >>> zero_sum((1.0, 0.0, 0.0), 3), zero_sum((0.5, 0.5), 2)
    ((1.0, -0.5, -0.5), (0.0, 0.0))
    """
    if shares is None:
        return (0.0,) * seats
    return tuple((seats * share - 1) / (seats - 1) for share in shares)


def specification(
    game: str, seats: int = 2, options: Mapping[str, str] | None = None
) -> Specification:
    """The specification of one of the core's games.

    >>> specification("nexus", 4).number_of_actions
    52244
    """
    rules = rules_of(game)
    setup = rules.setup(seats, options)
    planes, shape = _PLANES[game]
    assert len(planes) == shape[0]
    return Specification(rules, setup, planes, shape, _actions(game, seats))


def _actions(game: str, seats: int) -> tuple[Actions, ...]:
    rings = RINGS[seats] if game == "nexus" else 0
    runs, first = [], 0
    for name, shape, order in _ACTIONS[game]:
        number = prod(rings if size == 0 else rings * -size if size < 0 else size for size in shape)
        runs.append(Actions(name, first, number, order))
        first += number
    return tuple(runs)


RINGS: Final = {2: 19, 3: 28, 4: 37}  # of NEXUS, by seats

# The sizes of an action's parts; 0 stands for the number of rings, -3 for three times as many.
_ACTIONS: Final[Mapping[str, tuple[tuple[str, tuple[int, ...], str], ...]]] = {
    "repulso": (
        ("piece", (36,), "a1, b1, … f6"),
        ("stone", (36,), "a1, b1, … f6"),
        ("slide", (36, 4), "square a1, b1, … f6, then direction up, right, down, left"),
    ),
    "robotory": (
        ("white disc", (24,), "a1, a2, … e4"),
        ("black disc", (24,), "a1, a2, … e4"),
        ("step of White", (24,), "to a1, a2, … e4"),
        ("step of Black", (24,), "to a1, a2, … e4"),
        ("step of Red", (24,), "to a1, a2, … e4"),
        ("stop", (1,), ""),
        ("refill", (5, 5), "white discs, then black discs"),
    ),
    "nexus": (
        ("enter", (0,), "ring"),
        ("lift", (0,), "ring"),
        ("remove", (0,), "ring"),
        ("lay", (-3,), "place, by r, then q"),
        ("walk", (0, 0), "ring from, ring to"),
        ("leap", (0, 0, 0), "ring from, ring to, ring of the sacrificed marble"),
    ),
}
_AFTER: Final = ("own", "next", "second next", "third next")
_PLANES: Final[Mapping[str, tuple[tuple[Plane, ...], tuple[int, int, int]]]] = {
    "repulso": (
        (
            *(Plane(name) for name in ("own pieces", "other pieces", "stones", "affected")),
            Plane("own pieces left", 12),
            Plane("other pieces left", 12),
            Plane("own stones left", 6),
            Plane("other stones left", 6),
            Plane("own seat decides"),
            Plane("own turn"),
        ),
        (10, 6, 6),
    ),
    "robotory": (
        (
            *(Plane(name) for name in ("white discs", "black discs", "White", "Black", "Red")),
            Plane("robot that moves"),
            Plane("own camp"),
            Plane("numbers: own stock (2), other stock (2), lid (2), end, seat, own decides", 10),
        ),
        (8, 1, 24),
    ),
    "nexus": (
        (
            Plane("rings"),
            *(Plane(f"marbles of {who}", 3) for who in _AFTER),
            *(Plane(name) for name in ("border", "surrounded before", "vacated")),
            Plane("ring number plus 1", 37),
            *(Plane(f"reserve of {who}", 40) for who in _AFTER),
            Plane("rings may be changed"),
            Plane("under way: nothing, entering, lifting, laying, stepping, removing", 5),
            Plane("left to do", 4),
            Plane("first turn"),
            Plane("seats after own that the one to decide sits", 3),
            *(Plane(f"{who} changed rings last") for who in _AFTER),
        ),
        (22, 16, 16),
    ),
}
