"""The pack for browsers, made for tests, and Node to run it in."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Pack:
    """A packed Python, and what its files weigh."""

    folder: Path
    sizes: dict[str, int]

    @classmethod
    def make(cls, folder: Path) -> "Pack":
        """Pack into a folder; the core is compiled first, where it is not up to date."""
        subprocess.run(["make", "--silent", "wasm"], cwd=ROOT, check=True, capture_output=True)
        return cls(folder, json.loads(npm("pack-python", str(folder))))


def npm(*script: str, lines: str = "") -> str:
    """What a script of the page's package prints."""
    command = [str(ROOT / "scripts/npm"), "run", "--silent", *script]
    return subprocess.run(command, check=True, capture_output=True, text=True, input=lines).stdout
