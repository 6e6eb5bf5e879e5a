"""Gradient descent steps; on a GPU each step is one CUDA graph."""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn

Losses = Callable[[], Tensor]  # of a fresh batch: a vector

_LONGEST = 1.0  # of a gradient


class Learner:
    """Something that learns; the sum of its losses, by their weights, goes down."""

    def __init__(
        self,
        parameters: Iterable[nn.Parameter],
        losses: Losses,
        weights: list[float],
        weight_decay: float,
        device: torch.device,
    ) -> None:
        self._gpu = device.type == "cuda"
        self._parameters = list(parameters)
        self._losses = losses
        self._weights = torch.tensor(weights, device=device)
        self._sums = torch.zeros(len(weights), device=device)
        self._summed = 0
        self._rate = torch.zeros((), device=device)
        self._graph: torch.cuda.CUDAGraph | None = None
        self.optimizer = torch.optim.AdamW(
            self._parameters,
            lr=self._rate,
            weight_decay=weight_decay,
            fused=self._gpu,
            capturable=self._gpu,
        )

    def step(self, rate: float) -> None:
        """One step at a rate of learning."""
        self._rate.fill_(rate)
        if not self._gpu:
            self._once()
        else:
            if not self._graph:
                self._graph = self._captured()
            self._graph.replay()
        self._summed += 1

    def take_means(self) -> list[float]:
        """The losses since the last call."""
        means: list[float] = (self._sums / max(1, self._summed)).tolist()
        self._sums.zero_()
        self._summed = 0
        return means

    def load(self, state: dict[str, object]) -> None:
        """Go on with an optimizer's state."""
        self.optimizer.load_state_dict(state)
        for group in self.optimizer.param_groups:
            group["lr"] = self._rate

    def _once(self) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        losses = self._losses()
        (losses * self._weights).sum().backward()
        nn.utils.clip_grad_norm_(self._parameters, _LONGEST)
        self.optimizer.step()
        self._sums += losses.detach()

    def _captured(self) -> torch.cuda.CUDAGraph:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self._once()
        torch.cuda.current_stream().wait_stream(stream)
        self._sums.zero_()
        self._summed = 0
        self.optimizer.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._once()
        return graph
