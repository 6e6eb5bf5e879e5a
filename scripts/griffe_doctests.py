"""Examples in docstrings, for the documentation site: code to be highlighted, not quotations."""

import re

import griffe

EXAMPLE = re.compile(r"^>>> .*\n?(?:.+\n?)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Put every example of a docstring into a fence."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Change the docstring of anything that has one."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(fenced, obj.docstring.value)


def fenced(example: re.Match[str]) -> str:
    """Return an example between the marks of a code block."""
    return f"```pycon\n{example[0].rstrip()}\n```\n"
