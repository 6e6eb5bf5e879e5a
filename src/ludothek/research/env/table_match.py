"""A match of Splash! on the simulated table: discrete choices, and a continuous pose.

An action has three parts: `piece` (0-29, in the order of `splash.pieces.NAMES`) is what is taken,
given, or the bottom of the tower that is chosen; `face` (0 or 1) the side on which the piece in the
hand is set down; `pose` x and y in millimetres from the middle of the top, and a turn in degrees.
While a piece is placed only `face` and `pose` count, else only `piece`. Three pieces that are kept
after a fall are chosen one by one. A pose at which the piece cannot be held is replaced by the
first one near the middle where it can. Everything repeats itself for a seed, opponents too, but for
the last level, which thinks by the clock.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludothek.games import BadSetup, IllegalMove
from ludothek.games.backends import Question, Situation, Spot
from ludothek.games.splash import SPLASH, State
from ludothek.games.splash.pieces import INDEX, NAMES, members, shape
from ludothek.games.splash.state import Base, Choosing, Drafting, Give, Giving, Keep, Keeping, Take
from ludothek.games.splash.state import Placing as Held
from ludothek.physics import BadPlacement, Table, backend
from ludothek.research.env.action_checks import whole
from ludothek.research.specification import VERSIONS, zero_sum

PIECES: Final = len(NAMES)
FACES: Final = 2  # a shape has at most so many
LOW: Final = (-20.0, -20.0, -180.0)  # of a pose: millimetres, millimetres, degrees
HIGH: Final = (20.0, 20.0, 180.0)
KEPT: Final = 3
SEATS: Final = 6  # at most
_PHASES: Final = (Drafting, Giving, Held, Choosing, Keeping)
_WHERE: Final = 6 + SEATS  # pool, box, tower, hand, fallen, chosen; stock of each seat, own first
_POSE: Final = 7  # place in decimetres, and the turn as a quaternion
LENGTH: Final = PIECES * (_WHERE + _POSE) + len(_PHASES) + 2 * SEATS
REACH: Final = 10.0  # no number of an observation is larger
SECONDS: Final = 1.0  # for a decision of the last level
PLAYERS: Final = ("random", *(f"level{level}" for level in SPLASH.levels))

Action = Mapping[str, Any]


_AFTER: Final = ("own", *(f"{nth} after own" for nth in ("1st", "2nd", "3rd", "4th", "5th")))
COLUMNS: Final = (  # of a piece
    *("in the pool", "in the box", "in the tower", "in the hand", "fallen", "chosen to keep"),
    *(f"in the stock of {who}" for who in _AFTER),
    *(f"{axis} of where it lies, in decimetres" for axis in "xyz"),
    *(f"{part} of the quaternion of how it lies" for part in "wxyz"),
)
REST: Final = (
    *(f"phase: {name}" for name in ("drafting", "giving", "placing", "choosing", "keeping")),
    *(f"drops of {who}" for who in _AFTER),
    *(f"{who} decides" for who in _AFTER),
)


def describe(seats: int = 2) -> dict[str, object]:
    """The specification of Splash! for learners, as plain data.

    >>> describe(4)["id"], describe(4)["observation"]["shape"]
    ('splash-v1', [587])
    """
    setup = SPLASH.setup(seats, None)
    return {
        "id": f"splash-v{VERSIONS['splash']}",
        "rules": SPLASH.version,
        "seats": seats,
        "options": dict(setup.options),
        "observation": {
            "shape": [LENGTH],
            "pieces": list(NAMES),
            "columns of a piece": list(COLUMNS),
            "after the pieces": list(REST),
            "range": [-REACH, REACH],
            "seat": "own is the seat that looks, the others follow in playing order",
        },
        "actions": {
            "piece": PIECES,
            "face": FACES,
            "pose": {"low": list(LOW), "high": list(HIGH), "units": ["mm", "mm", "degrees"]},
        },
        "rewards": "(seats x share - 1) / (seats - 1) at the end, 0 before",
        "symmetries": 1,
    }


class TableMatch:
    """A match of Splash!, with everything that lies on the table.

    >>> match = TableMatch(seats=2)
    >>> match.restart(seed=1)
    >>> match.act(match.choose("random", seed=1))  # somebody takes a piece
    >>> match.seat, int(match.mask()["piece"].sum()), match.observation(seat=1).shape
    (2, 29, (587,))
    """

    def __init__(self, seats: int = 2, options: Mapping[str, str] | None = None) -> None:
        self.rules, self.setup = SPLASH, SPLASH.setup(seats, options)
        if not SPLASH.simulated(self.setup):
            raise BadSetup("no-table", "learners play Splash! on the simulated table: referee=no")
        self.restart(0)

    @property
    def id(self) -> str:
        return f"splash-v{VERSIONS['splash']}"

    def restart(self, seed: int) -> None:
        self.seed, self.decisions = seed, 0
        self.saved: str | None = None  # what lies on the table
        self.state: State = SPLASH.start(self.setup)
        self.kept: tuple[int, ...] = ()  # of the three, those chosen so far
        self.planned: tuple[int, ...] = ()  # all three, where a level chose them
        if self.setup["draft"] == "random":
            for take in SPLASH.deal(self.setup, seed):
                self.state = SPLASH.apply(self.state, take)

    @property
    def seat(self) -> int:
        return SPLASH.to_move(self.state)

    @property
    def over(self) -> bool:
        return SPLASH.outcome(self.state) is not None

    @property
    def seats_in(self) -> tuple[int, ...]:
        return SPLASH.seats_in(self.state)

    @property
    def rewards(self) -> tuple[float, ...]:
        shares = SPLASH.shares(self.state) if self.over else None
        return zero_sum(shares, self.setup.seats)

    def mask(self) -> dict[str, NDArray[np.int8] | None]:
        """Of pieces and faces; a pose has none."""
        pieces, faces = np.zeros(PIECES, np.int8), np.array([1, 0], np.int8)
        pieces[self._choices()] = 1
        if isinstance(self.state.phase, Held):
            faces[: len(shape(self.state.phase.piece).faces)] = 1
        return {"piece": pieces, "face": faces, "pose": None}

    def act(self, action: Action) -> None:
        piece, face, pose = _parts(action)
        if isinstance(self.state.phase, Held):
            self._place(face, pose)
        elif piece not in self._choices():
            raise self._illegal(f"piece {piece} cannot be chosen here; the mask says which can")
        elif isinstance(self.state.phase, Keeping):
            self._keep(piece)
        else:
            moves = {_piece_of(move): move for move in SPLASH.legal_moves(self.state)}
            self.state = SPLASH.apply(self.state, moves[piece])
        self.decisions += 1

    def check(self, opponent: str) -> None:
        if opponent not in PLAYERS:
            known = ", ".join(PLAYERS)
            sentence = f"no player of Splash! is named {opponent!r}; there are {known}"
            raise BadSetup("player-unknown", sentence)

    def choose(self, opponent: str, seed: int) -> dict[str, Any]:
        """A level of Splash!, or `random`: any legal choice, and any pose."""
        if opponent == "random":
            return self.random_action(np.random.default_rng(seed))
        if self.kept:  # the level chose all three at once
            return self._chosen(str(Keep(self.planned)))
        question = Question(self.state, int(opponent[5:]), seed, SECONDS, self.saved)
        return self._chosen(backend.decide(question, lambda: False))

    def random_action(self, random: np.random.Generator) -> dict[str, Any]:
        """Any legal choice, and any pose."""
        phase = self.state.phase
        faces = len(shape(phase.piece).faces) if isinstance(phase, Held) else 1
        return {
            "piece": int(random.choice(self._choices())),
            "face": int(random.integers(faces)),
            "pose": random.uniform(LOW, HIGH).astype(np.float32),
        }

    def observation(self, seat: int) -> NDArray[np.float32]:
        """For each piece where it is and how it lies; then phase, drops and who decides."""
        order = [(seat - 1 + after) % self.setup.seats for after in range(self.setup.seats)]
        pieces = np.zeros((PIECES, _WHERE + _POSE), np.float32)
        for column, these in enumerate(self._where()):
            pieces[list(these), column] = 1
        for after, other in enumerate(order):
            pieces[members(self.state.stocks[other]), 6 + after] = 1
        self._write_poses(pieces)
        rest = np.zeros(len(_PHASES) + 2 * SEATS, np.float32)
        phase = self.state.phase
        rest[: len(_PHASES)] = [isinstance(phase, each) for each in _PHASES]
        rest[len(_PHASES) :][: len(order)] = [self.state.drops[other] for other in order]
        rest[len(_PHASES) + SEATS + order.index(self.seat - 1)] = 1
        seen: NDArray[np.float32] = np.concatenate([pieces.ravel(), rest])
        return seen.clip(-REACH, REACH)

    def _where(self) -> tuple[list[int], ...]:
        state, phase = self.state, self.state.phase
        fallen = list(chain(*phase.stacks)) if isinstance(phase, Choosing) else []
        loose = members(phase.loose) if isinstance(phase, Keeping) else []
        hand = [state.hand.piece] if state.hand else []
        pool, box = members(state.pool), members(state.box)
        return pool, box, list(state.tower), hand, fallen + loose, list(self.kept)

    def _write_poses(self, pieces: NDArray[np.float32]) -> None:
        if self.saved is None:
            return
        layout = Table.load(self.saved.encode(), any_version=True).layout
        for name, pose in zip(layout.pieces, layout.poses, strict=True):
            place = (10 * pose.x, 10 * pose.y, 10 * pose.z)
            turned = pose.turned
            pieces[INDEX[name], _WHERE:] = (*place, turned.w, turned.x, turned.y, turned.z)

    def _choices(self) -> list[int]:
        phase = self.state.phase
        if isinstance(phase, Held):
            return [phase.piece]
        if isinstance(phase, Keeping):
            return [piece for piece in members(phase.loose) if piece not in self.kept]
        return sorted({_piece_of(move) for move in SPLASH.legal_moves(self.state)})

    def _place(self, face: int, pose: NDArray[np.float64]) -> None:
        assert isinstance(self.state.phase, Held)
        faces = [name for name, _ in shape(self.state.phase.piece).faces]
        if not 0 <= face < len(faces) or not np.isfinite(pose).all():
            sentence = f"this piece is set down on a face below {len(faces)}, at a finite pose"
            raise self._illegal(sentence)
        x, y, yaw = pose.tolist()
        at = Situation(self.state, self.saved, self.seed)
        try:
            placed = backend.place(at, Spot(faces[face], yaw, x, y), lambda: False, anyhow=True)
        except BadPlacement as error:
            raise self._illegal(str(error)) from error
        self.saved = placed.saved
        self.state = SPLASH.play(self.state, placed.decision)

    def _keep(self, piece: int) -> None:
        self.kept = (*self.kept, piece)
        if len(self.kept) == KEPT:
            self.state = SPLASH.apply(self.state, Keep(tuple(sorted(self.kept))))
            self.kept = ()

    def _chosen(self, answer: str | Spot) -> dict[str, Any]:
        if isinstance(answer, Spot):
            assert isinstance(self.state.phase, Held)
            faces = [name for name, _ in shape(self.state.phase.piece).faces]
            pose = np.array([answer.x, answer.y, (answer.yaw + 180) % 360 - 180], np.float32)
            return {
                "piece": self.state.phase.piece,
                "face": faces.index(answer.face),
                "pose": np.clip(pose, LOW, HIGH).astype(np.float32),
            }
        move = SPLASH.notation.parse_move(answer)
        if isinstance(move, Keep):
            self.planned = move.pieces
            piece = next(each for each in move.pieces if each not in self.kept)
        else:
            piece = _piece_of(move)
        return {"piece": piece, "face": 0, "pose": np.zeros(3, np.float32)}

    def _illegal(self, sentence: str) -> IllegalMove:
        return IllegalMove("illegal", sentence, SPLASH.format_position(self.state))


def _parts(action: Action) -> tuple[int, int, NDArray[np.float64]]:
    try:
        piece, face = (whole(action[part], PIECES) for part in ("piece", "face"))
        pose = np.asarray(action["pose"], np.float64)
    except (KeyError, TypeError, ValueError, IndexError):
        pose = np.zeros(0)
    if pose.shape != (3,):
        sentence = "an action of Splash! is piece and face, whole numbers, and pose, three numbers"
        raise TypeError(f"{sentence}, not {action!r}")
    return piece, face, pose


def _piece_of(move: Any) -> int:
    assert isinstance(move, Take | Give | Base)
    return move.piece
