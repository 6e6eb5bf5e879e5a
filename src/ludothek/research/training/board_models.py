"""A teacher for boards: a residual convolutional network over the cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from ludothek.research.training.models import Teacher
from ludothek.research.training.selfplay import Encoder

RADIUS: Final = 6  # of the hexagon of cells of NEXUS that the core shows
ARCHITECTURES: Final = ("mlp", "convolutions")


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cells of a game lie in a square, in the order of the encoder.

    Of each cell there are some input planes and some outputs; `order` says for each output of the
    encoder where it stands in these, plane by plane, followed by those that belong to no cell.
    """

    side: int
    cells: Sequence[int]
    planes: int
    outputs: int
    order: Sequence[int]


def nexus_layout() -> Layout:
    """Axial coordinates: neighbours lie in the same row, the same column or on one diagonal.

    >>> len(nexus_layout().cells), nexus_layout().cells[0]
    (127, 6)
    """
    span, side, outputs = range(-RADIUS, RADIUS + 1), 2 * RADIUS + 1, 9
    axial = [(q, r) for q in span for r in span if abs(q + r) <= RADIUS]
    cells = [(q + RADIUS) * side + r + RADIUS for q, r in axial]
    number = len(cells)  # each kind of output has one for all that is elsewhere
    order = [
        place
        for kind in range(outputs)
        for place in (*_plane(kind, number), outputs * number + kind)
    ]
    return Layout(side, cells, 24, outputs, order)


def repulso_layout() -> Layout:
    """Squares; slides are numbered square by square, with four directions each.

    >>> repulso_layout().order[72:75]
    [72, 108, 144]
    """
    side, outputs = 6, 6
    number = side * side
    slides = [kind * number + square for square in range(number) for kind in range(2, outputs)]
    return Layout(side, range(number), 7, outputs, [*range(2 * number), *slides])


def robotory_layout() -> Layout:
    """Columns of hexes, pushed up so that neighbours lie as in NEXUS; then `stop` and refills.

    >>> robotory_layout().cells[:5]
    [2, 3, 4, 5, 7]
    """
    side, outputs, columns = 6, 5, ((4, 2), (5, 1), (6, 0), (5, 0), (4, 0))
    cells = [
        column * side + pushed + row
        for column, (height, pushed) in enumerate(columns)
        for row in range(height)
    ]
    return Layout(side, cells, 8, outputs, range(outputs * len(cells) + 26))


def _plane(kind: int, number: int) -> Iterable[int]:
    return range(kind * number, (kind + 1) * number)


LAYOUTS: Final = {"nexus": nexus_layout, "repulso": repulso_layout, "robotory": robotory_layout}


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

    def __init__(self, encoder: Encoder, layout: Layout, width: int = 64, blocks: int = 6) -> None:
        super().__init__()
        self._layout = layout
        self._cells = len(layout.cells)
        self._others = encoder.inputs - layout.planes * self._cells
        where = torch.full((layout.side**2,), self._cells)
        where[torch.tensor(layout.cells)] = torch.arange(self._cells)
        self.register_buffer("where", where)
        self.register_buffer("squares", torch.tensor(layout.cells))
        self.register_buffer("order", torch.tensor(layout.order), persistent=False)
        self.planes = nn.Conv2d(layout.planes, width, 3, padding=1)
        self.others = nn.Linear(self._others, width)
        self.blocks = nn.Sequential(*(BoardBlock(width) for _ in range(blocks)))
        self.policy = nn.Conv2d(width, layout.outputs, 1)
        beside = max(1, encoder.outputs - layout.outputs * self._cells)
        self.elsewhere = nn.Linear(2 * width, beside)
        self.hidden = nn.Linear(2 * width + self._others, 2 * width)
        self.value = nn.Linear(2 * width, encoder.seats)
        self.last = nn.Conv2d(width, layout.planes, 1)  # auxiliary: how the segment ends
        self.last_others = nn.Linear(2 * width, self._others)
        self.ending = nn.Linear(2 * width, len(encoder.endings))
        for each in (self.policy, self.value):
            nn.init.zeros_(each.weight)

    def body(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Signals of the cells, and of the whole board."""
        kinds, side = self._layout.planes, self._layout.side
        planes, others = inputs.split((kinds * self._cells, self._others), 1)
        padded = functional.pad(planes.reshape(-1, kinds, self._cells), (0, 1))
        square = padded[:, :, self.get_buffer("where")].view(-1, kinds, side, side)
        square = square.contiguous(memory_format=torch.channels_last)
        signals = self.planes(square) + self.others(others)[:, :, None, None]
        signals = functional.relu(self.blocks(signals))
        hidden = functional.relu(self.hidden(torch.cat((pooled(signals), others), 1)))
        return signals, hidden

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Outputs of the policy, and logits of seats."""
        signals, hidden = self.body(inputs)
        return self.outputs_of(signals, hidden), self.value(hidden)

    def all_answers(self, inputs: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The same, what the last position may look like, and how the game may end."""
        signals, hidden = self.body(inputs)
        last = self._of_cells(self.last(signals)).flatten(1)
        last = torch.cat((last, self.last_others(hidden)), 1)
        policy, value = self.outputs_of(signals, hidden), self.value(hidden)
        return policy, value, last, self.ending(hidden)

    def _of_cells(self, squares: Tensor) -> Tensor:
        return squares.flatten(2)[:, :, self.get_buffer("squares")]

    def outputs_of(self, signals: Tensor, hidden: Tensor) -> Tensor:
        """Outputs of the policy, in the order of the encoder."""
        planes = self._of_cells(self.policy(signals)).flatten(1)
        outputs = torch.cat((planes, self.elsewhere(hidden)), 1)
        return outputs[:, self.get_buffer("order")]


AnyTeacher = Teacher | BoardTeacher


def teacher_of(
    game: str, encoder: Encoder, width: int, blocks: int, architecture: str | None = None
) -> AnyTeacher:
    """A teacher for a game: convolutions for NEXUS, else a residual MLP, unless one is named."""
    if (architecture or ("convolutions" if game == "nexus" else "mlp")) == "mlp":
        return Teacher(encoder, width, blocks)
    return BoardTeacher(encoder, LAYOUTS[game](), width, blocks)
