"""Self-play and training in turn, then distillation into students; everything by the clock.

A run writes into a folder: `teacher.pt` (a checkpoint that another machine goes on from), a line of
`curve.jsonl` for each turn, and `GAME-WIDTH.net` for each student.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor
from torch.nn import functional

from ludothek.engine import networks
from ludothek.research.training.board_models import teacher_of
from ludothek.research.training.buffers import Ring
from ludothek.research.training.evaluation import Evaluation
from ludothek.research.training.models import Student, move_logits, policy_loss, value_loss
from ludothek.research.training.selfplay import GROUPS, Samples, SelfPlay, Settings, symmetries

AUXILIARY: Final = 0.1  # how much the auxiliary target counts
LEAVES_KEPT: Final = 0.02  # of all that were evaluated, for the students


@dataclass(frozen=True, slots=True)
class Plan:
    """One run."""

    game: str
    out: Path
    seconds: float = 60.0  # of self-play and training
    distil_seconds: float = 20.0
    games: int = 4096  # of each of the two groups
    threads: int = 1
    seed: int = 0
    settings: Settings = field(default_factory=Settings)
    width: int = 512
    blocks: int = 4
    turn: int = 100_000  # samples between two trainings
    reuse: float = 4.0  # how often a sample is learnt from
    batch: int = 4096
    capacity: int = 3_000_000  # samples kept
    rates: tuple[float, float] = (1e-3, 5e-5)  # of learning: at the beginning and at the end
    trusting: float = 250.0  # seconds until the end of a segment is what a search expects
    students: Sequence[int] = (128, 256)


class Run:
    """A run: the teacher twice (to train, and to evaluate), the games, and what is kept."""

    def __init__(self, plan: Plan, device: torch.device) -> None:
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.device = device
        self.games = SelfPlay(
            plan.game,
            games=plan.games,
            threads=plan.threads,
            seed=plan.seed,
            settings=plan.settings,
        )
        encoder = self.games.encoder
        self.teacher = teacher_of(plan.game, encoder, plan.width, plan.blocks).to(device)
        dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        player = teacher_of(plan.game, encoder, plan.width, plan.blocks)
        self.player = player.to(device, dtype).eval()
        self.optimizer = torch.optim.AdamW(
            self.teacher.parameters(),
            lr=plan.rates[0],
            weight_decay=1e-4,
            fused=device.type == "cuda",
        )
        self.spent = 0.0  # seconds, by earlier runs too
        self.samples = Ring(plan.capacity, device)
        self.leaves = Ring(2 * plan.capacity, device)
        self.ways = [
            (torch.from_numpy(one).to(device), _places(torch.from_numpy(other)).to(device))
            for one, other in symmetries(plan.game)
        ]
        self._load()
        self._update_player()
        self.evaluations = [Evaluation(self.player, each, device) for each in self.games.leaves]

    def go(self) -> None:
        """All of it."""
        start, before = time.monotonic(), self.spent
        self.plan.out.mkdir(parents=True, exist_ok=True)
        launched = [False, False]
        with (self.plan.out / "curve.jsonl").open("a") as curve:
            while (passed := time.monotonic() - start) < self.plan.seconds:
                self.games.set_trust(min(1.0, self.spent / self.plan.trusting))
                goal = min(self.plan.turn, max(5_000, self.samples.total))
                fresh = self._play(goal, launched, start)
                if not fresh:
                    break
                played = time.monotonic() - start
                losses = self._train(fresh, passed / self.plan.seconds)
                self._update_player()
                self.spent = before + time.monotonic() - start
                row = {
                    "seconds": round(self.spent, 1),
                    "play_seconds": round(played - passed, 2),
                    **self.games.counts._asdict(),
                    "samples": self.samples.total,
                    **losses,
                }
                print(json.dumps(row), file=curve, flush=True)
                print(json.dumps(row), flush=True)
                self._save()
        for evaluation, each in zip(self.evaluations, launched, strict=True):
            if each:
                evaluation.wait()
        self.distil()

    def _play(self, goal: int, launched: list[bool], start: float) -> int:
        """Until there are so many new samples; how many there are."""
        fresh = 0
        turns = 0
        while fresh < goal and time.monotonic() - start < self.plan.seconds:
            for group in GROUPS:
                if launched[group]:
                    self.evaluations[group].wait()
                self.games.advance(group)
                self.evaluations[group].launch()
                launched[group] = True
            turns += 1
            if turns % 8 == 0:
                self._keep_leaves(turns // 8 % 2)
            if turns % 64 == 0:
                fresh += self._keep(self.games.take())
        return fresh

    def _keep(self, samples: Samples) -> int:
        if not len(samples.inputs):
            return 0
        inputs, last, moves, policy, outcome, expected, proven = map(torch.from_numpy, samples)
        value = torch.where(proven[:, None] > 0, expected, (outcome + expected) / 2)
        self.samples.add(inputs, last, moves, policy.half(), value)
        return len(inputs)

    def _keep_leaves(self, group: int) -> None:
        """Some of the leaves that are being evaluated; those without decisions are of no use."""
        rows = torch.randint(self.plan.games, (max(1, int(self.plan.games * LEAVES_KEPT * 16)),))
        evaluation = self.evaluations[group]
        rows = rows.to(self.device)
        self.leaves.add(evaluation.inputs[rows], evaluation.moves[rows])

    def _train(self, fresh: int, progress: float) -> dict[str, float]:
        for group in self.optimizer.param_groups:
            first, last = self.plan.rates
            group["lr"] = first + (last - first) * min(1.0, progress)
        steps = max(1, int(fresh * self.plan.reuse / self.plan.batch))
        newest = max(200_000, self.samples.total // 2)
        sums = torch.zeros(3, device=self.device)
        self.teacher.train()
        for step in range(steps):
            losses = self._losses(self.samples.sample(self.plan.batch, newest), step)
            weights = torch.tensor([1.0, 1.0, AUXILIARY], device=self.device)
            self.optimizer.zero_grad(set_to_none=True)
            (losses * weights).sum().backward()
            torch.nn.utils.clip_grad_norm_(self.teacher.parameters(), 1.0)
            self.optimizer.step()
            sums += losses.detach()
        policy, value, last = (sums / steps).tolist()
        return {
            "policy_loss": round(policy, 4),
            "value_loss": round(value, 4),
            "last_loss": round(last, 4),
        }

    def _losses(self, rows: tuple[Tensor, ...], step: int) -> Tensor:
        inputs, last, moves, policy, value = rows
        one, other = self.ways[step % len(self.ways)]
        moves = other[moves.long()]
        with self._autocast():
            outputs, seats, ends = self.teacher.all_answers(inputs[:, one].float())
        logits = move_logits(outputs.float(), moves)
        return torch.stack(
            (
                policy_loss(logits, policy.float(), self._legal(moves)),
                value_loss(seats, value),
                functional.binary_cross_entropy_with_logits(ends.float(), last[:, one].float()),
            )
        )

    def _legal(self, moves: Tensor) -> Tensor:
        return moves[:, :, 0] < self.games.encoder.outputs

    def _autocast(self) -> Any:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")

    @torch.no_grad()
    def _update_player(self) -> None:
        for mine, its in zip(self.player.parameters(), self.teacher.parameters(), strict=True):
            mine.copy_(its)

    def distil(self) -> None:
        """Students learn what the teacher says about positions that searches came to."""
        encoder = self.games.encoder
        students = [Student(encoder, each).to(self.device) for each in self.plan.students]
        learners = [
            torch.optim.AdamW(
                each.parameters(), lr=0, weight_decay=1e-5, fused=self.device.type == "cuda"
            )
            for each in students
        ]
        start = time.monotonic()
        for step in self._steps(start):
            rate = (
                2e-3 * (1 - min(1.0, (time.monotonic() - start) / self.plan.distil_seconds)) + 2e-6
            )
            inputs, moves = self.leaves.sample(2 * self.plan.batch)
            one, other = self.ways[step % len(self.ways)]
            inputs, moves = inputs[:, one], other[moves.long()]
            legal = self._legal(moves)
            with torch.no_grad():
                outputs, seats = self.player(inputs.to(next(self.player.parameters()).dtype))
                logits = move_logits(outputs.float(), moves)
                policy = logits.masked_fill(~legal, -1e4).softmax(1) * legal
                value = seats.float().softmax(1)
            floats = inputs.float()
            for student, learner in zip(students, learners, strict=True):
                own_outputs, own_seats = student(floats)
                own_logits = move_logits(own_outputs, moves)
                losses = (policy_loss(own_logits, policy, legal), value_loss(own_seats, value))
                learner.param_groups[0]["lr"] = rate
                learner.zero_grad(set_to_none=True)
                torch.stack(losses).sum().backward()
                learner.step()
                if step % 2000 == 0:
                    difference = (own_seats.softmax(1) - value)[:, 0].square().mean().sqrt()
                    entropy = -(policy * policy.clamp(min=1e-9).log()).sum(1)[legal.any(1)].mean()
                    row = {
                        "student": student.hidden,
                        "step": step,
                        "policy_surprise": round(losses[0].item() - entropy.item(), 4),
                        "value_rmse": round(difference.item(), 4),
                    }
                    print(json.dumps(row), flush=True)
        for student in students:
            path = self.plan.out / f"{self.plan.game}-{student.hidden}.net"
            networks.write(path, self.plan.game, student.hidden, student.weights())

    def _steps(self, start: float) -> Iterator[int]:
        step = 0
        while time.monotonic() - start < self.plan.distil_seconds:
            yield step
            step += 1

    def _save(self) -> None:
        torch.save(
            {
                "teacher": self.teacher.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "seconds": self.spent,
            },
            self.plan.out / "teacher.pt",
        )

    def _load(self) -> None:
        path = self.plan.out / "teacher.pt"
        if path.exists():
            kept = torch.load(path, map_location=self.device, weights_only=True)
            self.teacher.load_state_dict(kept["teacher"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.spent = kept["seconds"]


def _places(order: Tensor) -> Tensor:
    """Where each output goes, from where each one comes; "none" stays."""
    return torch.cat((order.argsort(), torch.tensor([len(order)])))
