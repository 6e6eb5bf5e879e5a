"""Records as long as they may be, with many variations: who reads them holds nobody up."""

import json

from ludothek.games import load
from ludothek.games.record import Line, Record
from ludothek.games.record.json import to_json
from tests.attacks.harness import Target, run
from tests.attacks.requests.long_matches import GAME, SEATS, endless


def attack(target: Target, uploads: int = 8, plies: int = 900, length: int = 14) -> None:
    """Upload long games in which every decision has a variation of this length."""
    text = record(plies, length)
    target.notes.append(f"{len(text):,} characters")
    with target.visitor() as mallory:
        for _ in range(uploads):
            target.note(mallory.http.post("/api/records", json={"record": text}).status_code)
    target.normal.goes_on()


def record(plies: int, length: int) -> str:
    """A game of NEXUS in which every decision might have been followed by the same others."""
    game, texts = load(GAME), list(endless(plies))
    setup, names = game.setup(SEATS), ("Ada", "Bo", "Cy", "Di")
    line = Line.of(texts)
    data = json.loads(to_json(Record(game=GAME, setup=setup, names=names, line=line)))
    data["moves"] = [
        {"move": text, "comment": "", "variations": [_variation(texts[ply : ply + length])]}
        for ply, text in enumerate(texts)
    ]
    return json.dumps(data, separators=(",", ":"))


def _variation(texts: list[str]) -> dict[str, object]:
    return {"comment": "", "moves": texts}


if __name__ == "__main__":
    run(attack)
