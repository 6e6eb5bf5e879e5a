"""Replay buffers on the device that trains: ring buffers of rows."""

import torch
from torch import Tensor


class Ring:
    """Rows of several columns; a column is a tensor with one more dimension.

    How many rows there are is known on the device, too, so that a graph can draw from a ring that
    grows.
    """

    def __init__(self, capacity: int, device: torch.device) -> None:
        self.capacity = capacity
        self.total = 0  # rows that were ever added
        self._device = device
        self._columns: tuple[Tensor, ...] = ()
        self._total = torch.zeros((), dtype=torch.int64, device=device)
        self._window = torch.zeros((), dtype=torch.float64, device=device)

    def __len__(self) -> int:
        return min(self.total, self.capacity)

    def add(self, *columns: Tensor) -> None:
        """Put rows in; then all rows are drawn from."""
        if not self._columns:
            self._columns = tuple(
                torch.zeros((self.capacity, *each.shape[1:]), dtype=each.dtype, device=self._device)
                for each in columns
            )
        rows = (torch.arange(len(columns[0]), device=self._device) + self.total) % self.capacity
        for column, each in zip(self._columns, columns, strict=True):
            column[rows] = each.to(self._device)
        self.total += len(columns[0])
        self._total.fill_(self.total)
        self.look_back(self.capacity)

    def look_back(self, newest: int) -> None:
        """From now on draw from the newest so many rows only."""
        self._window.fill_(min(len(self), newest))

    def sample(self, number: int) -> tuple[Tensor, ...]:
        """Random rows."""
        chances = torch.rand(number, dtype=torch.float64, device=self._device)
        rows = (self._total - 1 - (chances * self._window).long()) % self.capacity
        return tuple(column[rows] for column in self._columns)
