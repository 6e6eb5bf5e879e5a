"""What the core decides, as text: run in an installed package, to compare its builds."""

from hashlib import sha256
from typing import Final

from ludothek.engine import Limits, cpu, player, strongest
from ludothek.engine.batch import Batch
from ludothek.games import load

GAMES: Final = {"repulso": 2, "robotory": 2, "nexus": 4}
LENGTH: Final = 40  # decisions of a game
STEPS: Final = 200  # of a batch


def main() -> None:
    """Tell which build runs, then what it decides in games with a seed and a number of nodes."""
    print(cpu.chosen())
    for name, seats in GAMES.items():
        for level in ("level3", "level9", strongest(name)):
            print(name, level, *decided(name, seats, level))
        print(name, observed(name))


def decided(name: str, seats: int, level: str) -> list[str]:
    """The first decisions of a computer that plays against itself."""
    game = load(name)
    state = game.initial(seats)
    computer = player(level, seed=5)
    texts: list[str] = []
    while len(texts) < LENGTH and game.legal_moves(state):
        texts.append(str(computer.choose(game, state, Limits(nodes=150))))
        state = game.play(state, texts[-1])
    return texts


def observed(name: str) -> str:
    """What a batch of random games shows, in short."""
    batch = Batch(name, games=8)
    batch.reset(3)
    digest = sha256()
    for _ in range(STEPS):
        batch.step(batch.sample())
        digest.update(batch.observations.tobytes() + batch.mask.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
