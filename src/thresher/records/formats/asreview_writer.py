"""Projects that ASReview 2 and 3 open, made from citations and decisions on them."""

import json
import sqlite3
import tempfile
import uuid
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from thresher.records.citation import Citation
from thresher.records.delimited import LABEL_COLUMNS, label_of
from thresher.records.formats.asreview_layout import (
    DECISION_INSERT,
    MODEL,
    RECORD_INSERT,
    RESULTS,
    record_table,
)
from thresher.records.formats.tabular import write_csv

__all__ = ["DECISION_FIELDS", "WRITERS_QUERIER", "write_project"]

DECISION_FIELDS = (
    "asreview_label",
    "asreview_order",
    "asreview_prior",
    "asreview_time",
    "asreview_querier",
    "asreview_classifier",
    "asreview_note",
    "asreview_tags",
)
WRITERS_QUERIER = "thresher"  # without a querier ASReview takes a decision for a prior
DATA_NAME = "records.csv"
CREATED = 946_684_800  # the same citations give the same file, whenever it is made
STAMP = (2000, 1, 1, 0, 0, 0)
SOFTWARE = {2: "2.2", 3: "3.0.8"}  # the versions whose layout this is
ONE_DATABASE = 3  # from this version on, records and decisions share one


def write_project(
    citations: Iterable[Citation],
    out: BinaryIO,
    *,
    version: int,
    mode: str = "oracle",
) -> None:
    """Write a project of ASReview in the layout of `version`, 2 or 3.

    A citation whose `raw` holds ``asreview_label`` (1 or 0) is written as decided,
    and the other `DECISION_FIELDS` go with it. All other fields go into the project's
    data file, a table of ours, so that nothing is lost. The `mode` is ``oracle`` for a
    review that goes on, and ``simulate`` for a simulation that is finished.
    """
    with tempfile.TemporaryDirectory(prefix="thresher-") as folder:
        data, results = Path(folder, DATA_NAME), Path(folder, "results.db")
        records = results if version >= ONE_DATABASE else Path(folder, "records.db")
        with (
            closing(sqlite3.connect(results)) as decided,
            closing(sqlite3.connect(records)) as held,
            data.open("wb") as table,
        ):
            tables = _Tables(decided if records == results else held, decided)
            tables.create(version)
            write_csv(tables.filled(citations), table)
            held.commit()
            decided.commit()
        files = {f"data/{DATA_NAME}": data, **_places(version, records, results)}
        _pack(out, _texts(version, mode=mode, begun=tables.begun), files)


class _Tables:
    """The two databases of a project, while they are filled."""

    def __init__(self, held: sqlite3.Connection, decided: sqlite3.Connection) -> None:
        self.held = held
        self.decided = decided
        self.decisions: list[dict[str, Any]] = []

    @property
    def begun(self) -> bool:
        """Whether a model could learn from the decisions: some of each kind."""
        return {decision["label"] for decision in self.decisions} == {0, 1}

    def create(self, version: int) -> None:
        for database in (self.held, self.decided):
            database.execute("PRAGMA journal_mode = MEMORY")  # they are not precious
            database.execute("PRAGMA synchronous = OFF")
        for statement in record_table(grouped=version >= ONE_DATABASE):
            self.held.execute(statement)
        for statement in RESULTS[version]:
            self.decided.execute(statement)
        self.decided.execute(f"PRAGMA user_version = {version}")

    def filled(self, citations: Iterable[Citation]) -> Iterator[Citation]:
        """Yield the citations without their decisions, which go into the databases.

        Decisions are stored in the order they were made, as far as it is known.
        """
        for row, citation in enumerate(citations):
            self.held.execute(RECORD_INSERT, _storable(_record(citation, row)))
            told = {n: v for n, v in citation.raw if n in DECISION_FIELDS}
            if told.get("asreview_label") not in ("0", "1"):
                yield citation
                continue
            self.decisions.append(_storable(_decision(told, row)))
            rest = tuple(pair for pair in citation.raw if pair[0] not in told)
            yield replace(citation, raw=rest)
        self.decisions.sort(key=lambda told: (told["order"], told["time"] or 0.0))
        self.decided.executemany(DECISION_INSERT, self.decisions)


def _record(citation: Citation, row: int) -> dict[str, Any]:
    raw = {name.casefold(): value for name, value in reversed(citation.raw)}
    said = next((raw[name] for name in LABEL_COLUMNS[1:] if name in raw), "")
    label = label_of(said)
    return {
        "row": row,
        "dataset": _identifier("dataset"),
        "title": citation.title,
        "abstract": citation.abstract,
        "authors": json.dumps(citation.authors),
        "keywords": json.dumps(citation.keywords),
        "year": citation.year,
        "doi": citation.doi or None,
        "url": citation.url or None,
        "included": label if label in (0, 1) else None,
    }


def _decision(told: Mapping[str, str], row: int) -> dict[str, Any]:
    prior = told.get("asreview_prior") == "1"
    return {
        "row": row,
        "order": _number(told.get("asreview_order", "")) or 0.0,
        "label": int(told["asreview_label"]),
        "classifier": told.get("asreview_classifier"),
        "querier": told.get("asreview_querier", None if prior else WRITERS_QUERIER),
        "time": _number(told.get("asreview_time", "")),
        "note": told.get("asreview_note"),
        "tags": told.get("asreview_tags"),
    }


def _storable(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with ``?`` for halves of letters, which SQLite refuses."""
    return {
        name: value.encode(errors="replace").decode()
        if isinstance(value, str)
        else value
        for name, value in row.items()
    }


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _identifier(name: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, f"https://thresher.invalid/{name}").hex


def _places(version: int, records: Path, results: Path) -> dict[str, Path]:
    if version >= ONE_DATABASE:
        return {"results.db": results}
    review = f"reviews/{_identifier('review')}/results.db"
    return {"data_store.db": records, review: results}


def _texts(version: int, *, mode: str, begun: bool) -> dict[str, str]:
    """Return the JSON files of a project, which goes on where decisions allow it."""
    goes_on = begun and mode == "oracle"
    config: dict[str, Any] = {
        "version": SOFTWARE[version],
        "id": _identifier("project"),
        "mode": mode,
        "name": "thresher",
        "created_at_unix": CREATED,
        "feature_matrices": [],
        "tags": None,
        "datasets": [{"id": _identifier("dataset"), "name": DATA_NAME}],
    }
    status = {"status": "review" if begun else "setup"}
    if mode == "simulate":
        status = {"status": "finished"}
    if version >= ONE_DATABASE:
        config["project_file_version"] = version
        config["review"] = status | {"model": MODEL if goes_on else {}}
        return {"project.json": json.dumps(config)}
    review = _identifier("review")
    config["reviews"] = [{"id": review} | status]
    settings = {f"reviews/{review}/settings_metadata.json": json.dumps(MODEL)}
    return {"project.json": json.dumps(config), **(settings if goes_on else {})}


def _pack(out: BinaryIO, texts: Mapping[str, str], files: Mapping[str, Path]) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("data/", "feature_matrices/"):
            archive.writestr(zipfile.ZipInfo(name, STAMP), "")
        for name, text in texts.items():
            archive.writestr(_entry(name), text)
        for name, path in files.items():
            with path.open("rb") as file, archive.open(_entry(name), "w") as entry:
                while chunk := file.read(1024**2):
                    entry.write(chunk)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, STAMP)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
