"""A teacher for boards of hexagons that wander: a residual network of convolutions."""

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from ludothek.research.training.models import Teacher
from ludothek.research.training.selfplay import Encoder

RADIUS: Final = 6  # of the hexagon of cells that the core shows (`games/nexus/encoder.hpp`)
SIDE: Final = 2 * RADIUS + 1
PLANES: Final = 24


def cells() -> list[int]:
    """Where the cells of the hexagon lie in a square of rows of q, in the order of the encoder.

    >>> len(cells()), cells()[0]
    (127, 6)
    """
    span = range(-RADIUS, RADIUS + 1)
    return [(q + RADIUS) * SIDE + r + RADIUS for q in span for r in span if abs(q + r) <= RADIUS]


class BoardBlock(nn.Module):
    """Two convolutions; what is seen of the whole board is added to every cell."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1)
        self.second = nn.Conv2d(width, width, 3, padding=1)
        self.pooled = nn.Linear(2 * width, width)
        nn.init.zeros_(self.second.weight)

    def forward(self, signals: Tensor) -> Tensor:
        """The signals, and what the block adds to them."""
        inner = self.first(functional.relu(signals))
        inner = inner + self.pooled(functional.relu(pooled(inner)))[:, :, None, None]
        added: Tensor = self.second(functional.relu(inner))
        return signals + added


def pooled(signals: Tensor) -> Tensor:
    """Mean and maximum over all cells."""
    return torch.cat((signals.mean((2, 3)), signals.amax((2, 3))), 1)


class BoardTeacher(nn.Module):
    """Convolutions over the cells; logits as those of `Teacher`."""

    squares: Tensor

    def __init__(self, encoder: Encoder, width: int = 64, blocks: int = 6) -> None:
        super().__init__()
        order = cells()
        self._cells = len(order)
        self._kinds = encoder.outputs // (self._cells + 1)
        self._others = encoder.inputs - PLANES * self._cells
        where = torch.full((SIDE * SIDE,), self._cells)
        where[order] = torch.arange(self._cells)
        self.register_buffer("where", where)
        self.register_buffer("squares", torch.tensor(order))
        self.planes = nn.Conv2d(PLANES, width, 3, padding=1)
        self.others = nn.Linear(self._others, width)
        self.blocks = nn.Sequential(*(BoardBlock(width) for _ in range(blocks)))
        self.policy = nn.Conv2d(width, self._kinds, 1)
        self.elsewhere = nn.Linear(2 * width, self._kinds)
        self.hidden = nn.Linear(2 * width + self._others, 2 * width)
        self.value = nn.Linear(2 * width, encoder.seats)
        self.last = nn.Conv2d(width, PLANES, 1)  # auxiliary: how the segment ends
        self.last_others = nn.Linear(2 * width, self._others)
        for each in (self.policy, self.value):
            nn.init.zeros_(each.weight)

    def body(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Signals of the cells, and of the whole board."""
        planes, others = inputs.split((PLANES * self._cells, self._others), 1)
        padded = functional.pad(planes.view(-1, PLANES, self._cells), (0, 1))
        square = padded[:, :, self.get_buffer("where")].view(-1, PLANES, SIDE, SIDE)
        square = square.contiguous(memory_format=torch.channels_last)
        signals = self.planes(square) + self.others(others)[:, :, None, None]
        signals = functional.relu(self.blocks(signals))
        hidden = functional.relu(self.hidden(torch.cat((pooled(signals), others), 1)))
        return signals, hidden

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Outputs of the policy, and logits of seats."""
        signals, hidden = self.body(inputs)
        return self._policy(signals, hidden), self.value(hidden)

    def all_answers(self, inputs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The same, and what the last position may look like."""
        signals, hidden = self.body(inputs)
        last = self._of_cells(self.last(signals)).flatten(1)
        last = torch.cat((last, self.last_others(hidden)), 1)
        return self._policy(signals, hidden), self.value(hidden), last

    def _of_cells(self, squares: Tensor) -> Tensor:
        return squares.flatten(2)[:, :, self.squares]

    def _policy(self, signals: Tensor, hidden: Tensor) -> Tensor:
        kinds = self._of_cells(self.policy(signals))
        return torch.cat((kinds, self.elsewhere(hidden)[:, :, None]), 2).flatten(1)


AnyTeacher = Teacher | BoardTeacher


def teacher_of(game: str, encoder: Encoder, width: int, blocks: int) -> AnyTeacher:
    """A teacher for a game."""
    if game == "nexus":
        return BoardTeacher(encoder, width, blocks)
    return Teacher(encoder, width, blocks)
