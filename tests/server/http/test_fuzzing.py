"""Whatever is sent, the answer is a refusal at worst: never a crash, never a change."""

import json
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
)

from ludothek.server.app.factory import create_app
from ludothek.server.app.settings import load_settings
from tests.server.conftest import Welcome
from tests.server.visitors import Live, meet

BOUNDED = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
SCHEMA = schemathesis.openapi.from_dict(
    create_app(load_settings(None, {}, database="sqlite:///never-opened.sqlite3")).openapi()
)
RESULTS = [result for result in SCHEMA.get_all_operations() if isinstance(result, Ok)]
OPERATIONS = {result.ok().label: result.ok() for result in RESULTS}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_request_makes_the_server_fail(operation: str, plain: Welcome) -> None:
    ada = plain("Ada")
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    cookies = dict(ada.http.cookies)

    @BOUNDED
    @given(case=OPERATIONS[operation].as_strategy())
    def check(case: Case[Any]) -> None:
        if "match" in case.path_parameters:
            case.path_parameters["match"] = match
        case.call_and_validate(base_url=ada.url, cookies=cookies, checks=CHECKS)

    check()


# Messages that are nearly right: known types and fields, with values from anywhere.
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats()
    | st.text(max_size=40)
    | st.sampled_from(["w@a1", "b@c3", "draw", "takeback", "rematch", "stop", "0" * 16]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
TYPES = ["watch", "unwatch", "lobby", "act", "preview", "hover", "say", "dance"]
COMMANDS = ["join", "leave", "decide", "place", "resign", "offer", "answer", "king"]
FIELDS = ["ref", "match", "after", "on", "ply", "decisions", "face", "yaw", "x", "y", "seat"]
PARTS = st.dictionaries(st.sampled_from(["ply", "decisions", "what", "accept", "seat"]), VALUES)
MESSAGES = st.builds(
    lambda kind, fields, command, parts: {
        **fields,
        "type": kind,
        **({"command": {**parts, "type": command}} if command else {}),
    },
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(FIELDS), VALUES),
    st.none() | st.sampled_from(COMMANDS),
    PARTS,
)
TEXTS = (
    MESSAGES.map(json.dumps)
    | st.builds(lambda message, end: json.dumps(message)[:end], MESSAGES, st.integers(0, 60))
    | st.text(max_size=200)
    | st.just("[" * 5000)
    | st.just('{"type":"act","ref":1,"match":"' + "0" * 10_000)
)


def test_nothing_sent_by_a_stranger_makes_the_socket_fail_or_changes_a_match(
    plain: Welcome,
) -> None:
    ada, _, match = meet(plain)
    before = ada.get(f"/api/matches/{match}")
    cy = plain("Cy")
    with cy.live() as live:

        @settings(BOUNDED, max_examples=150)
        @given(text=TEXTS)
        def check(text: str) -> None:
            live.socket.send(text.replace("0" * 16, match))

        check()
        _still_answers(live)
    after = ada.get(f"/api/matches/{match}")
    assert _quiet(after) == _quiet(before)


def test_commands_for_the_wrong_seat_or_ply_out_of_order_or_again_change_nothing(
    plain: Welcome,
) -> None:
    ada, bo, match = meet(plain)
    ada.decide(match, "w@a1")
    before = ada.get(f"/api/matches/{match}")
    plies = st.integers(0, 5)
    texts = st.lists(st.sampled_from(["w@a1", "w@a2", "b@c3", "stop", "Rc3", "x"]), max_size=3)
    with ada.live() as live:

        @settings(BOUNDED, max_examples=100)
        @given(ply=plies, decisions=texts)
        def check(ply: int, decisions: list[str]) -> None:
            live.act(match, type="decide", ply=ply, decisions=decisions)

        check()
        _still_answers(live)
    assert _quiet(ada.get(f"/api/matches/{match}")) == _quiet(before)
    bo.decide(match, "w@a2")


def test_bytes_that_are_no_frames_close_the_line_and_nothing_else(plain: Welcome) -> None:
    ada, bo, match = meet(plain)
    with bo.live() as watching:
        watching.watch(match)
        for noise in (b"\xff" * 40, b"\x81\xff" + b"\xff" * 8, b"\x88\x80", b"\x01\x80" * 9):
            with ada.live() as live:
                live.expect("welcome")
                with suppress(OSError):  # the server may be quicker to close
                    live.socket.socket.sendall(noise)
                    live.socket.socket.shutdown(1)
                live.closed()
        ada.decide(match, "w@a1")
        watching.expect("match", lambda m: m["match"]["ply"] == 1)


def _still_answers(live: Live) -> None:
    """The line is open, or was closed for good reasons and can be opened again."""
    live.send(type="preview", ref=123456, match="f" * 16, ply=0, decisions=[])
    live.expect("refused", lambda m: m["ref"] == 123456)


def _quiet(state: dict[str, Any]) -> dict[str, Any]:
    """A match without what changes by itself."""
    match = {k: v for k, v in state["match"].items() if k not in {"seats", "watchers"}}
    return {"match": match, "view": state["view"]}
