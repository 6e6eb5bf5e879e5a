# %% [markdown]
# # PPO with masks
# sb3-contrib's MaskablePPO learns Robotory, first against a random player, then against a level:
#
#     pip install "$(ls dist/*.whl)[research]" sb3-contrib
#     python examples/research/ppo.py level1

# %%
import sys
from time import perf_counter
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env

import ludothek.research.gymnasium  # registers the ids

QUICK = "quick" in sys.argv
OPPONENT = next((each for each in sys.argv[1:] if each.startswith("level")), "level2")
STAGES = {"random": 200_000, OPPONENT: 150_000}  # steps against each
GAMES = 8 if QUICK else 200  # to measure with

torch.set_num_threads(1)  # the networks are small


def env(opponent: str) -> Any:
    return gymnasium.make(ludothek.research.gymnasium.IDS["robotory"], opponent=opponent)


def share(model: Any, opponent: str) -> float:
    """Of games won; rewards are 1 and -1, and half of the games have the first turn."""
    reward, _ = evaluate_policy(model, env(opponent), GAMES, deterministic=False, warn=False)
    return float(reward + 1) / 2


# %%
model = MaskablePPO(
    "MlpPolicy",
    make_vec_env(lambda: env("random"), 8),
    n_steps=32 if QUICK else 512,
    batch_size=64 if QUICK else 512,
    n_epochs=4,
    learning_rate=1e-3,
    ent_coef=0.02,
    policy_kwargs={"net_arch": [256, 256]},
    seed=1,
)
start = perf_counter()
for opponent, steps in STAGES.items():
    model.set_env(make_vec_env(lambda: env(opponent), 8, seed=2))  # noqa: B023
    model.learn(256 if QUICK else steps)
    won = share(model, opponent)
    print(f"{perf_counter() - start:.0f} s: {won:.0%} of {GAMES} games against {opponent}")
