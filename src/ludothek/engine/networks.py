"""Network files: small integer networks that evaluate positions of one game.

A file has three parts: eight bytes that say what it is, a header in JSON on one line, and the
weights, 16-bit numbers with the low byte first (`core/include/ludothek/nn/network.hpp` tells their
order). The header names the game, the version of its rules, the options the network has seen, the
version of the encoder, the size, and a checksum of the weights.
"""

import json
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from ludothek.engine import _core
from ludothek.engine.core import rules_of
from ludothek.games.errors import BadSetup
from ludothek.games.protocol import Option

GAMES: Final = ("repulso", "robotory", "nexus")  # that networks can be made for
MAGIC: Final = b"ludonet1"
# In a browser the package is one archive, and whoever starts Python there fetches the networks.
IN_BROWSER: Final = sys.platform == "emscripten"
SHIPPED: Final = Path("/networks") if IN_BROWSER else Path(__file__).with_name("weights")


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says about its network.

    >>> network = read(SHIPPED / "repulso.net", "repulso")
    >>> network.header.game, sorted(network.header.options)
    ('repulso', ['stuck', 'tiebreak'])
    """

    game: str
    rules: int  # version
    encoder: int  # version
    hidden: int
    options: Mapping[str, Sequence[str]]  # the values that games of the training had
    sha256: str  # of the weights


@dataclass(frozen=True, slots=True)
class Network:
    """A network, ready to evaluate.

    >>> from ludothek.engine.search import Limits, Searcher
    >>> from ludothek.engine.core import begin
    >>> searcher = Searcher("repulso", evaluator=read(SHIPPED / "repulso.net", "repulso"))
    >>> searcher.search(begin("repulso"), Limits(nodes=50)).nodes
    50
    """

    header: Header
    core: _core.Network


def write(path: Path, game: str, hidden: int, weights: bytes) -> Header:
    """A file with weights of a network that was trained with all options of a game.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     weights = bytes(2 * 10)  # too few: `read` says so
    ...     write(Path(folder, "mine.net"), "repulso", 16, weights).hidden
    ...     read(Path(folder, "mine.net"), "repulso")
    Traceback (most recent call last):
    ludothek.games.errors.BadSetup: mine.net is damaged: ...
    """
    rules = rules_of(game)
    header = Header(
        game,
        rules.version,
        _core.encoder(game)[0],
        hidden,
        {option.name: option.values for option in rules.options},
        sha256(weights).hexdigest(),
    )
    path.write_bytes(MAGIC + json.dumps(asdict(header)).encode() + b"\n" + weights)
    return header


def read(path: Path, game: str) -> Network:
    """The network of a file, if it is one of this game that can be used here.

    >>> read(SHIPPED / "repulso.net", "robotory")
    Traceback (most recent call last):
    ludothek.games.errors.BadSetup: repulso.net is a network of repulso, not robotory
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadSetup("network", f"{path} cannot be read: {error.strerror}") from None
    header, weights = _parts(path.name, content)
    rules = rules_of(game)
    encoder = _core.encoder(game)[0]
    for what, has, expected in (
        ("a network of", header.game, game),
        ("for rules of version", header.rules, rules.version),
        ("for an encoder of version", header.encoder, encoder),
    ):
        if has != expected:
            raise BadSetup("network", f"{path.name} is {what} {has}, not {expected}")
    if missing := _missing(header, rules.options):
        raise BadSetup("network", f"{path.name} has not been trained with {missing}")
    numbers = array("h", weights)
    if sys.byteorder == "big":
        numbers.byteswap()
    try:
        return Network(header, _core.network(game, header.hidden, memoryview(numbers)))
    except ValueError as error:
        raise BadSetup("network", f"{path.name} is damaged: {error}") from None


@cache
def shipped(game: str) -> Network | None:
    """The network that comes with the package, for a game that has one."""
    path = SHIPPED / f"{game}.net"
    return read(path, game) if path.exists() else None


def _missing(header: Header, options: Iterable[Option]) -> str:
    """An option of the game that the network has not seen; empty if it has seen all."""
    values = (f"{option.name}={value}" for option in options for value in option.values)
    seen = {f"{name}={value}" for name, values in header.options.items() for value in values}
    return next((value for value in values if value not in seen), "")


def _parts(name: str, content: bytes) -> tuple[Header, bytes]:
    line, _, weights = content.removeprefix(MAGIC).partition(b"\n")
    if not content.startswith(MAGIC):
        raise BadSetup("network", f"{name} is no network: it does not begin with {MAGIC.decode()}")
    try:
        header = Header(**json.loads(line))
    except (ValueError, TypeError):
        raise BadSetup("network", f"{name} is damaged: its header cannot be read") from None
    if sha256(weights).hexdigest() != header.sha256 or len(weights) % 2:
        raise BadSetup(
            "network", f"{name} is damaged: its weights are not those it was written with"
        )
    return header, weights
