"""Whatever the server can refuse is said by the page, in every language."""

import json
import re
from typing import Any

import pytest

from ludothek.games.registry import load
from ludothek.server.browser.message_interface import NO_ANSWER
from ludothek.server.match.refusals import RECORD, all_codes
from tests.e2e.conftest import ROOT

LANGUAGES = ("de", "en", "es", "fr", "it", "nl")
WEB = ROOT / "web" / "src"
GAMES = ROOT / "src" / "ludothek" / "games"

every_language = pytest.mark.parametrize("language", LANGUAGES)


def messages(language: str) -> Any:
    return json.loads((WEB / "messages" / f"{language}.json").read_text("utf-8"))


def words(language: str) -> Any:
    return json.loads((WEB / "content" / "words" / f"{language}.json").read_text("utf-8"))


def record_errors() -> set[str]:
    """The codes with which records are refused, beside those of the games and their setups."""
    raised = re.compile(r'(?:RecordError\(|_fail\([^"]*?)\s*"([a-z-]+)"')
    sources = [path.read_text("utf-8") for path in (GAMES / "record").glob("*.py")]
    return {code for source in sources for code in raised.findall(source)}


@every_language
def test_every_refusal_of_the_server_has_a_message(language: str) -> None:
    own, games = messages(language)["refusals"], words(language)
    known = {*own, *games["common"]["errors"]}
    known |= {f"table.{code}" for code in games["splash"]["placement"]}
    known |= {"table.unsettled"} if "table-failed" in own else set()  # said the same way
    assert set(all_codes()) - known == set()
    assert RECORD in own


@every_language
def test_no_message_waits_for_a_refusal_that_never_comes(language: str) -> None:
    of_the_page = {"local-failed", "no-server", "other", "unreachable", NO_ANSWER.code}
    assert set(messages(language)["refusals"]) - set(all_codes()) == of_the_page


@every_language
def test_every_error_of_a_record_has_a_message(language: str) -> None:
    known = messages(language)["records"]["errors"]
    assert len(record_errors()) > 20
    assert set(known) == record_errors()


@pytest.mark.parametrize("game", ["repulso", "robotory", "nexus", "splash"])
@every_language
def test_every_reason_of_the_rules_has_a_message(language: str, game: str) -> None:
    assert set(load(game).reasons) <= set(words(language)[game]["reasons"])
