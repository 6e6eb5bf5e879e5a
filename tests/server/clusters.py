"""A private PostgreSQL, in a folder of its own, reached through a file."""

import getpass
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SCRIPT = Path(__file__).parents[2] / "scripts" / "ensure-postgres"
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, programs: Path, folder: Path, user: str) -> None:
        self._programs = programs
        self._folder = folder
        self._user = user
        self._data = folder / "data"
        self._count = 0

    def start(self) -> None:
        """Let it work, also after `stop`."""
        options = " ".join(f"-c {setting}" for setting in _QUICK)
        started = f"-k {self._folder} -c listen_addresses='' {options}"
        log = str(self._folder / "log")
        self.run("pg_ctl", "-D", str(self._data), "-l", log, "-o", started, "-w", "start")

    def stop(self) -> None:
        """End it in the middle of whatever it does."""
        self.run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """It is away for a while."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It takes connections and says nothing, for a while."""
        main = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(main, signal.SIGSTOP)
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        family = [main, *map(int, children)]
        for process in family:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in family:
                os.kill(process, signal.SIGCONT)

    def new_database(self) -> str:
        """The address of an empty database."""
        self._count += 1
        name = f"test{self._count}"
        self.run("createdb", "-h", str(self._folder), "-U", "tests", name)
        return f"postgresql://tests@/{name}?host={self._folder}"

    def cut_all_connections(self) -> None:
        """As if the network between servers and database had failed for a moment."""
        query = (
            "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
        )
        self.run("psql", "-h", str(self._folder), "-U", "tests", "-c", query, "postgres")

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs, as the user who may."""
        subprocess.run(
            [self._programs / program, *arguments],
            check=True,
            cwd=self._folder,
            capture_output=True,
            user=self._user if os.getuid() == 0 else None,
        )


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a PostgreSQL, and take everything away in the end."""
    script = subprocess.run([_SCRIPT], check=True, capture_output=True, text=True)
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        running = Cluster(Path(script.stdout.strip()), folder, user)
        data = str(folder / "data")
        running.run("initdb", "-D", data, "-U", "tests", "-A", "trust", "--no-sync")
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> str:
    """PostgreSQL refuses to be run by root."""
    if os.getuid() != 0:
        return getpass.getuser()
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
