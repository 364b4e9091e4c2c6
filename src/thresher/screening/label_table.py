"""Readings kept as a table or a plain list of labels, in reading order."""

import math
from collections.abc import Callable, Sequence
from itertools import compress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from thresher.arrays import Scores
from thresher.errors import FileError
from thresher.records.delimited import (
    ID_COLUMNS,
    LABEL_COLUMNS,
    UNREAD,
    Table,
    first_of,
    labels_of,
    read_table,
)
from thresher.screening.reading import Reading

__all__ = ["reading_of_lines", "reading_of_table"]

SCORE_COLUMNS = ("score", "probability", "proba")
PRIOR_COLUMNS = ("asreview_prior", "prior")
EXTRAS = (ID_COLUMNS, SCORE_COLUMNS, PRIOR_COLUMNS)
LABELS_ARE = "Labels are 0 or 1; empty, -1 or NA if the record was not read."
LineOf = Callable[[int], int]  # the line of a row


def reading_of_lines(text: str, path: Path) -> Reading:
    r"""Return the reading kept as one label a line.

    Examples
    --------
    >>> reading_of_lines("1\n0\n0\n", Path("labels.txt")).found
    1
    """
    body = text.rstrip().lstrip("\r\n")
    above = len(text.rstrip().splitlines()) - len(body.splitlines())
    return _reading(_labels(body.splitlines(), path, line=lambda row: row + 1 + above))


def reading_of_table(
    text: str, path: Path, *, label_column: str | None = None
) -> Reading:
    """Return the reading kept as a delimited table, one record a row.

    Parameters
    ----------
    text
        The whole table, with its header; its rows are in reading order.
    path
        Where it came from, for messages.
    label_column
        Column of the labels; by default the first of ASReview's names for it.

    Raises
    ------
    FileError
        No label column or several, no record, a label other than 0, 1 or missing, a
        score that is no finite number, or a prior after a record that is none.
    """
    names = LABEL_COLUMNS if label_column is None else (label_column.strip().lower(),)
    table = read_table(text, path, wanted=names)
    label = first_of(names, table.columns)
    if label is None:
        raise _no_label_column(table, names)
    if table.columns.count(label) > 1:
        hint = "Rename or remove all but one of them."
        raise FileError(path, f"has several columns {label!r}", hint=hint)
    extra = [first_of(names, table.columns) for names in EXTRAS]
    cells = table.cells([*dict.fromkeys([label, *filter(None, extra)])])
    labels = _labels(cells[label], path, line=table.line)
    if not labels.size:
        raise FileError(path, "names columns but holds no record")
    rows = np.flatnonzero(labels != UNREAD)
    read = {
        name: [*compress(column, labels != UNREAD)] for name, column in cells.items()
    }
    identity, score, prior = (None if name is None else read[name] for name in extra)

    def line(row: int) -> int:
        return table.line(int(rows[row]))

    return _reading(
        labels,
        ids=identity,
        scores=None if score is None else _scores(score, path, line=line),
        priors=0 if prior is None else _priors(prior, path, line=line),
    )


def _reading(
    labels: NDArray[np.int8],
    *,
    ids: Sequence[object] | None = None,
    scores: Scores | None = None,
    priors: int = 0,
) -> Reading:
    return Reading(
        labels=labels[labels != UNREAD] == 1,
        records=labels.size,
        ids=ids,
        scores=scores,
        priors=priors,
    )


def _no_label_column(table: Table, names: Sequence[str]) -> FileError:
    seen = ", ".join(name or "(unnamed)" for name in table.columns[:30])
    hint = f"Its columns are: {seen}. Name the one that holds 0 and 1."
    listed = names[0] if len(names) == 1 else f"any of {', '.join(names)}"
    return FileError(table.path, f"has no label column ({listed})", hint=hint)


def _labels(cells: Sequence[str], path: Path, *, line: LineOf) -> NDArray[np.int8]:
    labels = labels_of(cells)
    if None in labels:
        row = labels.index(None)
        reason = f"the label is {cells[row]!r}"
        raise FileError(path, reason, line=line(row), hint=LABELS_ARE)
    return np.array(labels, dtype=np.int8)


def _scores(cells: Sequence[str], path: Path, *, line: LineOf) -> Scores | None:
    """Return a score for each record, or nothing if one has none."""
    if not all(map(str.strip, cells)):
        return None
    try:
        scores = np.array([*map(float, cells)])
    except ValueError:
        scores = np.array([*map(_number, cells)])
    wrong = np.flatnonzero(~np.isfinite(scores))
    if wrong.size:
        row = int(wrong[0])
        reason = f"the score is {cells[row]!r}, not a finite number"
        hint = "Leave the column out, or give every record a number."
        raise FileError(path, reason, line=line(row), hint=hint)
    return scores


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan


def _priors(cells: Sequence[str], path: Path, *, line: LineOf) -> int:
    """Return how many priors lead the reading; no others are allowed."""
    marks = _labels(cells, path, line=line) == 1
    priors = int(np.count_nonzero(marks))
    if not marks[:priors].all():
        row = priors + int(np.argmax(marks[priors:]))
        reason = "a prior comes after a record that is none"
        raise FileError(path, reason, line=line(row), hint="List the priors first.")
    return priors
