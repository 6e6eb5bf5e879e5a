"""The pack for browsers, and Node to run it in."""

import gzip
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]


FOLDER = ROOT / "build" / "browser-python"
TABLE = ("table.zip", "mujoco.mjs", "mujoco.wasm")


@dataclass(frozen=True)
class Pack:
    """A packed Python, and what its files weigh."""

    folder: Path = FOLDER

    @classmethod
    def make(cls) -> "Pack":
        """The one that the page has; packed anew where it is not up to date."""
        command = ["make", "--silent", "browser-python"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        return cls()

    def table(self) -> int:
        """What the table adds, compressed."""
        return sum(_compressed(self.folder / name) for name in TABLE)

    def without_table(self) -> int:
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return sum(_compressed(path) for path in files if path.name not in TABLE)


def _compressed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def npm(*script: str, lines: str = "") -> str:
    """What a script of the page's package prints."""
    command = [str(ROOT / "scripts/npm"), "run", "--silent", *script]
    return subprocess.run(command, check=True, capture_output=True, text=True, input=lines).stdout
