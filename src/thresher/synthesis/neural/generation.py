"""Summaries that a neural model writes: drafts, never findings."""

from collections.abc import Mapping, Sequence

from thresher.synthesis.finding import Direction, Directions
from thresher.synthesis.neural.checkpoint import Checkpoint
from thresher.synthesis.neural.example import Example
from thresher.synthesis.neural.extra import torch
from thresher.synthesis.neural.states import label_ids, model_inputs

__all__ = ["BEAMS", "LENGTH_PENALTY", "LONGEST", "generated", "table_direction"]

BEAMS, LENGTH_PENALTY, LONGEST = 6, 2.0, 128  # the paper's, Appendix F


def generated(
    checkpoint: Checkpoint,
    examples: Sequence[Example],
    *,
    beams: int = BEAMS,
    longest: int = LONGEST,
) -> tuple[str, ...]:
    """Text that the model writes for each review.

    Nothing ties it to its sources: give it to `unsupported` with the studies, and to a
    person.
    """
    model = checkpoint.model.eval()
    with torch().no_grad():
        ids = model.generate(
            **model_inputs(checkpoint, examples),
            num_beams=beams,
            length_penalty=LENGTH_PENALTY,
            max_length=longest,
        )
    texts = checkpoint.tokenizer.batch_decode(ids, skip_special_tokens=True)
    return tuple(text.strip() for text in texts)


def table_direction(checkpoint: Checkpoint, example: Example) -> Directions:
    """Direction of a review that a table-to-table model reads off its studies.

    Each of the three words is scored as the target; their likelihoods are shared out.
    """
    chances = _likelihoods(checkpoint, example)
    total = sum(chances.values())
    return Directions(**{one.value: chances[one] / total for one in Direction})


def _likelihoods(checkpoint: Checkpoint, example: Example) -> Mapping[Direction, float]:
    nothing = torch().no_grad
    asked = [
        Example(background=example.background, studies=example.studies, target=one)
        for one in Direction
    ]
    labels = label_ids(checkpoint, asked, longest=LONGEST)
    with nothing():
        logits = checkpoint.model.eval()(
            **model_inputs(checkpoint, asked), labels=labels
        ).logits
    logs = logits.log_softmax(-1)
    kept = labels.clamp(min=0).unsqueeze(-1)
    scores = (logs.gather(-1, kept).squeeze(-1) * (labels >= 0)).sum(-1)
    shares = (scores - scores.max()).exp()
    return {one: float(share) for one, share in zip(Direction, shares, strict=True)}
