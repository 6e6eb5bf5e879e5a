"""What a learner gets a second, beside OpenSpiel and PettingZoo: `python -m bench.research`.

Three tables of one run, each the best of several, per second of processor time on one thread:
stepping one game from Python with everything a learner reads; batches with a policy's logits,
alone, with planes, and with planes and masks, beside the same drawn with NumPy, by logits and
without; placements of Splash! in its environment. It needs the group `bench` of `pyproject.toml`,
which is only measured: `pip install --group bench`.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter, process_time
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

import ludothek.research.gymnasium
import ludothek.research.openspiel  # registers the games
from bench import openspiel
from ludothek.engine.batch import Batch
from ludothek.engine.core import GAMES
from ludothek.games import load
from ludothek.research import pettingzoo
from ludothek.research.env.table_match import TableMatch

RUNS: Final = 5
SECONDS: Final = 0.5  # of a run
SIZE: Final = 256  # games of a batch
PROCESSES: Final = 2
HEX: Final = "hex(board_size=6)"
ARRAYS: Final = ("", "planes", "planes and mask")  # written at each step
Steps = Iterator[int]  # how many decisions each piece of work was


def main() -> None:
    """All tables."""
    _stepping()
    _policies()
    _placements()


def best(work: Callable[[], Steps]) -> float:
    """Decisions a second of processor time, in the best of some runs."""
    return max(_speed(work()) for _ in range(RUNS))


def _speed(steps: Steps) -> float:
    next(steps)  # warm
    done, start = 0, process_time()
    while (spent := process_time() - start) < SECONDS:
        done += next(steps)
    return done / spent


def _row(name: str, speed: float, base: float) -> None:
    print(f"{name:<54}{speed:>14,.0f}{speed / base:>8.1f} x", flush=True)


# --- one game from Python -------------------------------------------------------------------------


def _stepping() -> None:
    print("decisions a second, one game from Python, with observation and mask")
    theirs = best(partial(spiel_steps, HEX))
    _row(f"OpenSpiel {HEX}", theirs, theirs)
    for game in GAMES:
        text = f"ludothek_{game}"
        _row(f"OpenSpiel {text}", best(partial(spiel_steps, text)), theirs)
    zoo = best(partial(zoo_steps, _connect_four()))
    _row("PettingZoo connect_four_v3", zoo, zoo)
    for game in GAMES:
        ours = best(partial(zoo_steps, pettingzoo.env(game)))
        _row(f"PettingZoo {game}", ours, zoo)


def _connect_four() -> Any:
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        sys.exit("this compares with PettingZoo's games: pip install --group bench")
    return connect_four_v3.env()


def spiel_steps(text: str) -> Steps:
    """OpenSpiel's states, one decision at a time."""
    game, random = openspiel.load().load_game(text), np.random.default_rng(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            yield 1


def zoo_steps(env: Any) -> Steps:
    """PettingZoo's loop over agents."""
    random, seed = np.random.default_rng(1), 0
    while True:
        env.reset(seed=(seed := seed + 1))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            legal = () if over else np.flatnonzero(seen["action_mask"])
            env.step(None if over else int(legal[int(random.random() * len(legal))]))
            yield int(not over)


# --- batches with a policy ------------------------------------------------------------------------


def _policies() -> None:
    print(f"\ndecisions a second by logits, {SIZE} games, beside the same drawn with NumPy")
    for game in GAMES:
        for seats in load(game).seat_counts:
            numpy = best(partial(numpy_steps, game, seats))
            _row(f"{game} {seats}, NumPy", numpy, numpy)
            plain = best(partial(uniform_steps, game, seats))
            _row(f"{game} {seats}, NumPy, all actions alike", plain, numpy)
            for arrays in ARRAYS:
                name = f", {arrays}" if arrays else ""
                core = best(partial(policy_steps, game, seats, arrays))
                fair = best(partial(random_steps, game, seats, arrays))
                _row(f"{game} {seats}, sample(logits){name}", core, numpy)
                _row(f"{game} {seats}, sample(){name}", fair, numpy)


def _started(game: str, seats: int, arrays: str) -> tuple[Batch, NDArray[np.float32]]:
    batch = Batch(game, SIZE, seats, seed=1)
    if "planes" in arrays:  # written from the first time on that they are read
        assert len(batch.observations) == SIZE
    if "mask" in arrays:
        assert len(batch.mask) == SIZE
    shape = (SIZE, batch.number_of_actions)
    return batch, np.random.default_rng(1).normal(0, 1, shape).astype(np.float32)


def policy_steps(game: str, seats: int, arrays: str) -> Steps:
    """Drawn by the core from a learner's logits."""
    batch, logits = _started(game, seats, arrays)
    while True:
        batch.step(batch.sample(logits))
        yield SIZE


def random_steps(game: str, seats: int, arrays: str) -> Steps:
    """Drawn by the core, all actions alike."""
    batch, _ = _started(game, seats, arrays)
    while True:
        batch.step(batch.sample())
        yield SIZE


def numpy_steps(game: str, seats: int) -> Steps:
    """The same by hand: the largest of noisy logits among the legal actions."""
    batch, logits = _started(game, seats, ARRAYS[-1])
    random = np.random.default_rng(2)
    while True:
        noise = random.gumbel(size=logits.shape).astype(np.float32)
        chosen = np.where(batch.mask, logits + noise, -np.inf).argmax(axis=1)
        batch.step(chosen.astype(np.int32))
        yield SIZE


def uniform_steps(game: str, seats: int) -> Steps:
    """By hand without logits: the largest of random numbers among the legal actions."""
    batch, _ = _started(game, seats, ARRAYS[-1])
    random = np.random.default_rng(2)
    while True:
        lots = random.random(batch.mask.shape, np.float32)
        batch.step(np.where(batch.mask, lots, -1).argmax(axis=1).astype(np.int32))
        yield SIZE


# --- Splash! --------------------------------------------------------------------------------------


def _placements() -> None:
    print("\nSplash!, random poses: placements a second of processor time")
    one = best(table_steps)
    _row("one process", one, one)
    print(f"steps a second of {PROCESSES} environments by the clock, opponents included")
    sync, parallel = (max(_by_the_clock(mode) for _ in range(RUNS)) for mode in ("sync", "async"))
    _row("one process", sync, sync)
    _row(f"{PROCESSES} processes", parallel, sync)


def table_steps() -> Steps:
    """Whole games by lot; only placements count."""
    match, random, seed = TableMatch(2, {"draft": "random"}), np.random.default_rng(1), 0
    while True:
        match.restart(seed := seed + 1)
        while not match.over:
            before = match.saved
            match.act(match.random_action(random))
            yield int(match.saved is not before)


def _by_the_clock(mode: str) -> float:
    """Steps of all environments together."""
    envs: Any = gymnasium.make_vec(
        ludothek.research.gymnasium.IDS["splash"],
        PROCESSES,
        vectorization_mode=mode,
        options={"draft": "random"},
    )
    _, infos = envs.reset(seed=1)
    envs.action_space.seed(1)
    done, start = 0, perf_counter()
    while (spent := perf_counter() - start) < 2 * SECONDS:
        pieces = infos["action_mask"]["piece"].argmax(axis=1)
        faces = np.zeros(PROCESSES, np.int64)
        actions = {"piece": pieces, "face": faces, "pose": envs.action_space.sample()["pose"]}
        _, _, _, _, infos = envs.step(actions)
        done += PROCESSES
    envs.close()
    return done / spent


if __name__ == "__main__":
    main()
