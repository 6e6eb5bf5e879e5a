"""What a seed stands for: processes, people, matches, and which faults there are.

Faults are drawn for every seed anew, and many seeds have only some of them: what one kind of fault
hides another does not.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from ludothek.server.wire.models import NewClock, NewMatch, NewSeat


@dataclass(frozen=True, slots=True)
class Faults:
    """How likely something goes wrong, each time there is an occasion."""

    fail: float = 0.0  # a piece of work on the database fails, and nothing was done
    unknown: float = 0.0  # it was done, but the connection is lost before that is told
    slow: float = 0.0  # it takes seconds
    crash: float = 0.0  # a process dies at a write, before or after it
    outage: float = 0.0  # a second: the database is away for a while
    notices: float = 0.0  # a second: a process does not hear notices for a while
    cut: float = 0.0  # a message of a socket is the last one that arrives
    repeat: float = 0.0  # a message arrives twice
    reorder: float = 0.0  # a message overtakes another
    die: float = 0.0  # a worker dies at a job, or does not answer it
    lie: float = 0.0  # a worker's answer is wrong
    late: float = 0.0  # a worker takes too long
    kill: float = 0.0  # a second: a process dies, or is stopped and started
    freeze: float = 0.0  # a second: a process stands still for seconds
    jump: float = 0.0  # a second: a wall clock is set


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a seed stands for."""

    seed: int
    cluster: bool  # several processes on a database server, or one on a file
    processes: int
    people: int
    matches: tuple[NewMatch, ...]
    seconds: float  # of play with faults
    faults: Faults
    drift: float  # by which clocks differ in speed
    setup: dict[str, Any] = field(default_factory=dict)  # settings of the server


def draw(seed: int) -> Scenario:
    """The scenario of a seed."""
    random = Random(f"scenario {seed}")
    cluster = random.random() < 0.7
    calm = random.random() < 0.1
    return Scenario(
        seed=seed,
        cluster=cluster,
        processes=random.choice([1, 2, 2, 3]) if cluster else 1,
        people=random.choice([2, 2, 3, 4]),
        matches=tuple(_match(random) for _ in range(random.choice([1, 1, 2]))),
        seconds=random.uniform(2, 8),
        faults=Faults() if calm else _faults(random),
        drift=random.choice([0.0, 0.001, 0.01]),
        setup={
            "think_seconds": random.choice([0.1, 0.5, 1.0]),
            "job_patience": random.choice([0.5, 2.0]),
            "grace_seconds": random.choice([0.0, 1.0]),
            "max_rooms": random.choice([1, 4, 4_000]),
            "workers": random.choice([1, 2]),
            "beat_seconds": 5.0,
        },
    )


def _faults(random: Random) -> Faults:
    """Each kind is there in every second or third seed."""

    def some(most: float, share: float = 0.4) -> float:
        return random.uniform(0, most) if random.random() < share else 0.0

    return Faults(
        fail=some(0.1),
        unknown=some(0.1),
        slow=some(0.05),
        crash=some(0.05),
        outage=some(0.15, 0.25),
        notices=some(0.3),
        cut=some(0.05),
        repeat=some(0.2),
        reorder=some(0.2),
        die=some(0.5),
        lie=some(0.5),
        late=some(0.5),
        kill=some(0.3),
        freeze=some(0.2, 0.3),
        jump=some(0.3, 0.3),
    )


def _match(random: Random) -> NewMatch:
    game = random.choice(["repulso", "robotory", "robotory", "splash", "nexus"])
    seats = random.choice([2, 3, 4]) if game in {"splash", "nexus"} else 2
    kinds = ["me", *(random.choice(["open", "open", "computer"]) for _ in range(seats - 1))]
    return NewMatch(
        game=game,
        seats=[_seat(kind, random) for kind in random.sample(kinds, seats)],
        options={"draft": "random"} if game == "splash" else {},
        clock=_clock(random, simulated=game == "splash"),
        starter=random.choice(["fixed", "random", "loser"]),
        public=True,
        hints=True,
        takebacks=random.random() < 0.9,
    )


def _seat(kind: Any, random: Random) -> NewSeat:
    return NewSeat(kind=kind, level=random.choice([1, 3, 5]) if kind == "computer" else None)


def _clock(random: Random, *, simulated: bool) -> NewClock:
    placement = random.choice([None, 3]) if simulated else None
    match random.choice(["none", "turn", "fischer", "days"]):
        case "turn":
            return NewClock(kind="turn", seconds=random.choice([2, 5, 30]), placement=placement)
        case "fischer":
            base, increment = random.choice([(3, 1), (10, 0), (60, 2)])
            return NewClock(kind="fischer", seconds=base, increment=increment, placement=placement)
        case "days":
            return NewClock(kind="days", days=1, placement=placement)
    return NewClock(placement=placement)
