"""Lists of legal decisions, short and complete, and suggestions for mistyped ones."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

MAX_LISTED: Final = 8  # texts of one kind that are listed; more are counted
_HEAD: Final = re.compile(r".*?[@>:*]|[+-]")
_Move = Mapping[str, Any]


def summary(legal: Sequence[_Move]) -> str:
    """Every kind of decision with its texts, or how many there are: `place w@… (21)`."""
    return " · ".join(_kind(kind, texts) for kind, texts in by_kind(legal).items())


def by_kind(legal: Iterable[_Move]) -> dict[str, list[str]]:
    """The texts of each kind of decision."""
    kinds: dict[str, list[str]] = {}
    for move in legal:
        kinds.setdefault(str(move["kind"]), []).append(str(move["text"]))
    return kinds


def nearest(text: str, legal: Iterable[str]) -> list[str]:
    """Up to four legal texts that look like this one."""
    texts = list(legal)
    lower = {word.lower(): word for word in texts}
    close = get_close_matches(text.lower(), lower, n=4, cutoff=0.5)
    return [lower[word] for word in close] or [t for t in texts if text in t][:4]


def _kind(kind: str, texts: list[str]) -> str:
    """Texts that begin with their kind need no label."""
    if all(text.startswith(kind) for text in texts):
        return _shortly([text.removesuffix(":?") for text in texts])
    return f"{kind} {_shortly(texts)}"


def _shortly(texts: list[str]) -> str:
    if len(texts) <= MAX_LISTED:
        return " ".join(texts)
    heads: dict[str, list[str]] = {}
    for text in texts:
        prefix = _HEAD.match(text)
        heads.setdefault(prefix[0] if prefix else "", []).append(text)
    return " ".join(_group(head, members) for head, members in heads.items())


def _group(head: str, texts: list[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    shown = f"{head}…" if head else f"{texts[0]} … {texts[-1]}"
    return f"{shown} ({len(texts)})"
