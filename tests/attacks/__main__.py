"""All attacks at full strength, one after the other: `python -m tests.attacks [NAME …]`.

Each runs in processes of its own that are ended after `--limit` seconds. The table says what became
of the normal match beside it. It ends with an error if any decision's p99 is over 250 ms, if the
computer was longer than 3 s over an answer, or, with `--postgres`, if anything revoked acted for
more than a second. `--write docs/hosting.md` puts the table into that page.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ludothek.research.arena.runs import table, write_between
from tests.attacks.computing import endless_rematches, many_analyses, many_matches, many_tables
from tests.attacks.faults import damaged_rows, database_faults
from tests.attacks.harness import ROOT, measure, percentile
from tests.attacks.requests import (
    blanks_in_a_record,
    crowd,
    endless_headers,
    floods,
    half_open,
    long_matches,
    long_records,
    malformed,
    many_short_records,
)
from tests.attacks.secrets import guessed_passwords, guessed_seed, revocations
from tests.server.clusters import Cluster, cluster

MARK: Final = "attacks"
LATENCY, ANSWER, REVOKED = 0.25, 3.0, 1.0  # seconds that nothing takes longer than
HEADINGS: Final = ("attack", "decisions beside it", "p50", "p99", "worst", "slowest answer", "")
BESIDE: Final = (
    *(endless_rematches, many_analyses, many_matches, many_tables),
    *(blanks_in_a_record, crowd, endless_headers, floods, half_open, long_matches),
    *(long_records, malformed, many_short_records),
    *(guessed_passwords, guessed_seed, damaged_rows),
)
ON_A_FILE: Final = (guessed_seed, damaged_rows)  # they look into it, or change it


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    cells: tuple[str, ...]
    passed: bool


Attack = Callable[[Cluster | None], Row]


def main() -> int:
    """Run what is asked for; the number of attacks that did harm."""
    arguments = _arguments()
    if arguments.alone:
        row = ATTACKS[arguments.alone](None) if not arguments.postgres else _on_postgres(arguments)
        print(*row.cells, sep="\t")
        return not row.passed
    rows = []
    for name in arguments.names or _names(postgres=arguments.postgres):
        rows.append(_in_a_process(name, arguments.limit, postgres=arguments.postgres))
        print(*rows[-1].cells, sep=", ", flush=True)
    if arguments.write:
        write_between(arguments.write, MARK, table([HEADINGS, *(row.cells for row in rows)]))
    return sum(not row.passed for row in rows)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *ATTACKS])
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, not on a file")
    parser.add_argument("--limit", type=float, default=600, help="seconds of each attack")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table in there")
    parser.add_argument("--alone", choices=ATTACKS, help=argparse.SUPPRESS)
    return parser.parse_args()


def _names(*, postgres: bool) -> list[str]:
    left_out = ON_A_FILE if postgres else (database_faults, revocations)
    return [name for name in ATTACKS if name not in map(_name, left_out)]


def _in_a_process(name: str, limit: float, *, postgres: bool) -> Row:
    """One attack, with all processes that it starts, ended when it takes too long."""
    command = [sys.executable, "-m", "tests.attacks", "--alone", name]
    command += ["--postgres"] if postgres else []
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            said, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return _failed(name, f"not over after {limit:.0f} s")
    cells = tuple(said.splitlines()[-1].split("\t")) if said else ()
    passed = process.returncode == 0
    return Row(cells, passed) if len(cells) == len(HEADINGS) else _failed(name, "it broke off")


def _failed(name: str, why: str) -> Row:
    return Row((name, *"-----", why), passed=False)


def _on_postgres(arguments: argparse.Namespace) -> Row:
    with cluster() as running:
        return ATTACKS[arguments.alone](running)


def _beside(module: ModuleType, postgres: Cluster | None) -> Row:
    """An attack beside a normal match."""
    database = postgres.new_database() if postgres else None
    outcome = measure(module.attack, getattr(module, "SETTINGS", {}), database)
    latencies, answers = outcome.latencies, outcome.answers or [0.0]
    shown = percentile(latencies, 50), percentile(latencies, 99), latencies[-1]
    passed = shown[1] <= LATENCY and answers[-1] <= ANSWER
    times = *(f"{1000 * each:.0f} ms" for each in shown), f"{answers[-1]:.2f} s"
    verdict = "" if passed else "too slow"
    return Row((_name(module), str(len(latencies)), *times, verdict), passed)


def _revocations(postgres: Cluster | None) -> Row:
    """What went on after its revocation, at another process."""
    assert postgres
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        urls = stack.enter_context(revocations.two_processes(postgres, Path(folder)))
        spans = revocations.attack(*urls)
    longest = sorted(seconds for each in spans.values() for seconds in each)
    shown = percentile(longest, 50), percentile(longest, 99), longest[-1]
    times = (f"{1000 * each:.0f} ms" for each in shown)
    passed = longest[-1] <= REVOKED
    said = "went on after it was revoked" if passed else "went on for too long"
    return Row((_name(revocations), "-", *times, "-", said), passed)


def _database_faults(postgres: Cluster | None) -> Row:
    """What was answered without a database: 503, and `/readyz` within a second."""
    assert postgres
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with database_faults.postgres_server(postgres, log) as server:
            answers: list[Any] = []
            for fault in (postgres.stopped, postgres.frozen):
                answers += database_faults.attack_postgres(server, fault)
        passed = {status for _, status in answers} == {503} and "Traceback" not in log.read_text()
    said = "only 503" if passed else "others than 503"
    return Row((_name(database_faults), *"-----", said), passed)


def _name(module: ModuleType) -> str:
    return module.__name__.removeprefix("tests.attacks.")


ATTACKS: Final[dict[str, Attack]] = {
    **{_name(module): partial(_beside, module) for module in BESIDE},
    _name(revocations): _revocations,
    _name(database_faults): _database_faults,
}


if __name__ == "__main__":
    sys.exit(main())
