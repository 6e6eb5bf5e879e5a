"""What the tutorials tell people to type works as it stands there."""

import re
import subprocess
from pathlib import Path

from tests.server.running import RunningServer

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"


def test_the_lines_of_the_bot_tutorial_make_a_token_and_take_a_decision(tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", (TUTORIALS / "bot.md").read_text(), re.DOTALL)
    assert len(blocks) == 3
    with RunningServer(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path / "log") as server:
        script = "\n".join(["set -euo pipefail", f"SERVER={server.url}", *blocks])
        answer = subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
        )
    assert answer.returncode == 0, answer.stderr
    assert '"ply":1' in answer.stdout.replace(" ", "")
