"""Executing many text jobs: on the cores of this machine, or on a Ray cluster.

    for key, answer in Machines(jobs=2).answers(play, {"game 1": job, "game 2": other}):
        ...

Work is a function that can be imported by name, as for `workers.Pool`; for a cluster, of this
package.
What a job answers depends on the job alone (it holds its seed), so it does not matter where it is
done. With `ray="auto"` or an address, jobs go to the nodes of that cluster, where the same version
of this package has to be installed (extra `cluster`). A job whose node is lost is done again.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from os import cpu_count
from socket import create_connection
from typing import Any, Final

from ludothek import __version__
from ludothek.games.errors import LudothekError
from ludothek.workers import JobFailed, Pool, Work

Answer = str | JobFailed

LONGEST: Final = 24 * 3600.0  # seconds for one job
_LOSSES: Final = 20  # of nodes, before a job is given up
_ANSWER: Final = 10.0  # seconds for a cluster to answer at all
_PATIENCE: Final = 1.0  # seconds between two looks at how many cores a cluster has


@dataclass(frozen=True, slots=True)
class Machines:
    """Where jobs are done.

    >>> Machines(jobs=2)
    Machines(jobs=2, ray=None)
    """

    jobs: int | None = None  # at a time on this machine; None: as many as it has cores
    ray: str | None = None  # `auto`, or the address of a Ray cluster

    def answers(self, work: Work, jobs: Mapping[str, str]) -> Iterator[tuple[str, Answer]]:
        """The answers by the keys of their jobs, as they come; a job that failed says why."""
        if self.ray is None:
            return _on_cores(work, jobs, self.jobs or cpu_count() or 1)
        return _on_ray(work, jobs, self.ray)


def _on_cores(work: Work, jobs: Mapping[str, str], size: int) -> Iterator[tuple[str, Answer]]:
    """No more jobs are handed in than there are hands for soon."""
    left = iter(jobs.items())
    keys: dict[Future[str], str] = {}
    with Pool(work, size) as pool:
        while True:
            for key, job in islice(left, max(0, 2 * size - len(keys))):
                keys[pool.submit(job, LONGEST).future] = key
            if not keys:
                return
            for future in wait(keys, return_when=FIRST_COMPLETED).done:
                yield keys.pop(future), _result(future.result)


def _result(get: Callable[[], str]) -> Answer:
    try:
        return get()
    except JobFailed as failure:
        return failure


def _on_ray(work: Work, jobs: Mapping[str, str], address: str) -> Iterator[tuple[str, Answer]]:
    """The same, with as many hands as the cluster has just now."""
    name = _name_of(work)
    with _connected(address) as ray:
        answer = ray.remote(answer_on_a_node).options(
            num_cpus=1, max_retries=_LOSSES, scheduling_strategy="SPREAD"
        )
        left, keys = iter(jobs.items()), dict[Any, str]()
        try:
            while True:
                size = max(1, int(ray.cluster_resources().get("CPU", 0)))
                for key, job in islice(left, max(0, 2 * size - len(keys))):
                    keys[answer.remote(name, __version__, job)] = key
                if not keys:
                    return
                for reference in ray.wait(list(keys), timeout=_PATIENCE)[0]:
                    yield keys.pop(reference), _fetched(ray, reference)
        finally:
            for reference in keys:
                ray.cancel(reference, force=True)


def _name_of(work: Work) -> str:
    """What nodes find it by; they have this package, and no script or module of the caller."""
    package = __name__.partition(".")[0]
    if not work.__module__.startswith(f"{package}."):
        sentence = f"nodes of a cluster do work of {package} only, not {work.__module__}"
        raise LudothekError("ray", f"{sentence}.{work.__qualname__}")
    return f"{work.__module__}:{work.__qualname__}"


def answer_on_a_node(work: str, version: str, job: str) -> tuple[bool, str]:
    """What a node of a cluster does with a job: whether it has an answer, and that or why not."""
    if version != __version__:
        return False, f"this node has version {__version__} of ludothek, not {version}"
    module, _, name = work.partition(":")
    try:
        return True, getattr(import_module(module), name)(job, lambda _: None, lambda: False)
    except ValueError as error:
        return False, str(error)


def _fetched(ray: Any, reference: Any) -> Answer:
    try:
        good, text = ray.get(reference)
    except ray.exceptions.RayError as error:
        return JobFailed(str(error).strip().splitlines()[-1])
    return str(text) if good else JobFailed(text)


def _knock(address: str) -> None:
    """Raise `OSError` if nobody listens there; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        create_connection((host.strip("[]"), int(port)), timeout=_ANSWER).close()


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """The module `ray`, connected; a connection that was there before is used and left."""
    try:
        import ray
    except ModuleNotFoundError as error:
        sentence = 'a Ray cluster needs the extra "cluster": pip install "ludothek[cluster]"'
        raise LudothekError("ray", sentence) from error
    if ray.is_initialized():
        yield ray
        return
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, RuntimeError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise LudothekError("ray", f"no Ray cluster at {address!r}: {reason}") from error
    try:
        yield ray
    finally:
        ray.shutdown()
