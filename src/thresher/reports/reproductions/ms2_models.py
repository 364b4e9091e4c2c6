"""What the shipped models reach, beside the figures of the models MS² used."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

__all__ = ["ModelFigure", "model_figures"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFigure:
    """A figure of a shipped model on its validation part, and a published one.

    The tests differ, and `note` says how: the two must not be ranked. `ours` is None
    where the model's card lacks it, or nothing can be measured here.
    """

    task: str
    ours: float | None
    ours_on: str
    published: float | None
    published_on: str
    note: str = ""


ASKED = (
    (
        "sentence roles, weighted F1",
        ("roles", "weighted_f1", "pmc"),
        "trial abstracts of articles not trained on, five roles",
        0.958,
        "MS² Table 9, BACKGROUND in review abstracts (SciBERT)",
        "other classes, other texts",
    ),
    (
        "sentence roles, weighted F1, recent MEDLINE",
        ("roles", "weighted_f1", "med21"),
        "MEDLINE 2021 abstracts not trained on",
        0.774,
        "MS² Table 9, EFFECT, the summaries' sentences (SciBERT)",
        "our nine classes are rules on top of the roles; the 3,000 labelled sentences "
        "are not public, so they are not measured",
    ),
    (
        "PICO, token F1, mean of P, I, O",
        ("pico", "token_f1", "mean"),
        "one in eight abstracts of EBM-NLP's public training parts, crowd labels",
        0.723,
        "SciBERT on EBM-NLP's test, expert labels",
        "MS² prints no figure for its tagger",
    ),
    (
        "evidence sentence among the first, abstracts",
        ("evidence", "top_1"),
        "Evidence Inference's validation articles, additions of version 2",
        None,
        "",
        "not printed",
    ),
    (
        "direction given the sentence, macro-F1",
        ("evidence", "direction_given"),
        "the same",
        None,
        "",
        "not printed",
    ),
    (
        "direction end to end, macro-F1",
        ("evidence", "end_to_end"),
        "the same, abstracts only",
        0.814,
        "MS² footnote 5: 78.0, or 81.4 without the comparator (whole test, full texts)",
        "other test, and full texts",
    ),
)


def model_figures() -> tuple[ModelFigure, ...]:
    """Figures from the cards of the shipped models; `thresher train` made them.

    Examples
    --------
    >>> [one.task for one in model_figures()][2]
    'PICO, token F1, mean of P, I, O'
    """
    return tuple(
        ModelFigure(
            task=task,
            ours=_figure(*path),
            ours_on=ours_on,
            published=published,
            published_on=published_on,
            note=note,
        )
        for task, path, ours_on, published, published_on, note in ASKED
    )


def _figure(model: str, *path: str) -> float | None:
    """Return one figure of a model's card, if it has it."""
    file = resources.files("thresher.synthesis") / "weights" / f"{model}.json"
    found: Any = json.loads(file.read_text(encoding="utf-8"))["figures"]
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return float(found) if isinstance(found, int | float) else None
