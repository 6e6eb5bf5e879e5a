"""Random identifiers and secrets, and the signing of seat links."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from ludothek.games.protocol import Seat
from ludothek.server.match.seeds import SEED_BITS


def new_id() -> str:
    """A name nobody can guess."""
    return secrets.token_hex(8)


def new_seed() -> int:
    """For all that is left to chance in a match."""
    return secrets.randbits(SEED_BITS)


def new_secret() -> str:
    """A secret to be shown once."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link to a seat says."""

    match: str
    seat: Seat
    number: int


class Signer:
    """Signs with one key, and reads what it or a former one has signed; None for all else."""

    def __init__(self, key: str, former: Iterable[str] = ()) -> None:
        self._keys = [each.encode() for each in (key, *former)]

    def link(self, invitation: Invitation) -> str:
        """The token of a link."""
        content = f"{invitation.match}.{invitation.seat}.{invitation.number}"
        return self._signed("link", content)

    def read_link(self, text: str) -> Invitation | None:
        """What a link's token says."""
        parts = self._read("link", text, 3)
        return Invitation(parts[0], int(parts[1]), int(parts[2])) if parts else None

    def _signed(self, purpose: str, content: str) -> str:
        return f"{content}.{_signature(self._keys[0], purpose, content)}"

    def _read(self, purpose: str, text: str, count: int) -> list[str] | None:
        content, _, signature = text.rpartition(".")
        possible = [_signature(key, purpose, content) for key in self._keys]
        genuine = any(hmac.compare_digest(signature.encode(), each.encode()) for each in possible)
        parts = content.split(".")
        return parts if genuine and len(parts) == count else None


def _signature(key: bytes, purpose: str, content: str) -> str:
    digest = hmac.digest(key, f"{purpose} {content}".encode(), "sha256")
    return urlsafe_b64encode(digest[:24]).decode()
