"""Records of ASReview projects, every version, with the decisions on them."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from thresher.errors import FileError
from thresher.records.archive import Archive, open_archive
from thresher.records.archive_database import Database, open_database
from thresher.records.asreview_file import CONFIG, read_project
from thresher.records.asreview_legacy import MODEL_STATE
from thresher.records.asreview_tables import results_entry
from thresher.records.citation import Citation
from thresher.records.formats.asreview_writer import (
    DECISION_FIELDS,
    WRITERS_QUERIER,
    write_project,
)
from thresher.records.formats.draft import Draft
from thresher.records.formats.json_values import decoded, shown
from thresher.records.formats.protocol import Format
from thresher.records.formats.ris import RIS
from thresher.records.formats.tabular import CSV
from thresher.records.formats.xlsx import XLSX, read_first_table
from thresher.records.json_entry import read_json
from thresher.records.source import Source, open_source
from thresher.records.tally import Tally

__all__ = ["ASREVIEW", "ASREVIEW_3"]

READABLE = (XLSX, RIS, CSV)  # what ASReview itself takes as data
STORED = ("title", "abstract", "authors", "keywords", "year", "doi", "url", "included")
EXTRA = ("note", "tags")
ZIP = b"PK\x03\x04"
NO_DATA = "Import the file that the project was made from."


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    with open_archive(source.path) as archive:
        config = read_json(archive, CONFIG) if CONFIG in archive else {}
        ids, stored = _stored(archive, config)
        given = _given(archive, config, tally=tally)
        extra = _extra(archive, config)
    decided = _decided(source, ids, extra=extra)
    if given is not None and ids and len(given) != len(ids):
        tally.warn(f"the data file has {len(given)} records, the project {len(ids)}")
        given = None
    records = stored if given is None else given
    if records is None:
        reason = "the project holds decisions, but not the records decided on"
        raise FileError(source.path, reason, hint=NO_DATA)
    if {citation.id for citation in records} == {str(number) for number in ids}:
        ids = [int(citation.id) for citation in records]  # by name, not by place
    for number, citation in zip(ids or range(len(records)), records, strict=True):
        tally.start()
        told = decided.get(number, [])
        yield replace(citation, raw=(*citation.raw, *told))


def _stored(
    archive: Archive, config: Mapping[str, Any]
) -> tuple[list[int], list[Citation] | None]:
    """Return the ids of the records, and the records if a table holds their text."""
    name = next((n for n in _tables(archive, config) if n in archive), None)
    if name is None:
        return [], None
    with open_database(archive, name) as database:
        if name.endswith(".sql"):
            return [i for (i,) in database.rows("record_table", ["record_id"])], None
        if "title" not in database.columns("record"):
            return [], None
        return _table_records(database)


def _tables(archive: Archive, config: Mapping[str, Any]) -> list[str]:
    results = results_entry(archive, config)
    found = [] if results is None else [results]
    return ["data_store.db", *found]


def _table_records(database: Database) -> tuple[list[int], list[Citation]]:
    there = [name for name in STORED if name in database.columns("record")]
    rows = database.rows("record", ["record_id", *there, "dataset_row"])
    if not all(type(row[0]) is int and type(row[-1]) is int for row in rows):
        reason = f"{database.name} has a record without a number or a row of its own"
        raise FileError(database.path, reason, hint="Export the project again.")
    rows.sort(key=itemgetter(-1))
    ids = [row[0] for row in rows]
    told = (dict(zip(there, row[1:-1], strict=True)) for row in rows)
    records = [_of_table(row, database) for row in told]
    return ids, [draft.citation(str(i)) for i, draft in zip(ids, records, strict=True)]


def _of_table(row: Mapping[str, Any], database: Database) -> Draft:
    draft = Draft()
    for name, value in row.items():
        if name in ("authors", "keywords"):
            listed = decoded(shown(value) or "[]", database.path, line=1)
            names = listed if isinstance(listed, list) else [listed]
            draft.put_all(name, [shown(part).strip() for part in names], name=name)
        elif name == "included":
            draft.keep(name, shown(value))
        else:
            draft.put(name, shown(value).strip(), name=name)
    return draft


def _given(
    archive: Archive, config: Mapping[str, Any], *, tally: Tally
) -> list[Citation] | None:
    """Return the records of the file that the project was made from, all fields."""
    name = _data_entry(archive, config)
    if name is None:
        return None
    with tempfile.TemporaryDirectory(prefix="thresher-") as folder:
        private = Path(folder, "data" + PurePosixPath(name).suffix)
        with private.open("wb") as out:
            archive.copy(name, out)
        source = open_source(private)
        known = next((f for f in READABLE if f.recognises(source)), None)
        if known is None:
            return None
        inner = Tally()
        reading = read_first_table if known is XLSX else known.read
        records = [*reading(source, tally=inner)]  # ASReview reads one sheet
    tally.dropped.update(inner.dropped)
    for caution in inner.cautions:
        tally.warn(f"{name}: {caution}")
    return records


def _data_entry(archive: Archive, config: Mapping[str, Any]) -> str | None:
    """Return the entry of the data file: the one named, or the only one there is."""
    sets = config.get("datasets")
    listed = sets if isinstance(sets, list) else []
    names = [entry.get("name") for entry in listed if isinstance(entry, dict)]
    wanted = [f"data/{name}" for name in (config.get("dataset_path"), *names) if name]
    files = [
        name
        for name in archive.entries
        if name.startswith("data/") and not name.endswith("/")
    ]
    return next((name for name in wanted if name in archive), None) or (
        files[0] if len(files) == 1 else None
    )


def _extra(archive: Archive, config: Mapping[str, Any]) -> dict[int, dict[str, str]]:
    """Return notes and tags, by record."""
    results = results_entry(archive, config)
    if results is None:
        return {}
    with open_database(archive, results) as database:
        there = [name for name in EXTRA if name in database.columns("results")]
        rows = database.rows("results", ["record_id", *there])
    return {row[0]: dict(zip(there, map(shown, row[1:]), strict=True)) for row in rows}


def _decided(
    source: Source, ids: list[int], *, extra: Mapping[int, Mapping[str, str]]
) -> dict[int, list[tuple[str, str]]]:
    """Return the decision on each record, as fields that the writer takes back."""
    with open_archive(source.path) as archive:
        config = read_json(archive, CONFIG) if CONFIG in archive else {}
        if results_entry(archive, config) is None and MODEL_STATE not in archive:
            return {}
    project = read_project(source.path)
    if not ids:
        ids += project.record_ids
    told = {}
    for order, decision in enumerate(project.decisions, 1):
        querier = "" if decision.querier == WRITERS_QUERIER else decision.querier
        values = {
            "label": str(int(decision.label)),
            "order": str(order),
            "prior": "1" if decision.prior else "",
            "time": shown(decision.time),
            "querier": querier or "",
            "classifier": decision.classifier or "",
            **extra.get(decision.record_id, {}),
        }
        told[decision.record_id] = [
            (name, values.get(name.removeprefix("asreview_"), ""))
            for name in DECISION_FIELDS
            if values.get(name.removeprefix("asreview_"))
        ]
    return told


def _write_2(citations: Iterable[Citation], out: BinaryIO) -> None:
    write_project(citations, out, version=2)


def _write_3(citations: Iterable[Citation], out: BinaryIO) -> None:
    write_project(citations, out, version=3)


def _recognises(source: Source) -> bool:
    head = source.head_bytes
    if not head.startswith(ZIP):
        return False
    with open_archive(source.path) as archive:
        return CONFIG in archive or MODEL_STATE in archive


ASREVIEW = Format(
    name="asreview",
    title="ASReview project",
    endings=(".asreview",),
    recognises=_recognises,
    read=_read,
    write=_write_2,
)
ASREVIEW_3 = Format(
    name="asreview3",
    title="ASReview 3 project",
    endings=(".asreview",),
    recognises=_recognises,
    read=_read,
    write=_write_3,
)
