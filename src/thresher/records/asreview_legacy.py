"""Projects of ASReview 0.x, which kept their decisions in JSON."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.errors import FileError
from thresher.records.archive import Archive
from thresher.records.asreview_project import (
    LABELS,
    AsreviewProject,
    Decision,
    current_decisions,
    labels_of_data_file,
)
from thresher.records.delimited import UNREAD
from thresher.records.json_entry import read_any_json, read_json

__all__ = ["MODEL_STATE", "read_legacy"]

MODEL_STATE = "result.json"
PEOPLES_LABELS = "labeled.json"
PRIOR = {"prior", "initial"}  # "initial" before version 0.9
ODD = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def read_legacy(archive: Archive, config: Mapping[str, Any]) -> AsreviewProject:
    """Project whose model's state is in ``result.json``.

    What people decided is in ``labeled.json``, by record id; the state, by row
    number, knows which records were priors. Where the two disagree, people count.
    """
    state = read_json(archive, MODEL_STATE)
    try:
        return _project(archive, config, state)
    except FileError:
        raise
    except ODD as error:
        reason = f"{MODEL_STATE} is not the state of an ASReview 0.x project"
        hint = "Export the project again."
        raise FileError(archive.path, reason, hint=hint) from error


def _project(
    archive: Archive, config: Mapping[str, Any], state: Mapping[str, Any]
) -> AsreviewProject:
    ids = _record_ids(state)
    decisions = _models_decisions(state, ids)
    if PEOPLES_LABELS in archive:
        decisions = _peoples_decisions(archive, decisions)
    settings = dict(state.get("settings") or {})
    simulated = "simulate" in (config.get("mode"), settings.get("mode"))
    return AsreviewProject(
        version=str(config.get("version") or state.get("software_version") or "0"),
        file_version=0,
        mode="simulate" if simulated else "oracle",
        name=str(config.get("name") or archive.path.stem),
        record_ids=ids,
        labels=(
            _models_labels(state, ids)
            if simulated
            else labels_of_data_file(archive, config, record_ids=ids)
        ),
        decisions=current_decisions(decisions, archive.path, record_ids=ids),
        settings=settings,
    )


def _record_ids(state: Mapping[str, Any]) -> tuple[int, ...]:
    for data in state.get("data_properties", {}).values():
        return tuple(data["record_table"])
    return tuple(range(len(state["labels"])))


def _models_decisions(state: Mapping[str, Any], ids: tuple[int, ...]) -> list[Decision]:
    classifier = (state.get("settings") or {}).get("model")
    decisions = []
    for turn in state["results"]:
        for at, label, querier in turn["labelled"]:
            prior = querier in PRIOR
            decision = Decision(
                record_id=ids[at],
                label=LABELS[label],
                prior=prior,
                querier=None if prior else querier,
                classifier=None if prior else classifier,
            )
            decisions.append(decision)
    return decisions


def _peoples_decisions(archive: Archive, models: list[Decision]) -> list[Decision]:
    known = {decision.record_id: decision for decision in models}
    decisions = []
    for record_id, label in read_any_json(archive, PEOPLES_LABELS):
        model = known.get(record_id, Decision(record_id=record_id, label=False))
        decisions.append(replace(model, label=LABELS[label]))
    return decisions


def _models_labels(
    state: Mapping[str, Any], ids: tuple[int, ...]
) -> NDArray[np.int8] | None:
    """Return the labels a simulation was given."""
    labels = [label if label in LABELS else UNREAD for label in state["labels"]]
    return np.array(labels, dtype=np.int8) if len(labels) == len(ids) else None
