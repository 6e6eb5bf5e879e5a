"""docs/wire.md tells everything that crosses the wire."""

import re
from pathlib import Path
from typing import get_args

from ludothek.server import commands, messages
from ludothek.server.app import create_app
from ludothek.server.refusals import REFUSALS
from ludothek.server.settings import load_settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "wire.md").read_text("utf-8")
SOURCES = [path.read_text("utf-8") for path in (ROOT / "src/ludothek/server").glob("*.py")]


def test_every_request_is_told() -> None:
    settings = load_settings(None, {}, database="sqlite:///never-opened.sqlite3")
    for path, methods in create_app(settings).openapi()["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in PAGE


def test_every_message_and_every_command_is_told() -> None:
    unions = (messages.ClientMessage, messages.ServerMessage, commands.PersonCommand)
    for union in unions:
        for model in get_args(get_args(union)[0]):
            kind = get_args(model.model_fields["type"].annotation)[0]
            assert f"`{kind}`" in PAGE


def test_every_refusal_is_told_in_its_own_words() -> None:
    for code, (status, sentence) in REFUSALS.items():
        assert f"| `{code}` | {status} | {sentence} |" in PAGE


def test_every_other_problem_is_told() -> None:
    raised = re.compile(r'(?:Denied\(\d+, |BadSetup\(|BadPerson\(|NotFound\()\s*"([a-z-]+)"')
    codes = {code for source in SOURCES for code in raised.findall(source)}
    assert len(codes) > 20
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()
