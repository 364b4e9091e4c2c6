"""Runs from files of any kind, told apart by what they hold."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from thresher.errors import FileError
from thresher.records.asreview_file import AsreviewProject, read_project
from thresher.records.delimited import label_of
from thresher.records.plain_text import as_text, file_start, read_content
from thresher.screening.label_table import reading_of_lines, reading_of_table
from thresher.screening.reading import Reading
from thresher.screening.run import Run, name_of
from thresher.screening.run_json import run_of_json, write_run
from thresher.screening.trec import (
    Judgements,
    is_trec_line,
    read_judgements,
    runs_of_trec,
)

__all__ = ["Run", "open_run", "open_runs", "write_run"]

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
FOREIGN = {
    b"SQLite format 3\0": (
        "is a database, not a reading",
        "Of a Thresher project give what thresher export writes as .asreview; of an "
        "ASReview project the .asreview file around it.",
    ),
    b"\x89HDF\r\n\x1a\n": (
        "is an HDF5 file",
        "Export it again with ASReview 1 or later.",
    ),
    b"%PDF": ("is a PDF document", "Give the table of labels as CSV."),
}
SOURCE = str | Path


def open_run(
    path: SOURCE,
    *,
    qrels: SOURCE | Judgements | None = None,
    label_column: str | None = None,
) -> Run:
    """Run kept in a file, which must hold exactly one; see `open_runs`."""
    runs = open_runs(path, qrels=qrels, label_column=label_column)
    if len(runs) != 1:
        reason = f"holds {len(runs)} runs, one for each topic; one was asked for"
        raise FileError(path, reason, hint="Split it by topic.")
    return runs[0]


def open_runs(
    path: SOURCE,
    *,
    qrels: SOURCE | Judgements | None = None,
    label_column: str | None = None,
) -> list[Run]:
    """All runs kept in a file: a TREC run has one for each topic, others one in all.

    Parameters
    ----------
    path
        An ``.asreview`` project of any version; a table (CSV, TSV; also gzipped)
        with a label column, in reading order; a text with one label a line; a TREC
        run; or a JSON run of our own.
    qrels
        Judgements for a TREC run, or the file that holds them.
    label_column
        Column of the labels, if a table calls it by an uncommon name.

    Raises
    ------
    FileError
        The file is missing, empty, damaged, of another kind, or says something
        impossible; the message says what to do.
    """
    path = Path(path)
    start = file_start(path)
    if start.startswith(ZIP):
        return [_run_of_project(read_project(path), path)]
    for mark, (reason, hint) in FOREIGN.items():
        if start.startswith(mark):
            raise FileError(path, reason, hint=hint)
    if path.suffix.lower() == ".asreview":
        reason = "is not a zip archive, as every ASReview project is"
        raise FileError(path, reason, hint="Export the project again.")
    text = as_text(read_content(path), path)
    return _runs_of_text(text, path, qrels=qrels, label_column=label_column)


def _runs_of_text(
    text: str,
    path: Path,
    *,
    qrels: SOURCE | Judgements | None,
    label_column: str | None,
) -> list[Run]:
    first = text.lstrip()[:1000].partition("\n")[0].strip()
    if not first:
        raise FileError(path, "the file is empty", hint="Export it again.")
    if first.startswith(("{", "[")):
        return [run_of_json(text, path)]
    if is_trec_line(first):
        return runs_of_trec(text, path, judgements=_judgements(qrels, path))
    if label_of(first) is not None and label_column is None:
        return [_named(reading_of_lines(text, path), path)]
    reading = reading_of_table(text, path, label_column=label_column)
    return [replace(_named(reading, path), of_table=True)]


def _judgements(qrels: SOURCE | Judgements | None, path: Path) -> Judgements:
    if qrels is None:
        reason = "is a TREC run, which does not say what is relevant"
        raise FileError(path, reason, hint="Give its judgements (qrels) too.")
    return qrels if isinstance(qrels, Mapping) else read_judgements(qrels)


def _named(reading: Reading, path: Path) -> Run:
    return Run(name=name_of(path), reading=reading, source=path)


def _run_of_project(project: AsreviewProject, path: Path) -> Run:
    """Return a project's run; priors lead, whenever they were added."""
    decisions = sorted(project.decisions, key=lambda decision: not decision.prior)
    reading = Reading(
        labels=np.array([decision.label for decision in decisions], dtype=np.bool_),
        priors=sum(decision.prior for decision in decisions),
        records=project.records,
        relevant=project.relevant,
        ids=[decision.record_id for decision in decisions],
    )
    return Run(
        name=name_of(path),
        reading=reading,
        settings=project.settings,
        asreview_version=project.version,
        source=path,
    )
