import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from ludothek.cli.terminal.completion import WordCompleter


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("", ["Rd1", "Rd2", "stop"]),
        ("r", ["Rd1", "Rd2"]),
        ("Rd2 st", ["stop"]),
        ("Rd2 ", []),
        ("x", []),
    ],
)
def test_the_line_or_its_last_word_is_completed(line: str, offered: list[str]) -> None:
    completer = WordCompleter(["Rd1", "Rd2", "stop"])
    completions = completer.get_completions(Document(line), CompleteEvent())
    assert [completion.text for completion in completions] == offered
