"""docs/wire.md tells everything that crosses the wire."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

from ludothek.server.app.factory import create_app
from ludothek.server.app.settings import load_settings
from ludothek.server.match import commands
from ludothek.server.match.refusals import LIBRARY, REFUSALS, TABLE, all_codes
from ludothek.server.wire import messages
from ludothek.server.wire.typescript import typescript

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "wire.md").read_text("utf-8")
PHYSICS = ("table/release.py", "simulation/stepping.py")
SOURCES = [path.read_text("utf-8") for path in (ROOT / "src/ludothek/server").rglob("*.py")]


def test_every_request_is_told() -> None:
    settings = load_settings(None, {}, database="sqlite:///never-opened.sqlite3")
    for path, methods in create_app(settings).openapi()["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in PAGE


def test_every_message_and_every_command_is_told() -> None:
    unions = (messages.ClientMessage, messages.ServerMessage, commands.PersonCommand)
    for union in unions:
        for model in get_args(union):
            kind = get_args(get_type_hints(model)["type"])[0]
            assert f"`{kind}`" in PAGE


def test_every_refusal_is_told_in_its_own_words() -> None:
    for code, (status, sentence) in REFUSALS.items():
        assert f"| `{code}` | {status} | {sentence} |" in PAGE
    for code in all_codes():
        assert f"`{code}" in PAGE


def test_everything_refused_is_in_the_list_and_everything_in_the_list_is_refused() -> None:
    refusal_call = re.compile(r'(?:refused|refusal|_by_code|sentence)\(\s*"([a-z-]+)"')
    plain = re.compile(r'\d{3}: "([a-z-]+)"')
    codes = {
        code for source in SOURCES for code in refusal_call.findall(source) + plain.findall(source)
    }
    assert codes | {"http"} == set(REFUSALS)


def test_the_page_knows_every_code() -> None:
    types = (ROOT / "web" / "src" / "wire.gen.ts").read_text("utf-8")
    assert types == typescript()
    assert [code for code in all_codes() if f'  "{code}",' not in types] == []
    assert len(set(all_codes())) == len(all_codes())


def test_the_table_and_the_library_refuse_with_the_codes_in_the_list() -> None:
    table = "\n".join((ROOT / "src/ludothek/physics" / name).read_text() for name in PHYSICS)
    games = "\n".join(path.read_text() for path in (ROOT / "src/ludothek/games").rglob("*.py"))
    assert [code for code in TABLE if f'"{code}"' not in table] == []
    assert [code for code in LIBRARY if f'"{code}"' not in games] == []
