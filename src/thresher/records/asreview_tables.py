"""Projects of ASReview 1, 2 and 3, which keep their decisions in SQLite."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.errors import FileError
from thresher.records.archive import Archive
from thresher.records.archive_database import Database, open_database
from thresher.records.asreview_project import (
    LABELS,
    AsreviewProject,
    Decision,
    current_decisions,
    labels_of_data_file,
)
from thresher.records.delimited import UNREAD
from thresher.records.json_entry import read_json

__all__ = ["read_tables", "results_entry"]

OLD_NAMES = {
    "querier": "query_strategy",
    "balancer": "balance_strategy",
    "feature_extractor": "feature_extraction",
    "time": "labeling_time",
}  # what version 1 called the columns of later ones
COMPONENTS = ("classifier", "querier", "balancer", "feature_extractor")
WANTED = ("record_id", "label", *COMPONENTS, "time")
HINT = "Export the project again."
Row = Mapping[str, Any]


def results_entry(archive: Archive, config: Row) -> str | None:
    """Return the entry that holds the decisions: that of the first review, or none."""
    match config.get("reviews"):
        case [{"id": first}, *_]:
            pass
        case _:
            first = None
    known = [f"reviews/{first}/results.db", f"reviews/{first}/results.sql"]
    others = [name for name in sorted(archive.entries) if _is_results(name)]
    names = [*known, "results.db", *others]
    return next((name for name in names if name in archive), None)


def read_tables(archive: Archive, config: Row, *, results: str) -> AsreviewProject:
    """Project whose decisions are in the entry `results`, and its data beside."""
    with ExitStack() as stack:
        decided = stack.enter_context(open_database(archive, results))
        if results.endswith(".sql"):
            version, ids = 1, _ids(decided, "record_table")
            labels = labels_of_data_file(archive, config, record_ids=ids)
        else:
            inside = "included" in decided.columns("record")
            version, stored = 3 if inside else 2, decided
            if not inside:
                stored = stack.enter_context(open_database(archive, "data_store.db"))
            ids, labels = _ids(stored, "record"), _labels_of_table(stored)
        rows = _rows(decided)
    found = current_decisions(
        [_decision(row, archive) for row in rows], archive.path, record_ids=ids
    )
    return AsreviewProject(
        version=str(config.get("version", "")),
        file_version=version,
        mode=str(config.get("mode", "oracle")),
        name=str(config.get("name") or ""),
        record_ids=ids,
        labels=labels,
        decisions=found,
        settings=_settings(archive, config, results=results) | _components(rows),
    )


def _is_results(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return len(parts) == 3 and parts[0] == "reviews" and parts[2].startswith("results.")  # noqa: PLR2004  reviews/<id>/results.*


def _ids(database: Database, table: str) -> tuple[int, ...]:
    ids = tuple(record_id for (record_id,) in database.rows(table, ["record_id"]))
    if not all(isinstance(record_id, int) for record_id in ids):
        reason = f"{database.name} has a record without a number as its id"
        raise FileError(database.path, reason, hint=HINT)
    return ids


def _labels_of_table(database: Database) -> NDArray[np.int8]:
    included = [
        label if label in LABELS else UNREAD
        for (label,) in database.rows("record", ["included"])
    ]
    return np.array(included, dtype=np.int8)


def _rows(database: Database) -> list[Row]:
    """Return the decided rows of the results, by the names of the latest version."""
    there = database.columns("results")
    named = {
        name: name if name in there else OLD_NAMES.get(name, name) for name in WANTED
    }
    named = {
        n: c for n, c in named.items() if c in there or n in ("record_id", "label")
    }
    rows = database.rows("results", list(named.values()))
    told = [dict(zip(named, row, strict=True)) for row in rows]
    return [row for row in told if row["label"] is not None]  # none: shown, not decided


def _decision(row: Row, archive: Archive) -> Decision:
    """Return a decision; as in ASReview, one that no querier chose is a prior."""
    record_id, label = row["record_id"], row["label"]
    if not isinstance(record_id, int) or label not in LABELS:
        reason = f"record {record_id!r} has the label {label!r}; labels are 0 or 1"
        raise FileError(archive.path, reason, hint=HINT)
    querier, classifier = row.get("querier"), row.get("classifier")
    prior = querier in (None, "prior")
    return Decision(
        record_id=record_id,
        label=LABELS[label],
        prior=prior,
        time=_seconds(row.get("time")),
        querier=None if prior else str(querier),
        classifier=None if classifier is None else str(classifier),
    )


def _seconds(time: object) -> float | None:
    """Return seconds since 1970: later versions store them, the first stored text."""
    if isinstance(time, int | float):
        return float(time) or None
    try:
        stamp = datetime.fromisoformat(str(time))
    except ValueError:
        return None
    return stamp.replace(tzinfo=stamp.tzinfo or UTC).timestamp()


def _settings(archive: Archive, config: Row, *, results: str) -> dict[str, object]:
    review = config.get("review")
    if isinstance(review, dict) and isinstance(review.get("model"), dict):
        return dict(review["model"])
    name = str(PurePosixPath(results).with_name("settings_metadata.json"))
    stored = read_json(archive, name) if name in archive else {}
    inner = stored.get("settings")
    return dict(inner) if isinstance(inner, dict) else dict(stored)


def _components(rows: Iterable[Row]) -> dict[str, object]:
    """Return the names beside the decisions: what really ran, whatever is claimed."""
    chosen = [row for row in rows if row.get("querier") not in (None, "prior")]
    names = {
        part: list(dict.fromkeys(str(row[part]) for row in chosen if row.get(part)))
        for part in COMPONENTS
    }
    return {"components": {part: found for part, found in names.items() if found}}
