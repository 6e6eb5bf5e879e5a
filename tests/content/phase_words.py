"""Which words say what is to be done now: the phase of a view, as the README lists them."""

from collections.abc import Callable, Mapping
from typing import Any

View = Mapping[str, Any]
Phase = tuple[str, dict[str, Any]]  # its name, and the params of its words


def phase_of(view: View) -> Phase:
    """The phase of a running game, and what its words can name."""
    name, params = _PHASES[view["game"]](view)
    return name, {"seat": view["to_move"], **params}


def _repulso(view: View) -> Phase:
    if view["turn_begins"]:
        return "place", {"can": _able(view)}
    sliding = {"n": len({decision["from"] for decision in view["legal"]})}
    return "slide" if view["board"]["turn"] == view["to_move"] else "answer", sliding


def _robotory(view: View) -> Phase:
    robot = view["board"]["moving"]
    return ("go-on", {"robot": robot}) if robot else ("turn", {"can": _able(view)})


def _able(view: View) -> str:
    return "-".join(sorted({decision["kind"] for decision in view["legal"]}))


def _splash(view: View) -> Phase:
    board = view["board"]
    phase = board["phase"]
    if phase["name"] == "give":
        return _giving(board, phase["seat"]), {}
    if phase["name"] == "place":
        return "place" if board["tower"] else "lay", {"piece": phase["piece"]}
    if phase["name"] == "base":
        return _choosing(phase), {}
    return phase["name"], {}


def _giving(board: View, seat: int) -> str:
    if not board["tower"]:
        return "first"
    if board["matching"][seat - 1]:
        return "give"
    return "take" if any(board["matching"]) else "free"


def _choosing(phase: View) -> str:
    if not phase["taking"]:
        return "bump"
    return "base" if any(len(stack) > 1 for stack in phase["stacks"]) else "single"


def _nexus(view: View) -> Phase:
    under_way = view["board"]["under_way"]
    if not under_way:
        return "turn" if view["board"]["entered"][view["to_move"] - 1] else "first", {}
    match under_way["action"]:
        case "rings" if under_way["lifts"]:
            return "lift", {"lifts": under_way["lifts"]}
        case "rings":
            return "lay", {"lays": under_way["lays"]}
        case "steps":
            return "step", {"can": _able(view)}
        case "remove":
            return "remove", {"left": under_way["left"], "of": under_way["seat"]}
        case action:
            return action, {"left": under_way["left"]}


_PHASES: dict[str, Callable[[View], Phase]] = {
    "repulso": _repulso,
    "robotory": _robotory,
    "splash": _splash,
    "nexus": _nexus,
}
