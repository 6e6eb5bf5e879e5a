"""The compiled core in a browser: the interface of the native module over a wasm module.

Python runs in Pyodide there, and the core is a second wasm module beside it; `ludothek_core` is the
bridge (`web/src/local/core.ts`). It takes a request of plain text, as `core/wasm/module.cpp` reads
it, and gives an answer of plain text. One thread searches; there are no batches and no callbacks
that evaluate, since nobody trains in a browser.
"""

import json
from collections.abc import Callable, Sequence
from importlib import import_module
from math import isinf
from struct import pack, unpack
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from ludothek.engine._core import AnalysisData, LineData

StopCallback = Callable[[], bool]
ReportCallback = Callable[[str], None]


class Bridge(Protocol):
    """What JavaScript offers."""

    def call(self, request: str) -> str:
        """The answer to a request."""

    def search(self, request: str, stopped: StopCallback, report: ReportCallback) -> str:
        """The same for one that takes long: it asks whether to stop, and tells what is known."""

    def weights(self, numbers: memoryview) -> None:
        """Copy 16-bit numbers to where the next network is made of them."""


_bridge = cast("Bridge", import_module("ludothek_core"))


def _read(answer: str) -> Any:
    if answer[0] == "!":
        raise ValueError(answer[1:])
    return json.loads(answer[1:])


def _call(*words: object) -> Any:
    return _read(_bridge.call(" ".join(map(str, words))))


class _Object:
    """Something that lives in the core until nobody needs it here."""

    kind = ""

    def __init__(self, number: int) -> None:
        self.number = number

    def __del__(self) -> None:
        _call("release", self.kind, self.number)


class Play(_Object):
    """A game in progress in the core; `ludothek.engine.begin` makes one."""

    kind = "play"

    def __init__(self, number: int, game: str) -> None:
        super().__init__(number)
        self.game = game

    def _show(self) -> list[Any]:
        return cast("list[Any]", _call("show", self.number))

    @property
    def seats(self) -> int:
        """How many play."""
        return cast("int", self._show()[0])

    @property
    def seat(self) -> int:
        """The one that decides."""
        return cast("int", self._show()[1])

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""
        return cast("bool", self._show()[2])

    @property
    def outcome(self) -> tuple[tuple[int, ...], str] | None:
        """Winners and reason, once it is over."""
        _, _, over, winners, reason, _, _ = self._show()
        return (tuple(winners), reason) if over else None

    @property
    def hash(self) -> int:
        """A number that positions are told apart by."""
        return cast("int", self._show()[5])

    @property
    def position(self) -> str:
        """The position's text."""
        return cast("str", self._show()[6])

    def legal(self) -> tuple[int, ...]:
        """The legal decisions."""
        return tuple(_call("legal", self.number))

    def texts(self) -> list[str]:
        """Their texts."""
        return cast("list[str]", _call("texts", self.number))

    def apply(self, action: int) -> None:
        """Carry out a legal decision."""
        _call("apply", self.number, action)

    def copy(self) -> "Play":
        """The same game, to be gone on with apart from this one."""
        return Play(_call("copy", self.number), self.game)

    def format(self, action: int) -> str:
        """The text of a legal decision."""
        return cast("str", _call("format", self.number, action))

    def parse(self, text: str) -> int | None:
        """The legal decision of a text."""
        return cast("int | None", _call("parse", self.number, text))

    def encode(self, seat: int) -> list[int]:
        """The inputs of a network that are on, as a seat sees them."""
        return cast("list[int]", _call("encode", self.number, seat))

    def outputs(self, action: int) -> list[int]:
        """The outputs of a network for a legal decision."""
        return cast("list[int]", _call("outputs", self.number, action))


class Stop:
    """Ends a search early, where it is set before the search or by one of its callbacks."""

    def __init__(self) -> None:
        self._set = False

    def set(self) -> None:
        """End the search."""
        self._set = True

    def is_set(self) -> bool:
        """Was it set?"""
        return self._set


class SearchOptions:
    """The limits of a search, as the core reads them; one thread, whatever is asked for."""

    def __init__(  # noqa: PLR0913, PLR0917 (as the compiled ones have it)
        self,
        seconds: float,
        nodes: int,
        depth: int,
        depth_limit: int,
        seed: int,
        threads: int,  # noqa: ARG002
        megabytes: int,
        lines: int,
        batch: int,  # noqa: ARG002
        quickest: bool,
    ) -> None:
        millionths = -1 if isinf(seconds) else int(seconds * 1e6)
        self.words = (
            *(millionths, nodes, depth, depth_limit, seed),
            *(megabytes, lines, int(quickest)),
        )


class Network(_Object):
    """A network in the core's memory."""

    kind = "network"

    def __init__(self, number: int, game: str, hidden: int) -> None:
        super().__init__(number)
        self.game = game
        self.hidden = hidden


class Searcher(_Object):
    """A searcher in the core."""

    kind = "searcher"

    def search(  # noqa: PLR0913, PLR0917 (as the compiled ones have it)
        self,
        play: Play,
        options: SearchOptions,
        stop: Stop,
        stopped: StopCallback | None,
        on_info: "Callable[[AnalysisData], None] | None",
        evaluator: object,
        network: Network | None,
    ) -> "AnalysisData":
        """What is known about a position in the end."""
        if evaluator is not None:
            raise ValueError("in a browser, playouts or a network evaluate, not a callback")
        listener = _Listener(stop, stopped, on_info)
        return _analysis(
            listener.search(
                *("search", self.number, play.number, network.number if network else 0),
                *(*options.words, int(on_info is not None)),
            )
        )

    def solve(
        self,
        play: Play,
        options: SearchOptions,
        stop: Stop,
        stopped: StopCallback | None,
        network: Network | None,
    ) -> tuple[int, int, bool, list[str], int] | None:
        """The exact value of a position, or None."""
        listener = _Listener(stop, stopped, None)
        number = network.number if network else 0
        solution = listener.search("solve", self.number, play.number, number, *options.words, 0)
        return cast("tuple[int, int, bool, list[str], int] | None", solution)


class _Listener:
    """Callbacks of a search; what one of them raises ends the search, and is raised after it."""

    def __init__(
        self,
        stop: Stop,
        stopped: StopCallback | None,
        on_info: "Callable[[AnalysisData], None] | None",
    ) -> None:
        self._stop, self._stopped, self._on_info = stop, stopped, on_info
        self._failure: BaseException | None = None

    def search(self, *words: object) -> Any:
        """The answer to a request that takes long."""
        request = " ".join(map(str, words))
        answer = _bridge.search(request, self._is_stopped, self._report)
        if self._failure:
            raise self._failure
        return _read(answer)

    def _is_stopped(self) -> bool:
        try:
            stopped = self._stop.is_set() or bool(self._stopped and self._stopped())
        except BaseException as error:  # the core knows none
            self._failure = error
        return self._failure is not None or stopped

    def _report(self, known: str) -> None:
        try:
            if self._on_info and not self._failure:
                self._on_info(_analysis(json.loads(known)))
        except BaseException as error:  # the core knows none
            self._failure = error


def begin(game: str, seats: int, options: Sequence[int]) -> Play:
    """A game before its first decision."""
    return Play(_call("begin", game, seats, _digits(options)), game)


def resume(game: str, seats: int, options: Sequence[int], position: str) -> Play:
    """A game that stands at a position."""
    return Play(_call("resume", game, seats, _digits(options), position), game)


def searcher(game: str) -> Searcher:
    """A searcher of a game."""
    return Searcher(_call("searcher", game))


def encoder(game: str) -> tuple[int, ...]:
    """Version, inputs, outputs, most seats, parts and listed decisions of a game's encoder."""
    return tuple(_call("encoder", game))


def network(game: str, hidden: int, weights: memoryview) -> Network:
    """A network from its weights."""
    _bridge.weights(weights)
    return Network(_call("network", game, hidden), game, hidden)


def _digits(options: Sequence[int]) -> str:
    return "".join(map(str, options)) or "-"


def _float(bits: int) -> float:
    return cast("float", unpack("<f", pack("<I", bits))[0])


def _values(bits: list[int]) -> tuple[float, ...]:
    return tuple(map(_float, bits))


def _line(data: list[Any]) -> "LineData":
    moves, visits, shares, least, most, decisions = data
    return moves, visits, _values(shares), least, most, decisions


def _analysis(data: list[Any]) -> "AnalysisData":
    seat, values, least, most, decisions, nodes, seconds, lines = data
    rows = [_line(line) for line in lines]
    return seat, _values(values), least, most, decisions, nodes, _float(seconds), rows
