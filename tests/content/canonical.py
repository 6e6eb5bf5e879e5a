"""One way to write each content file; `python -m tests.content.canonical` rewrites all of them."""

import json
import re
from pathlib import Path
from typing import Any

CONTENT = Path(__file__).parents[2] / "web" / "src" / "content"


def files() -> list[Path]:
    """Every content file, in order."""
    return sorted(CONTENT.rglob("*.json"))


def written(path: Path) -> str:
    """How the content of a file is to be written."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if "fr" in (path.stem, path.parent.name):
        data = _spaced(data)
    return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _spaced(data: Any) -> Any:
    """French sets a space that does not break before `: ; ? !` and inside « »."""
    if isinstance(data, dict):
        return {key: _spaced(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_spaced(value) for value in data]
    if isinstance(data, str):
        return re.sub(" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", data)
    return data


if __name__ == "__main__":
    for path in files():
        path.write_text(written(path), encoding="utf-8")
