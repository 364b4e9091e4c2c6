"""Training of a summariser on reviews with targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from thresher.errors import InputError
from thresher.progress import Report, silent
from thresher.synthesis.neural.checkpoint import Checkpoint
from thresher.synthesis.neural.example import Example
from thresher.synthesis.neural.extra import torch
from thresher.synthesis.neural.states import label_ids, model_inputs

__all__ = ["Schedule", "example_loss", "trained"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """How to train; the defaults are the paper's (Appendix F).

    Raises
    ------
    InputError
        A number is out of range.
    """

    epochs: int = 8
    batch: int = 32
    at_once: int = 1
    rate: float = 1e-5
    warm_up: int = 1000
    longest_target: int = 128

    def __post_init__(self) -> None:
        if min(self.epochs, self.batch, self.at_once, self.longest_target) < 1:
            raise InputError("epochs, batch, at_once and longest_target are at least 1")
        if self.rate <= 0 or self.warm_up < 0:
            raise InputError("the rate is above 0, the warm-up not below 0")


def example_loss(
    checkpoint: Checkpoint, examples: Sequence[Example], *, longest: int = 128
) -> Any:  # noqa: ANN401
    """Mean loss of the target tokens of some reviews, as a tensor.

    Raises
    ------
    InputError
        A review has no target.
    """
    if not all(example.target for example in examples):
        raise InputError("training needs a target for every review")
    labels = label_ids(checkpoint, examples, longest=longest)
    return checkpoint.model(**model_inputs(checkpoint, examples), labels=labels).loss


def trained(
    checkpoint: Checkpoint,
    examples: Sequence[Example],
    *,
    rng: np.random.Generator,
    schedule: Schedule | None = None,
    report: Report = silent,
) -> tuple[float, ...]:
    """Train the checkpoint's model in place; return the loss of each step.

    Adam with a linear warm-up and a linear fall to zero; gradients of `at_once`
    reviews are gathered until a batch is full.
    """
    how = schedule or Schedule()
    torch().manual_seed(int(rng.integers(2**31)))
    model = checkpoint.model.train()
    optimiser = torch().optim.Adam(model.parameters(), lr=how.rate, eps=1e-8)
    batches = [one for _ in range(how.epochs) for one in _batches(examples, how, rng)]
    rates = torch().optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: _share(step, len(batches), how.warm_up)
    )
    losses = []
    for done, batch in enumerate(batches, 1):
        losses.append(_step(checkpoint, batch, how))
        optimiser.step()
        rates.step()
        optimiser.zero_grad()
        report("Training", done=done, total=len(batches))
    model.eval()
    return tuple(losses)


def _step(checkpoint: Checkpoint, batch: Sequence[Example], how: Schedule) -> float:
    """Gather the gradients of a batch, and return its mean loss."""
    total = 0.0
    for start in range(0, len(batch), how.at_once):
        part = batch[start : start + how.at_once]
        loss = example_loss(checkpoint, part, longest=how.longest_target)
        share = loss * len(part) / len(batch)
        share.backward()
        total += float(share.detach())
    return total


def _batches(
    examples: Sequence[Example], how: Schedule, rng: np.random.Generator
) -> list[list[Example]]:
    order = rng.permutation(len(examples))
    return [
        [examples[at] for at in order[start : start + how.batch]]
        for start in range(0, len(order), how.batch)
    ]


def _share(step: int, steps: int, warm_up: int) -> float:
    """Return the share of the full rate at a step."""
    warm = min(warm_up, steps // 2)
    if step < warm:
        return (step + 1) / warm
    return max(0.0, (steps - step) / max(1, steps - warm))
