"""Tab completion of typed lines."""

from collections.abc import Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from ludothek.cli.terminal.console import restored


class TypedLines:
    """Lines with a history, completion, and a bar that names the commands."""

    def __init__(self, toolbar: str = "") -> None:
        self._session: PromptSession[str] = PromptSession()
        self._toolbar = toolbar or None

    def ask(self, prompt: str, words: Iterable[str] = ()) -> str:
        """Read a line with completion."""
        with restored():
            return self._session.prompt(
                prompt,
                completer=WordCompleter(list(words)),
                bottom_toolbar=self._toolbar,
                reserve_space_for_menu=4,
            )


class WordCompleter(Completer):
    """Completes the line, or the last of several words."""

    def __init__(self, words: list[str]) -> None:
        self._words = words

    def get_completions(self, document: Document, _: CompleteEvent) -> Iterator[Completion]:
        """The words that begin as what was typed."""
        line = document.text_before_cursor
        for typed in (line, line.rpartition(" ")[2]):
            matches = [word for word in self._words if word.lower().startswith(typed.lower())]
            if matches and (typed or not line):
                yield from (Completion(word, -len(typed)) for word in matches)
                return
