"""The decisions on offer, in short and in full, and the nearest ones to a mistyped text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

FEW: Final = 8  # texts of one kind that are listed; more are counted
_HEAD: Final = re.compile(r".*?[@>:*]|[+-]")
_Move = Mapping[str, Any]


def summary(legal: Sequence[_Move]) -> str:
    """Every kind of decision with its texts, or how many there are: `place w@… (21)`."""
    return " · ".join(_kind(kind, texts) for kind, texts in by_kind(legal).items())


def by_kind(legal: Iterable[_Move]) -> dict[str, list[str]]:
    """The texts of each kind of decision."""
    found: dict[str, list[str]] = {}
    for move in legal:
        found.setdefault(str(move["kind"]), []).append(str(move["text"]))
    return found


def nearest(text: str, legal: Iterable[str]) -> list[str]:
    """Up to four legal texts that look like this one."""
    texts = list(legal)
    lower = {known.lower(): known for known in texts}
    close = get_close_matches(text.lower(), lower, n=4, cutoff=0.5)
    return [lower[known] for known in close] or [t for t in texts if text in t][:4]


def _kind(kind: str, texts: list[str]) -> str:
    """Texts that begin with their kind need no label."""
    if all(text.startswith(kind) for text in texts):
        return _shortly([text.removesuffix(":?") for text in texts])
    return f"{kind} {_shortly(texts)}"


def _shortly(texts: list[str]) -> str:
    if len(texts) <= FEW:
        return " ".join(texts)
    heads: dict[str, list[str]] = {}
    for text in texts:
        found = _HEAD.match(text)
        heads.setdefault(found[0] if found else "", []).append(text)
    return " ".join(_group(head, members) for head, members in heads.items())


def _group(head: str, texts: list[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    shown = f"{head}…" if head else f"{texts[0]} … {texts[-1]}"
    return f"{shown} ({len(texts)})"
