# %% [markdown]
# # Supervised learning from records
# A network learns to decide as the players of some records did. The records are written here by a
# level; records of people (`ludothek play`, a server) are read in the same way.
#
#     pip install "$(ls dist/*.whl)[train]"
#     python examples/research/supervised.py [FOLDER OF RECORDS]

# %%
import sys
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from ludothek.engine import Limits, player
from ludothek.games import load
from ludothek.games.record import Line, Record, plies
from ludothek.games.record.text import format_record, parse_record
from ludothek.research.specification import specification

QUICK = "quick" in sys.argv
GAME = "robotory"
GAMES = 6 if QUICK else 300
EPOCHS = 2 if QUICK else 40
folders = [Path(each) for each in sys.argv[1:] if Path(each).is_dir()]

spec, rules = specification(GAME), load(GAME)


def written(seed: int) -> str:
    """The record of a game of level 3 against itself."""
    state, texts = rules.initial(), []
    while not rules.outcome(state):
        texts.append(str(player("level3", seed).choose(rules, state, Limits())))
        state = rules.play(state, texts[-1])
    names = ("level 3", "level 3")
    return format_record(Record(GAME, state.setup, names, Line.of(texts), rules.outcome(state)))


records = [path.read_text() for folder in folders for path in sorted(folder.glob("*.txt"))]
records = records or [written(seed) for seed in range(GAMES)]

# %% [markdown]
# Each decision of a record is one example: planes, mask, and the number of what was decided. Every
# tenth record is kept apart, whole: positions of one game are much alike.

# %%
Example = tuple[NDArray[np.uint8], NDArray[np.uint8], int]


def examples(text: str) -> list[Example]:
    dataset: list[Example] = []
    for _, state, move in plies(parse_record(text)):
        if move is not None:
            play = spec.resume(rules.format_position(state))
            seen, mask = spec.encode(play, play.seat), spec.mask(play)
            dataset.append((seen, mask, spec.action(play, str(move))))
    return dataset


datasets = [examples(text) for text in records]
data = [example for dataset in datasets for example in dataset]
seen = torch.from_numpy(np.stack([each[0] for each in data])).float().flatten(1)
masks = torch.from_numpy(np.stack([each[1] for each in data])).bool()
decided = torch.tensor([each[2] for each in data])
apart = [number % 10 == 0 for number, dataset in enumerate(datasets) for _ in dataset]
held_out = torch.tensor(apart)
print(f"{len(records)} records, {len(data)} decisions")

# %%
torch.manual_seed(1)
network = nn.Sequential(
    nn.Linear(seen.shape[1], 256),
    nn.ReLU(),
    nn.Linear(256, 256),
    nn.ReLU(),
    nn.Linear(256, spec.number_of_actions),
)
optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=1e-2)


def logits(rows: torch.Tensor) -> torch.Tensor:
    return network(seen[rows]).masked_fill(~masks[rows], -1e9)


for _ in range(EPOCHS):
    order = torch.randperm(len(data))
    for rows in order[~held_out[order]].split(256):
        loss = nn.functional.cross_entropy(logits(rows), decided[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
rows = held_out.nonzero()[:, 0]
right = float((logits(rows).argmax(1) == decided[rows]).float().mean())
chance = float((1 / masks[rows].sum(1)).mean())
print(f"of {len(rows)} decisions kept apart {right:.0%} are foretold, by lot {chance:.0%}")
