"""What reads phrases and directions off a text: the shipped models, or another's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from thresher.synthesis.finding import Directions
from thresher.synthesis.spans import PicoKind

__all__ = ["Pair", "TextModels"]

Pair: TypeAlias = tuple[str, str]  # intervention, outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class TextModels:
    """A tagger of phrases and a model of directions, with the latter's own figures.

    Parameters
    ----------
    phrases
        Participants, interventions and outcomes that a text names.
    directions
        A triple for each pair, None where no sentence of the text is about it.
    evidence_name, evidence_f1
        Name of the model behind `directions` and its own macro-F1 on held-out data,
        None where it is not known: a judge that errs has to say so.
    """

    phrases: Callable[[str], Mapping[PicoKind, tuple[str, ...]]]
    directions: Callable[[str, Sequence[Pair]], tuple[Directions | None, ...]]
    evidence_name: str
    evidence_f1: float | None
