"""Guessing: passwords of one account from many addresses, tokens, and names that look official."""

from tests.attacks.harness import Target, run
from tests.server.visitors import Visitor

PASSWORD = "correct horse battery"
NAMES: tuple[str, ...] = (
    "Computer",
    "computer 8",
    "Cоmputer",
    "C0MPUTER",
    "Computer, level 3",
    "The House",
)
NAMES += ("Ordinateur, niveau 8", "das Haus", "С o m p u t e r", "Ｃｏｍｐｕｔｅｒ", "Cómputer")


def attack(target: Target, addresses: int = 40, tries: int = 8, tokens: int = 200) -> None:
    """Guess from many addresses while the owner comes back from a known one and another one."""
    with Visitor(target.url, "Ada") as ada, Visitor(target.url, None) as again:
        account = {"login": "ada", "password": PASSWORD}
        ada.post("/api/me/account", account, 201)
        again.post("/api/login", account)
        for number in range(addresses):
            with Visitor(target.url, None, address=f"127.0.1.{number + 1}") as thief:
                for attempt in range(tries):
                    wrong = {"login": "ADA", "password": f"wrong password {attempt}"}
                    answer = thief.http.post("/api/login", json=wrong)
                    target.note(("login", answer.status_code))
                    if answer.status_code == 429:
                        assert answer.json()["params"]["kind"] in {"account", "secret"}
                        assert int(answer.headers["retry-after"]) > 0
        target.note(("owner", again.http.post("/api/login", json=account).status_code))
    guess_tokens(target, tokens)
    target.normal.goes_on()


def guess_tokens(target: Target, tokens: int) -> None:
    """Bearer tokens by chance."""
    with target.visitor(None) as thief:
        for number in range(tokens):
            bearer = {"Authorization": f"Bearer {number:032}"}
            answer = thief.http.get("/api/me", headers=bearer)
            target.note(("token", answer.status_code))


def imitate(target: Target) -> None:
    """Names that look like the computer's."""
    with target.visitor() as mallory:
        for name in NAMES:
            target.note(mallory.http.patch("/api/me", json={"name": name}).status_code)


if __name__ == "__main__":
    run(attack)
