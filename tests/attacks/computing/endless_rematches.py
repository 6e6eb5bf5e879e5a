"""One guest gives up and asks for a rematch, without a pause: it counts like any other match."""

from tests.attacks.harness import Target, run


def attack(target: Target, rematches: int = 400) -> None:
    """Play on through rematches; nobody else has to agree to them."""
    with target.visitor() as mallory:
        match = mallory.create("robotory", "me", "here:Bo")["match"]["id"]
        mallory.act(match, {"type": "resign"})
        for _ in range(rematches):
            offer = {"type": "offer", "what": "rematch"}
            answer = mallory.http.post(f"/api/matches/{match}/act", json=offer)
            body = answer.json()
            target.note(body["code"] if answer.status_code == 429 else answer.status_code)
            if answer.status_code == 200:
                match = body["match"]["next"]
                mallory.http.post(f"/api/matches/{match}/act", json={"type": "resign"})
    target.normal.goes_on()


if __name__ == "__main__":
    run(attack)
