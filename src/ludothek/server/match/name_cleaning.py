"""Names as they may be shown: one line, nothing invisible."""

import unicodedata

from ludothek.server.match.refusals import refused


def clean_name(name: str) -> str:
    """A nickname on one line, without anything invisible."""
    visible = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in name)
    cleaned = " ".join(unicodedata.normalize("NFC", visible).split())
    if not cleaned:
        raise refused("name")
    return cleaned
