"""Rings of rows on the device that trains: the newest push out the oldest."""

import torch
from torch import Tensor


class Ring:
    """Rows of several columns; a column is a tensor with one more dimension."""

    def __init__(self, capacity: int, device: torch.device) -> None:
        self.capacity = capacity
        self.total = 0  # rows that were ever added
        self._device = device
        self._columns: tuple[Tensor, ...] = ()

    def __len__(self) -> int:
        return min(self.total, self.capacity)

    def add(self, *columns: Tensor) -> None:
        """Put rows in."""
        if not self._columns:
            self._columns = tuple(
                torch.zeros((self.capacity, *each.shape[1:]), dtype=each.dtype, device=self._device)
                for each in columns
            )
        rows = (torch.arange(len(columns[0])) + self.total) % self.capacity
        for column, each in zip(self._columns, columns, strict=True):
            column[rows.to(self._device)] = each.to(self._device)
        self.total += len(columns[0])

    def sample(self, number: int, newest: int | None = None) -> tuple[Tensor, ...]:
        """Random rows, of the newest so many."""
        window = min(len(self), newest or self.capacity)
        ages = torch.randint(window, (number,), device=self._device)
        rows = (self.total - 1 - ages) % self.capacity
        return tuple(column[rows] for column in self._columns)
