"""Records whose headers are blanks: what is read is read in linear time."""

from tests.attacks.harness import Target, run

BLANKS = 195_000
# Headers whose values have blanks inside: where a reader tries every end of a value, it takes
# the square of their number.
HEADERS = ("Game: a{blanks}b", "Game: robotory\nRules: 1\np1: a{blanks}b\np2: Bo")


def attack(target: Target, uploads: int = 8, blanks: int = BLANKS) -> None:
    """Upload records whose headers have many blanks."""
    with target.visitor() as mallory:
        for number in range(uploads):
            headers = HEADERS[number % len(HEADERS)].format(blanks=" " * blanks)
            body = {"record": f"{headers}\nResult: unfinished\n\nunfinished\n"}
            answer = mallory.http.post("/api/records", json=body)
            target.note((answer.status_code, answer.json()["code"]))
    target.normal.goes_on()


if __name__ == "__main__":
    run(attack)
