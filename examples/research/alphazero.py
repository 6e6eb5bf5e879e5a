# %% [markdown]
# # AlphaZero with a small network
# The core plays thousands of games against itself with Gumbel search; PyTorch evaluates the leaves
# of all of them as one batch, and learns from the samples. The network is one the core can run by
# itself: at the end it is written to a file, and plays against a level.
#
#     pip install "$(ls dist/*.whl)[train]"
#     python examples/research/alphazero.py

# %%
import sys
from pathlib import Path
from time import monotonic

import torch

from ludothek.engine import networks
from ludothek.engine.players.player import LevelPlayer
from ludothek.engine.search import Limits
from ludothek.games import load
from ludothek.research.gymnasium import LudothekEnv
from ludothek.research.specification import specification
from ludothek.research.training.models import Student, move_logits, policy_loss, value_loss
from ludothek.research.training.selfplay import GROUPS, Leaves, SelfPlay, Settings

QUICK = "quick" in sys.argv
GAME, OPPONENT = "robotory", "level2"
SECONDS = 3 if QUICK else 240
MATCHES = 2 if QUICK else 40
OUT = Path("build") / "alphazero.net"

torch.manual_seed(1)
settings = Settings(visits=8 if QUICK else 32, fast_visits=8)
games = SelfPlay(GAME, games=32 if QUICK else 512, threads=1, seed=1, settings=settings)
network = Student(games.encoder, hidden=64)
optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3)

# %% [markdown]
# Self-play: the leaves of two groups of games in turn. Learning: policy and value of the samples.


# %%
def evaluate(leaves: Leaves) -> None:
    with torch.no_grad():
        outputs, seats = network(torch.from_numpy(leaves.inputs).float())
        leaves.logits[:] = move_logits(outputs, torch.from_numpy(leaves.moves)).numpy()
        leaves.values[:] = seats.softmax(1).numpy()


def play(turns: int) -> None:
    for _ in range(turns):
        for group in GROUPS:
            games.advance(group)
            evaluate(games.leaves[group])


def learn() -> float:
    inputs, _, moves, policy, outcome, expected, *_ = map(torch.from_numpy, games.take())
    total = 0.0
    for rows in torch.randperm(len(inputs)).split(256) if len(inputs) else ():
        outputs, seats = network(inputs[rows].float())
        legal = moves[rows, :, 0] < games.encoder.outputs
        loss = policy_loss(move_logits(outputs, moves[rows]), policy[rows], legal)
        loss = loss + value_loss(seats, (outcome[rows] + expected[rows]) / 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(rows)
    return total / max(1, len(inputs))


start, tell, loss = monotonic(), 20.0, 0.0
while (spent := monotonic() - start) < SECONDS or not loss:
    play(64)
    loss = learn() or loss
    if spent >= tell:
        print(f"{spent:.0f} s: {games.counts.games} games, loss {loss:.3f}", flush=True)
        tell += 20

# %% [markdown]
# The network as a file of the core, with 100 nodes a decision, against a level.

# %%
OUT.parent.mkdir(exist_ok=True)
networks.write(OUT, GAME, network.hidden, network.weights())
mine = LevelPlayer(load(GAME).levels[-1], network=networks.read(OUT, GAME), seed=1)
rules, won = load(GAME), 0.0
env, spec = LudothekEnv(GAME, opponent=OPPONENT), specification(GAME)
for match in range(MATCHES):
    env.reset(seed=match)
    terminated = False
    while not terminated:
        move = mine.choose(rules, env.match.state, Limits(nodes=100))
        action = spec.action(env.match.state, str(move))
        reward, terminated = env.step(action)[1:3]
    won += (reward + 1) / 2
print(f"loss {loss:.3f}; {won / MATCHES:.0%} of {MATCHES} games against {OPPONENT}")
