"""Asynchronous evaluation of self-play leaves by a network."""

import torch
from torch import Tensor

from ludothek.research.training.board_models import AnyTeacher
from ludothek.research.training.models import move_logits
from ludothek.research.training.selfplay import Leaves


class Evaluation:
    """Answers for one group of leaves; memory is shared with the core, and pinned on a GPU."""

    def __init__(self, teacher: AnyTeacher, leaves: Leaves, device: torch.device) -> None:
        self.seconds = 0.0  # that the device has worked for it
        self._teacher = teacher
        self._questions = tuple(map(torch.from_numpy, (leaves.inputs, leaves.moves)))
        self._host = tuple(map(torch.from_numpy, (leaves.logits, leaves.values)))
        self._gpu = device.type == "cuda"
        self.inputs, self.moves = (
            torch.zeros_like(each, device=device) for each in self._questions
        )
        if self._gpu:
            for each in (*self._questions, *self._host):
                _pin(each)
            self._begun = torch.cuda.Event(enable_timing=True)
            self._done = torch.cuda.Event(enable_timing=True)
            self._graph = torch.cuda.CUDAGraph()
            self._capture()

    def launch(self) -> None:
        """Begin to evaluate the leaves as they are now."""
        if self._gpu:
            self._begun.record()
        for mine, its in zip((self.inputs, self.moves), self._questions, strict=True):
            mine.copy_(its, non_blocking=True)
        if self._gpu:
            self._graph.replay()
            answers = self._answers
        else:
            answers = self._run()
        for host, answer in zip(self._host, answers, strict=True):
            host.copy_(answer, non_blocking=True)
        if self._gpu:
            self._done.record()

    def wait(self) -> None:
        """Until the answers are where the core reads them."""
        if self._gpu:
            self._done.synchronize()
            self.seconds += self._begun.elapsed_time(self._done) / 1000

    @torch.no_grad()
    def _run(self) -> tuple[Tensor, Tensor]:
        weights = next(self._teacher.parameters())
        outputs, seats = self._teacher(self.inputs.to(weights.dtype))
        return move_logits(outputs.float(), self.moves), seats.float().softmax(1)

    def _capture(self) -> None:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self._run()
        torch.cuda.current_stream().wait_stream(stream)
        with torch.cuda.graph(self._graph):
            self._answers = self._run()


def _pin(host: Tensor) -> None:
    cudart = torch.cuda.cudart()
    cudart.cudaHostRegister(host.data_ptr(), host.numel() * host.element_size(), 0)
