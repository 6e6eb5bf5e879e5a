# %% [markdown]
# # A random game in each interface
#     pip install "$(ls dist/*.whl)[research,physics]"

# %%
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import ludothek.research.gymnasium
import ludothek.research.openspiel  # noqa: F401 (both register their games)
from ludothek.engine.batch import Batch
from ludothek.research import pettingzoo
from ludothek.research.specification import specification

random = np.random.default_rng(1)

# %% [markdown]
# The specification itself: positions, actions with texts, rewards.

# %%
spec = specification("repulso")
play = spec.begin()
while not play.over:
    action = int(random.choice(np.flatnonzero(spec.mask(play))))
    last = spec.text(play, action)
    play.apply(action)
print(f"{spec.id}: the last decision was {last}, rewards {spec.rewards(play)}")

# %% [markdown]
# PettingZoo: NEXUS with three seats.

# %%
score: dict[str, float] = {}
env = pettingzoo.env("nexus", seats=3)
env.reset(seed=1)
for agent in env.agent_iter():
    seen, reward, done, _, _ = env.last()
    score[agent] = float(reward)
    env.step(None if done else random.choice(np.flatnonzero(seen["action_mask"])))
print(f"PettingZoo: {score}")

# %% [markdown]
# PettingZoo: Splash!, whose actions have discrete and continuous parts.

# %%
table: Any = pettingzoo.raw_env("splash", options={"draft": "random"})
table.reset(seed=1)
while not table.match.over:
    table.step(table.match.random_action(random))
print(f"Splash!: {table.rewards}")

# %% [markdown]
# Gymnasium: one agent against a level, then many games at once.

# %%
robotory: Any = gymnasium.make("Ludothek/Robotory-v1", opponent="level1")
_, info = robotory.reset(seed=1)
terminated = False
while not terminated:
    action = random.choice(np.flatnonzero(info["action_mask"]))
    _, reward, terminated, _, info = robotory.step(action)
print(f"Gymnasium: seat {info['seat']} got {reward}")

# %%
games: Any = gymnasium.make_vec("Ludothek/Robotory-v1", num_envs=64)
_, infos = games.reset(seed=1)
rewards, ends = 0.0, 0
while ends < 100:
    masks = infos["action_mask"]
    _, got, over, _, infos = games.step((random.random(masks.shape) * masks).argmax(axis=1))
    rewards, ends = rewards + got.sum(), ends + over.sum()
print(f"Gymnasium, 64 games at once: {rewards / ends:+.2f} on average of {ends} games")

# %% [markdown]
# OpenSpiel.

# %%
state: Any = pyspiel.load_game("ludothek_nexus(players=2,jump=line)").new_initial_state()
while not state.is_terminal():
    state.apply_action(random.choice(state.legal_actions()))
print(f"OpenSpiel: {state.returns()}")

# %% [markdown]
# Batches: thousands of games in compiled code, by a policy's logits.

# %%
batch = Batch("robotory", games=1024, seed=1)
logits = np.zeros((1024, batch.number_of_actions), np.float32)
ended, won = 0, np.zeros(2)
for _ in range(200):
    batch.step(batch.sample(logits))
    ended, won = ended + batch.done.sum(), won + (batch.rewards > 0).sum(axis=0)
print(f"Batch: {ended} games, of which seat 1 won {won[0] / ended:.0%}")
