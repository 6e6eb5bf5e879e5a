"""Thinking with the compiled core for whoever waits: stoppable from outside, and reported."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from threading import Event, Thread
from typing import Final

from ludothek.engine import core
from ludothek.engine.core import Analysis, Answer, Play, Searcher
from ludothek.engine.player import Info, Limits, Proof
from ludothek.games.errors import BadSetup

Stopped = Callable[[], bool]  # is it time to answer with what there is?
Tell = Callable[[Analysis], None]

_GLANCE: Final = 0.004  # seconds between two looks whether to stop
_NODES_PER_DEPTH: Final = 100_000  # playouts for each decision ahead, where only a depth is given


@dataclass(frozen=True, slots=True)
class Effort:
    """How to think, within limits."""

    sight: int = 0  # decisions ahead; 0: any number
    seed: int = 0
    threads: int = 1
    lines: int = 0  # to report; 0: one for every decision
    learnt: bool = True  # judge at a glance where that was learnt; False: by playouts


PLAIN: Final = Effort()


def think(
    play: Play,
    limits: Limits,
    effort: Effort = PLAIN,
    stop: Event | None = None,
    tell: Tell = lambda _: None,
    *,
    searcher: Searcher | None = None,
) -> Analysis:
    """Think about a position until a limit is reached or somebody says stop; the end is told too.

    A searcher that has seen positions after this one may prove more; without one of the caller's
    own, the answer depends on nothing but the position and what is asked.
    """
    found = (searcher or Searcher(play.game)).search(
        play,
        core_limits(limits, effort.sight),
        seed=effort.seed,
        threads=effort.threads,
        lines=effort.lines,
        learnt=effort.learnt,
        stop=stop,
        on_info=tell,
    )
    tell(found)
    return found


def prove(play: Play, seconds: float) -> Answer | None:
    """Who wins a position of two seats, from nothing, if there is time enough."""
    return Searcher(play.game).solve(play, core.Limits(seconds=seconds), quickest=False)


def core_limits(limits: Limits, sight: int = 0) -> core.Limits:
    """Limits as the core wants them; a depth is a sight, and ends the search when it is reached.

    Where the game ends sooner, a depth is never reached, so playouts are counted too.
    """
    if limits.depth is not None and limits.depth < 1:
        raise BadSetup("depth", f"a depth is at least 1, not {limits.depth}")
    depth, nodes = limits.depth or 0, limits.nodes
    if depth and nodes is None and limits.seconds is None:
        nodes = depth * _NODES_PER_DEPTH
    return core.Limits(
        seconds=inf if limits.seconds is None else limits.seconds,
        nodes=core.Limits().nodes if nodes is None else nodes,
        depth=depth,
        sight=min((each for each in (depth, sight) if each), default=0),
    )


@contextmanager
def relaying(stopped: Stopped) -> Iterator[Event]:
    """An event that is set soon after somebody says stop."""
    stop, done = Event(), Event()

    def watch() -> None:
        while not stop.is_set() and not done.wait(_GLANCE):
            if stopped():
                stop.set()

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield stop
    finally:
        done.set()
        watcher.join()


def info_of(found: Analysis) -> Info:
    """What an analysis says to whoever waits for a decision."""
    line, proof = found.lines[0].moves if found.lines else (), found.proof
    certain = Proof(proof.result, proof.decisions) if proof else None
    return Info(found.nodes, len(line), found.seconds, found.values[found.seat - 1], line, certain)
