"""The training loop: self-play, training and distillation side by side, limited by wall time.

While the cores step games, the device evaluates their leaves, trains the teacher with what games
taught, and the students with what the teacher says about leaves. In the end only the students
learn, ever more slowly. A run writes into a folder: `teacher.pt` (a checkpoint that another machine
goes on from; `optimizer.pt` beside it may be left out), a line of `curve.jsonl` for each turn, and
`GAME-WIDTH.net` for each student, after each turn. Beside it another process plays with the largest
student and writes its ratings (`rating`).
"""

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from ludothek.engine import networks
from ludothek.games.errors import BadSetup
from ludothek.research.training.board_models import AnyTeacher, teacher_of
from ludothek.research.training.buffers import Ring
from ludothek.research.training.evaluation import Evaluation
from ludothek.research.training.learner import Learner
from ludothek.research.training.models import Student, move_logits, policy_loss, value_loss
from ludothek.research.training.rating import followed
from ludothek.research.training.selfplay import (
    GROUPS,
    Counts,
    Samples,
    SelfPlay,
    Settings,
    symmetries,
)

AUXILIARY: Final = 0.1  # how much each auxiliary target counts
LEAVES_KEPT: Final = 0.02  # of all that were evaluated, for the students
SLOWLY: Final = 0.1  # of the teacher's change goes into the player each time
STUDENT_RATE: Final = 1.5e-3  # of learning, while games are played
_FEWEST: Final = 5_000  # samples, before anything is learnt from them
_AT_ONCE: Final = 4  # steps of training, at most, before games go on
_SECONDS: Final = 20.0  # between two checkpoints, and between two lines of distillation
_QUEUED: Final = 8  # steps that the device may be behind


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
    architecture: str | None = None  # the game's own, unless named
    surprise: float = 0.0  # of the weight of a sample, by how far its policy is from the teacher's
    turn: int = 100_000  # samples between two lines of the curve
    reuse: float = 4.0  # how often a sample is learnt from
    batch: int = 4096
    capacity: int = 3_000_000  # samples kept
    rates: tuple[float, float] = (1e-3, 5e-5)  # of learning: at the beginning and at the end
    trusting: float = 250.0  # seconds until the end of a segment is what a search expects
    students: Sequence[int] = (128, 256)
    rated: bool = True  # is the last student rated on the way?

    @property
    def rated_network(self) -> Path | None:
        """The file whose ratings are written."""
        return self.network(self.students[-1]) if self.rated and self.students else None

    def network(self, hidden: int) -> Path:
        """The file of a student."""
        return self.out / f"{self.game}-{hidden}.net"


class Run:
    """A run: the teacher twice (to train, and to evaluate), the games, and what is kept.

    The player is a slow mean of the teacher: it plays, and students learn from it.
    """

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
        self.teacher, self.mean, player = (self._make_teacher().to(device) for _ in range(3))
        dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.player = player.to(dtype).eval()
        self.students = self._make_students()
        self.learner = Learner(
            self.teacher.parameters(), self._losses, [1.0, 1.0, AUXILIARY, AUXILIARY], 1e-4, device
        )
        self.student_learner = Learner(
            self.students.parameters(),
            self._student_losses,
            [1.0, 1.0, 0.0, 0.0] * len(self.students),
            1e-5,
            device,
        )
        self.spent = 0.0  # seconds, by earlier runs too
        self.earlier = Counts(0, 0, 0)  # by earlier runs
        self.samples = Ring(plan.capacity, device)
        self.leaves = Ring(2 * plan.capacity, device)
        orders = symmetries(plan.game)
        self._inputs = torch.stack([torch.from_numpy(one) for one, _ in orders]).to(device)
        self._places = torch.stack([_places(torch.from_numpy(each)) for _, each in orders]).to(
            device
        )
        self._due = 0.0  # steps of training that new samples are worth
        self._launched = [False, False]
        self._queued = list[torch.cuda.Event]()
        self._load()
        self._update_player(1.0)
        self.evaluations = [Evaluation(self.player, each, device) for each in self.games.leaves]

    def go(self) -> None:
        """All of it."""
        network, seconds = self.plan.rated_network, self.plan.seconds + self.plan.distil_seconds
        with followed(network, seconds) if network else nullcontext():
            self.play()
            self.distil()

    def play(self) -> None:
        """Games and training."""
        start, before = time.monotonic(), self.spent
        saved = start
        self.plan.out.mkdir(parents=True, exist_ok=True)
        with (self.plan.out / "curve.jsonl").open("a") as curve:
            while (passed := time.monotonic() - start) < self.plan.seconds:
                self.games.set_trust(min(1.0, self.spent / self.plan.trusting))
                evaluations = self.games.counts.evaluations
                stepping = self._turn(start)
                took = time.monotonic() - start - passed
                self.spent = before + passed + took
                row = {
                    "seconds": round(self.spent, 1),
                    **self.counts._asdict(),
                    "samples": self.samples.total,
                    "evaluations_per_second": round(
                        (self.games.counts.evaluations - evaluations) / took
                    ),
                    "cores": round(stepping / took, 3),
                    **self._means(),
                }
                print(json.dumps(row), file=curve, flush=True)
                print(json.dumps(row), flush=True)
                if time.monotonic() - saved > _SECONDS:
                    self._save()
                    saved = time.monotonic()
        self._save()

    @property
    def counts(self) -> Counts:
        """What has been played, by earlier runs too."""
        return Counts(*map(sum, zip(self.earlier, self.games.counts, strict=True)))

    def distil(self) -> None:
        """Students learn from what is there, ever more slowly."""
        start = shown = time.monotonic()
        while self.leaves.total and (now := time.monotonic()) - start < self.plan.distil_seconds:
            left = 1 - (now - start) / self.plan.distil_seconds
            self.student_learner.step(STUDENT_RATE * left)
            self._limit_queue()
            if now - shown > _SECONDS:
                shown = now
                print(json.dumps({"distilled": round(now - start), **self._means()}), flush=True)
        self._save()

    def _turn(self, start: float) -> float:
        """Until there are the samples of a turn; for how many seconds the cores stepped games."""
        fresh = rounds = 0
        stepping = 0.0
        goal = min(self.plan.turn, max(_FEWEST, self.samples.total))
        while fresh < goal and (passed := time.monotonic() - start) < self.plan.seconds:
            for group in GROUPS:
                if self._launched[group]:
                    self.evaluations[group].wait()
                begun = time.monotonic()
                self.games.advance(group)
                stepping += time.monotonic() - begun
                self.evaluations[group].launch()
                self._launched[group] = True
            self._learn(passed / self.plan.seconds)
            rounds += 1
            if rounds % 4 == 0:
                self._keep_leaves(rounds // 4 % 2)
            if rounds % 16 == 0:
                self._update_player(SLOWLY)
            if rounds % 64 == 0:
                fresh += self._keep(self.games.take())
        return stepping

    def _learn(self, progress: float) -> None:
        """Some steps, if new samples are worth them."""
        first, last = self.plan.rates
        rate = first + (last - first) * min(1.0, progress)
        for _ in range(_AT_ONCE):
            if self._due < 1:
                break
            self._due -= 1
            self.learner.step(rate)
        if len(self.students) and self.leaves.total >= self.plan.batch:
            self.student_learner.step(STUDENT_RATE)

    def _keep(self, samples: Samples) -> int:
        if not len(samples.inputs):
            return 0
        inputs, last, moves, policy, outcome, expected, proven, ending = map(
            torch.from_numpy, samples
        )
        value = torch.where(proven[:, None] > 0, expected, (outcome + expected) / 2)
        self.samples.add(inputs, last, moves, policy.half(), value, ending)
        self.samples.look_back(max(200_000, self.samples.total // 2))
        if self.samples.total >= min(_FEWEST, self.plan.turn):
            self._due += len(inputs) * self.plan.reuse / self.plan.batch
        return len(inputs)

    def _keep_leaves(self, group: int) -> None:
        """Some of the leaves that are being evaluated; those without decisions are of no use."""
        rows = torch.randint(
            self.plan.games,
            (max(1, int(self.plan.games * LEAVES_KEPT * 8)),),
            device=self.device,
        )
        evaluation = self.evaluations[group]
        self.leaves.add(evaluation.inputs[rows], evaluation.moves[rows])

    def _losses(self) -> Tensor:
        inputs, last, moves, policy, value, ending = self.samples.sample(self.plan.batch)
        order, places = self._renaming()
        moves = places[moves.long()]
        with self._autocast():
            outputs, seats, *ends = self.teacher.all_answers(inputs[:, order].float())
        logits = move_logits(outputs.float(), moves)
        return torch.stack(
            (
                policy_loss(logits, policy.float(), self._legal(moves), self.plan.surprise),
                value_loss(seats, value),
                *(
                    functional.binary_cross_entropy_with_logits(guess.float(), true)
                    for guess, true in zip(ends, (last[:, order].float(), ending), strict=True)
                ),
            )
        )

    def _student_losses(self) -> Tensor:
        """Of each student: of policy and value, and how far these are from the teacher's."""
        inputs, moves = self.leaves.sample(2 * self.plan.batch)
        order, places = self._renaming()
        inputs, moves = inputs[:, order], places[moves.long()]
        legal = self._legal(moves)
        with torch.no_grad():
            outputs, seats = self.player(inputs.to(next(self.player.parameters()).dtype))
            logits = move_logits(outputs.float(), moves)
            policy = logits.masked_fill(~legal, -1e4).softmax(1) * legal
            value = seats.float().softmax(1)
            least = policy_loss(policy.clamp(min=1e-9).log(), policy, legal)
        losses = []
        for student in self.students:
            own_outputs, own_seats = student(inputs.float())
            loss = policy_loss(move_logits(own_outputs, moves), policy, legal)
            far = (own_seats.detach().softmax(1) - value)[:, 0].square().mean().sqrt()
            losses += [loss, value_loss(own_seats, value), loss.detach() - least, far]
        return torch.stack(losses)

    def _means(self) -> dict[str, float]:
        names = [
            *("policy_loss", "value_loss", "last_loss", "ending_loss"),
            *(
                f"{what}_{student.hidden}"
                for student in self.students
                for what in ("", "", "policy_surprise", "value_rmse")
            ),
        ]
        means = [*self.learner.take_means(), *self.student_learner.take_means()]
        return {
            name: round(mean, 4)
            for name, mean in zip(names, means, strict=True)
            if mean and not name.startswith("_")
        }

    def _renaming(self) -> tuple[Tensor, Tensor]:
        """A random one: where inputs come from, and where outputs go."""
        chosen = torch.randint(len(self._inputs), (1,), device=self.device)
        return self._inputs.index_select(0, chosen)[0], self._places.index_select(0, chosen)[0]

    def _legal(self, moves: Tensor) -> Tensor:
        return moves[:, :, 0] < self.games.encoder.outputs

    def _autocast(self) -> Any:
        gpu = self.device.type == "cuda"
        return torch.autocast(self.device.type, torch.bfloat16, enabled=gpu, cache_enabled=False)

    def _make_teacher(self) -> AnyTeacher:
        plan = self.plan
        encoder = self.games.encoder
        return teacher_of(plan.game, encoder, plan.width, plan.blocks, plan.architecture)

    def _make_students(self) -> nn.ModuleList:
        made = [Student(self.games.encoder, each) for each in self.plan.students]
        return nn.ModuleList(made).to(self.device)

    @torch.no_grad()
    def _update_player(self, share: float) -> None:
        for mean, mine, its in zip(
            self.mean.parameters(),
            self.player.parameters(),
            self.teacher.parameters(),
            strict=True,
        ):
            mean.lerp_(its, share)
            mine.copy_(mean)

    def _limit_queue(self) -> None:
        """The device is at most a few steps behind, so that the clock is right."""
        if self.device.type != "cuda":
            return
        event = torch.cuda.Event()
        event.record()
        self._queued.append(event)
        if len(self._queued) > _QUEUED:
            self._queued.pop(0).synchronize()

    def _save(self) -> None:
        kept = {
            "teacher": {name: each.half() for name, each in self.teacher.state_dict().items()},
            "students": self.students.state_dict(),
            "seconds": self.spent,
            "counts": list(self.counts),
        }
        torch.save(kept, self.plan.out / "teacher.pt")
        torch.save(
            [each.optimizer.state_dict() for each in (self.learner, self.student_learner)],
            self.plan.out / "optimizer.pt",
        )
        for student in self.students:
            path = self.plan.network(student.hidden)
            fresh = path.with_suffix(".new")  # whoever reads sees a whole file
            networks.write(fresh, self.plan.game, student.hidden, student.weights())
            fresh.replace(path)

    def _load(self) -> None:
        path, optimizer = (self.plan.out / name for name in ("teacher.pt", "optimizer.pt"))
        if not path.exists():
            return
        kept = torch.load(path, map_location=self.device, weights_only=True)
        whole = [
            _take_over(model, kept[name], path)
            for name, model in (("teacher", self.teacher), ("students", self.students))
        ]
        self.spent = kept["seconds"]
        self.earlier = Counts(*kept["counts"])
        if optimizer.exists() and all(whole):
            states = torch.load(optimizer, map_location=self.device, weights_only=True)
            for learner, state in zip((self.learner, self.student_learner), states, strict=True):
                learner.load(state)


def _take_over(model: nn.Module, kept: Mapping[str, Tensor], path: Path) -> bool:
    """Go on with what a checkpoint has learnt; was that all that the model learns?

    Teachers made before endings were foretold begin to learn that.
    """
    own = {name: each.shape for name, each in model.state_dict().items()}
    fresh = {name for name in own.keys() - kept.keys() if name.startswith("ending.")}
    if {name: each.shape for name, each in kept.items()} != {
        name: shape for name, shape in own.items() if name not in fresh
    }:
        raise BadSetup(
            "checkpoint",
            f"{path} is of another game, teacher or students: name the same, or another folder",
        )
    model.load_state_dict(kept, strict=False)
    return not fresh


def _places(order: Tensor) -> Tensor:
    """Where each output goes, from where each one comes; "none" stays."""
    return torch.cat((order.argsort(), torch.tensor([len(order)])))
