"""Figures as JSON: ASReview Insights' envelope and ids, ours beside."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from thresher import __version__
from thresher.measures.evaluation import Evaluation, Item

__all__ = ["envelope"]


def envelope(
    evaluation: Evaluation,
    *,
    asreview_version: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> dict[str, Any]:
    """Return one run's figures in the shape that Insights prints.

    `settings`, where given, is added under ``data``; ``thresher`` says what was counted
    and by which convention.
    """
    items: list[dict[str, Any]] = []
    for item in evaluation.items:
        items.append(_item(item))
        if item.id == "atd":
            items.append(_discoveries(evaluation))
    data: dict[str, Any] = {"items": items}
    if settings is not None:
        data["settings"] = dict(settings)
    return {
        "asreviewVersion": asreview_version,
        "apiVersion": __version__,
        "data": data,
        "thresher": _counted(evaluation),
    }


def _item(item: Item) -> dict[str, Any]:
    levelled = item.values[0][0] is not None
    value = [list(pair) for pair in item.values] if levelled else item.values[0][1]
    shown: dict[str, Any] = {"id": item.id, "title": item.title, "value": value}
    if item.reason:
        shown["undefined"] = item.reason
    return shown


def _discoveries(evaluation: Evaluation) -> dict[str, Any]:
    pairs = [[_plain(name), rank] for name, rank in evaluation.discoveries]
    return {"id": "td", "title": "Time to discovery", "value": pairs}


def _plain(name: object) -> object:
    """Return a record's id as JSON can hold it."""
    return name.item() if isinstance(name, np.generic) else name


def _counted(evaluation: Evaluation) -> dict[str, Any]:
    reading = evaluation.reading
    return {
        "convention": evaluation.convention,
        "priors": evaluation.priors,
        "records": reading.records,
        "relevant": reading.relevant,
        "read": reading.read,
        "found": reading.found,
        "stopped_early": reading.stopped_early,
    }
