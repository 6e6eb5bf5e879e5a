"""Records whose headers are blanks: what is read is read in linear time."""

from tests.attacks.harness import Target, run

BLANKS = 195_000


def attack(target: Target, uploads: int = 8, blanks: int = BLANKS) -> None:
    """Upload records whose headers have many blanks."""
    with target.visitor() as mallory:
        for _ in range(uploads):
            body = {"record": '[Game "' + " " * blanks + "]\n\n1. a1\n"}
            target.note(mallory.http.post("/api/records", json=body).status_code)
    target.normal.goes_on()


if __name__ == "__main__":
    run(attack)
