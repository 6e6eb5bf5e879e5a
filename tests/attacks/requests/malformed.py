"""Malformed requests: each is answered with a 4xx, never with a 5xx."""

import json
from contextlib import suppress
from typing import Any

from tests.attacks.harness import Target, run
from tests.attacks.requests.endless_headers import answered
from tests.server.visitors import Visitor

HEADERS = (
    "Origin: http://[",
    "Origin: \x7f://::1]:x",
    "X-Forwarded-For: nowhere, [::, 1.2.3.4.5",
    "X-Forwarded-For: " + "1," * 2000,
    "Authorization: Bearer",
    "Authorization: \xff\xfe",
    "Cookie: ludothek=\xff; ludothek=a.b.c",
    "Content-Length: 1e3",
    "Accept-Encoding: gzip;q=0;;,;",
)
PATHS = (
    "/" + "a" * 300,
    "/" + "%00" * 30,
    "/a/" + "%C3%A4" * 200 + "/b",
    "/assets/..%2f..%2fetc/passwd",
    "/api/matches?game=%00",
    "/api/matches?before=99999999999999999999-0000000000000000",
    "/api/matches?game=" + "%F0%9F%8E%B2" * 300,
    "/api/matches/" + "0" * 300,
    "/api/links/" + "a." * 30,
    "/api/jobs/%00",
)
LOGINS = ("a\0b", "\ufdfa" * 40, "ada\u202e", "\ud800abc", "e\u0301" * 20, "\u2028ab")
SETTINGS = {"rate": 1000, "max_tokens": 1000}
JSON = {"Content-Type": "application/json"}
TEXTS = ("Ada\0", "\u202eadA", "\x1b[31mAda", "\ud83dx", "\u2066x\u2069", "\x85x")
RECORD = (
    "Game: robotory\nRules: 1\np1: {name}\np2: Bo\nResult: unfinished\n\n"
    "1. b@c3 {{{comment}}} unfinished\n"
)
# By the server, by the grammar of records, or because it is no text at all.
REFUSED = {"characters", "record.character", "invalid"}


def attack(target: Target, rounds: int = 20) -> None:
    """Send all of it; the statuses are noted."""
    for _ in range(rounds):
        for header in HEADERS:
            for start in ("GET /api/me", "GET /metrics", "POST /api/guests", "GET /api/live"):
                target.note(raw(target, f"{start} HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n"))
        for host in ("[", "a b", "", "x" * 5000):
            target.note(raw(target, f"GET /api/games HTTP/1.1\r\nHost: {host}\r\n\r\n"))
        for path in PATHS:
            target.note(raw(target, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"))
        send_texts(target)
        target.normal.goes_on()


def raw(target: Target, request: str) -> str:
    """The status of the answer to a request, written as it is."""
    with target.connect() as line:
        with suppress(ConnectionError):
            line.sendall(
                request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").encode("latin1")
            )
        return answered(line.recv)


def send_texts(target: Target) -> None:
    """Names, logins and records with characters that control something."""
    with target.visitor() as mallory:

        def post(path: str, body: dict[str, Any]) -> None:
            content = json.dumps(body).encode()
            answer = mallory.http.post(path, content=content, headers=JSON)
            target.note(str(answer.status_code))
            if answer.status_code not in {200, 201}:
                assert answer.json()["message"], "it says a sentence"

        for login in LOGINS:
            for path in ("/api/login", "/api/me/account"):
                post(path, {"login": login, "password": "correct horse battery"})
        for text in TEXTS:
            post("/api/me/tokens", {"label": text})
            post("/api/recover", {"code": text * 20})
            seats = [{"kind": "me"}, {"kind": "here", "name": text}]
            post("/api/matches", {"game": "robotory", "seats": seats})
        send_records(target, mallory)


def send_records(target: Target, mallory: Visitor) -> None:
    """A record that is read, and the same one with such characters, of which each is refused."""
    plain = mallory.post("/api/records", {"record": RECORD.format(name="Ada", comment="ok")}, 201)
    assert plain["match"]["seats"][0]["name"] == "Ada"
    for text in TEXTS:
        for named, said in ((text, "ok"), ("Ada", text)):
            content = json.dumps({"record": RECORD.format(name=named, comment=said)}).encode()
            answer = mallory.http.post("/api/records", content=content, headers=JSON)
            assert answer.json()["code"] in REFUSED, answer.text
            target.note(str(answer.status_code))


if __name__ == "__main__":
    run(attack, SETTINGS)
