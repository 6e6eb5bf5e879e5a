"""The networks in PyTorch: a teacher for self-play, and a student for the core."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ludothek.research.training.selfplay import Encoder

UNIT: Final = 512  # of the core's whole numbers
CEILING: Final = 8.0  # of a hidden signal
SECOND: Final = 32  # signals of the student's second layer
_LARGEST: Final = 2**15 - 1


class Block(nn.Module):
    """A residual block of two layers."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)

    def forward(self, signals: Tensor) -> Tensor:
        """The signals, and what the block adds to them."""
        added: Tensor = self.second(functional.relu(self.first(self.norm(signals))))
        return signals + added


class Teacher(nn.Module):
    """A residual MLP: logits of all decisions, of the seats' shares, and of how the game ends."""

    def __init__(self, encoder: Encoder, width: int = 512, blocks: int = 4) -> None:
        super().__init__()
        self.inputs = nn.Linear(encoder.inputs, width)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.norm = nn.LayerNorm(width)
        self.policy = nn.Linear(width, encoder.outputs)
        self.value = nn.Linear(width, encoder.seats)
        self.last = nn.Linear(width, encoder.inputs)  # auxiliary: the last position
        self.ending = nn.Linear(width, len(encoder.endings))  # auxiliary, too
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.value.weight)

    def body(self, inputs: Tensor) -> Tensor:
        """The signals all answers come from."""
        signals: Tensor = self.norm(self.blocks(self.inputs(inputs)))
        return signals

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Outputs of the policy, and logits of seats."""
        signals = self.body(inputs)
        return self.policy(signals), self.value(signals)

    def all_answers(self, inputs: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The same, what the last position may look like, and how the game may end."""
        signals = self.body(inputs)
        last, ending = self.last(signals), self.ending(signals)
        return self.policy(signals), self.value(signals), last, ending


class Student(nn.Module):
    """The network of the core (`nn/network.hpp`), with fractions."""

    def __init__(self, encoder: Encoder, hidden: int) -> None:
        super().__init__()
        self.hidden = hidden
        self.inputs = nn.Linear(encoder.inputs, hidden)
        self.second = nn.Linear(hidden, SECOND)
        self.value = nn.Linear(SECOND, encoder.seats)
        self.policy = nn.Linear(hidden, encoder.outputs)

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Outputs of the policy, and logits of seats."""
        signals = self.inputs(inputs).clamp(0, CEILING)
        second = self.second(signals).clamp(0, CEILING)
        return self.policy(signals), self.value(second)

    def weights(self) -> bytes:
        """As the core reads them: whole numbers, the low byte first."""
        matrices: Sequence[Tensor] = (
            self.inputs.weight.T,
            self.inputs.bias,
            self.second.weight,
            self.second.bias,
            self.value.weight,
            self.value.bias,
            self.policy.weight,
            self.policy.bias,
        )
        numbers = torch.cat([each.detach().float().cpu().reshape(-1) for each in matrices])
        whole = (numbers * UNIT).round().clamp(-_LARGEST, _LARGEST)
        return whole.numpy().astype(np.dtype("<i2")).tobytes()


def move_logits(outputs: Tensor, moves: Tensor) -> Tensor:
    """The logits of decisions, each the sum of its outputs; a number beyond them is none."""
    padded = functional.pad(outputs, (0, 1))
    chosen = padded.gather(1, moves.flatten(1).long())
    return chosen.view(moves.shape).sum(2)


def policy_loss(logits: Tensor, wanted: Tensor, legal: Tensor, surprise: float = 0.0) -> Tensor:
    """Cross entropy among what is legal; rows without a wanted policy do not count.

    `surprise` is the share of the weight that rows get by how far their target is from the policy
    (its divergence, compared with the mean) instead of alike.
    """
    logs = functional.log_softmax(logits.float().masked_fill(~legal, -1e4), dim=1)
    losses = -(wanted * logs).sum(1)
    rows = (wanted.sum(1) > 0).sum().clamp(min=1)
    if surprise:
        with torch.no_grad():
            divergence = losses + (wanted * wanted.clamp(min=1e-9).log()).sum(1)
            mean = (divergence.sum() / rows).clamp(min=1e-9)
        losses = losses * (1 - surprise + surprise * divergence / mean)
    return losses.sum() / rows


def value_loss(logits: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy of the seats' shares."""
    return -(wanted * functional.log_softmax(logits.float(), dim=1)).sum(1).mean()
