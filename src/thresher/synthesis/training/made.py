"""What a training job gives back."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from thresher.synthesis.training.cards import Card

__all__ = ["ENGLISH", "PARTIAL", "Made"]

PARTIAL = "The corpora are partial copies; the full ones should do better."
ENGLISH = "English abstracts of medical studies only."


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """New weights, and the card that goes with them."""

    weights: dict[str, NDArray[Any]]
    card: Card
