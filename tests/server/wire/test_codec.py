"""The codec and pydantic read the same types: what one accepts, the other accepts."""

import json
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter, ValidationError

from ludothek.server.wire.base import Limit, Wire
from ludothek.server.wire.codec import Invalid, decode, decode_json, encode
from ludothek.server.wire.messages import ClientMessage
from ludothek.server.wire.models import NewMatch, Trial
from ludothek.server.wire.table import TableTrial

Data = dict[str, Any]
CLIENT: Any = Annotated[ClientMessage, Field(discriminator="type")]
ID = "0123456789abcdef"
SPOT: Data = {"face": "side", "yaw": 1.5, "x": 0, "y": -2.0}
MESSAGES: list[Data] = [
    {"type": "watch", "match": ID, "after": 3},
    {"type": "lobby", "on": True},
    {"type": "act", "ref": 1, "match": ID, "command": {"type": "join", "seat": None}},
    {"type": "act", "ref": 1, "match": ID, "command": {"type": "place", "ply": 3, **SPOT}},
    {
        "type": "act",
        "ref": 2,
        "match": ID,
        "command": {"type": "decide", "ply": 0, "decisions": ["a", "b"]},
    },
    {"type": "preview", "ref": 5, "match": ID, "ply": 7, "decisions": []},
    {"type": "hover", "match": ID, "ply": 7, **SPOT},
]
NEW: Data = {
    "game": "repulso",
    "seats": [{"kind": "me"}, {"kind": "computer", "level": 3}],
    "options": {"stuck": "lost"},
    "clock": {"kind": "turn", "seconds": 30},
    "starter": "random",
    "origin": {"match": ID, "ply": 2},
}
TRIAL: Data = {"game": "nexus", "seats": 3, "decisions": ["x"], "position": "p"}
TOWER: Data = {
    "game": "splash",
    "position": "p",
    "tower": [{"piece": "a", **SPOT}],
    "spot": SPOT,
}
VALID = [
    *((CLIENT, ClientMessage, message) for message in MESSAGES),
    (NewMatch, NewMatch, NEW),
    (Trial, Trial, TRIAL),
    (TableTrial, TableTrial, TOWER),
]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([10**6 + 1, 2**53 + 1, -1000.5, 720.5, 3.0, "", "me", "x" * 41, "x" * 300, ID]),
    st.sampled_from([[], {}, ["a"] * 65, [1], {"type": "join"}, {"a": 1}]),
)


def _read_by_pydantic(kind: Any, text: str) -> Any:
    return TypeAdapter(kind).validate_json(text)


@pytest.mark.parametrize(("kind", "union", "data"), VALID)
def test_what_is_valid_is_read_alike_and_written_back(kind: Any, union: Any, data: Data) -> None:
    text = json.dumps(data)
    value = decode_json(union, text)
    assert value == _read_by_pydantic(kind, text)
    assert decode_json(union, encode(value)) == value


@given(data=st.data())
def test_what_is_changed_anywhere_is_accepted_or_refused_alike(data: st.DataObject) -> None:
    kind, union, valid = data.draw(st.sampled_from(VALID))
    changed = json.loads(json.dumps(valid))
    _change(changed, data)
    text = json.dumps(changed)
    try:
        expected = _read_by_pydantic(kind, text)
    except ValidationError:
        with pytest.raises(Invalid):
            decode_json(union, text)
    else:
        assert decode_json(union, text) == expected


def _change(whole: Data, data: st.DataObject) -> None:
    """Put something odd somewhere, leave something out or add something."""
    parts: list[Any] = [whole, *(value for value in whole.values() if isinstance(value, dict))]
    parts += [item for value in whole.values() if isinstance(value, list) for item in value]
    part = data.draw(st.sampled_from([part for part in parts if isinstance(part, dict)]))
    key = data.draw(st.sampled_from([*part, "surplus"]))
    if data.draw(st.booleans()):
        part.pop(key, None)
    else:
        part[key] = data.draw(ODD)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "NaN",
        '{"type": "lobby", "on": true',
        "[" * 100_000,
        "1" * 5_000,
        '{"type": "watch", "match": "\\ud800123456789abcde"}',
        f'{{"type": "watch", "match": "{ID}\\n"}}',
        f'{{"type": "hover", "match": "{ID}", "ply": 1, "face": "a", "x": 1{"0" * 400}}}',
        f'{{"type": "hover", "match": "{ID}", "ply": 1, "face": "a", "x": Infinity}}',
    ],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        decode_json(ClientMessage, text)


def test_a_refusal_names_the_field_and_the_reason() -> None:
    with pytest.raises(Invalid, match=r"^seats\.1\.level: Input should be less than or equal to"):
        decode(NewMatch, {**NEW, "seats": [{"kind": "me"}, {"kind": "computer", "level": 99}]})


def test_the_names_of_fields_that_are_too_many_or_missing_are_told() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Part(Wire):
        number: Annotated[int, Limit(ge=0)]

    with pytest.raises(Invalid, match=r"^other: Extra inputs"):
        decode(Part, {"number": 1, "other": 2})
    with pytest.raises(Invalid, match=r"^number: Field required"):
        decode(Part, {})
