"""A random sample with a person's labels and a classifier's predictions."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from thresher.arrays import Labels
from thresher.certification.samples import confusion_of
from thresher.errors import FileError, InputError
from thresher.measures.confusion import Confusion
from thresher.records.delimited import (
    ID_COLUMNS,
    LABEL_COLUMNS,
    UNREAD,
    Table,
    first_of,
    labels_of,
    read_table,
)
from thresher.records.plain_text import as_text, read_content

__all__ = ["LabelledSample", "read_labelled_sample"]

PREDICTED_COLUMNS = ("predicted", "prediction", "retrieved", "classified")
KEY_LENGTH = 16  # hexadecimal digits: two of a million records agree once in 10**7


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelledSample:
    """Records in the order they were drawn, with labels and predictions.

    Parameters
    ----------
    labels, predicted
        Of the records that are labelled.
    ids
        Their ids; without any, the sample is known by its labels alone.
    waiting
        How many more records were drawn and have no label yet.

    Raises
    ------
    InputError
        Uneven lengths, no record, or an id twice.
    """

    labels: Labels
    predicted: Labels
    ids: Sequence[str] = ()
    waiting: int = 0

    def __post_init__(self) -> None:
        if not self.labels.size:
            raise InputError("the sample has no labelled record: label it first")
        if self.predicted.size != self.labels.size:
            raise InputError(
                f"{self.labels.size} labels need as many predictions, got "
                f"{self.predicted.size}"
            )
        twice = [one for one, times in Counter(self.ids).items() if times > 1]
        if twice:
            raise InputError(
                f"{len(twice)} ids are in the sample twice, the first is {twice[0]!r}: "
                "a random sample without replacement holds each record once"
            )

    @property
    def table(self) -> Confusion:
        """The confusion matrix."""
        return confusion_of(self.labels, self.predicted)

    @property
    def keys(self) -> tuple[str, ...]:
        """What to know the records by: a hash of each id, or one of all labels."""
        known = self.ids or ["".join(map(str, self.labels.astype(int).tolist()))]
        return tuple(_hash(one)[:KEY_LENGTH] for one in known)

    def fingerprint(self, records: int) -> str:
        """Return a hash of ids, labels and predictions of the first records."""
        parts = (self.labels[:records], self.predicted[:records])
        rows = [*zip(*(part.astype(int).tolist() for part in parts), strict=True)]
        return _hash(repr((tuple(self.ids[:records]), rows)))


def read_labelled_sample(
    path: Path, *, label_column: str | None = None, prediction_column: str | None = None
) -> LabelledSample:
    """Return a sample kept as a table: ids, labels and predictions, as drawn.

    Records at the end may have no label yet.

    Raises
    ------
    FileError
        A column is missing, a cell is neither 0 nor 1, or a label is missing before
        one that is there.
    """
    names = LABEL_COLUMNS if label_column is None else (label_column.strip().lower(),)
    asked = prediction_column
    guesses = PREDICTED_COLUMNS if asked is None else (asked.strip().lower(),)
    table = read_table(as_text(read_content(path), path), path, wanted=names)
    label, predicted = (
        _column(table, known, what=what)
        for known, what in ((names, "labels"), (guesses, "predictions"))
    )
    identity = first_of(ID_COLUMNS, table.columns)
    cells = table.cells([*dict.fromkeys(filter(None, (label, predicted, identity)))])
    labels = _values(cells[label], table)
    done = labels.index(UNREAD) if UNREAD in labels else len(labels)
    if any(value != UNREAD for value in labels[done:]):
        reason = "has no label, though later records have one"
        hint = "Label records in the order they were drawn."
        raise FileError(path, reason, line=table.line(done), hint=hint)
    predictions = _values(cells[predicted][:done], table)
    if UNREAD in predictions:
        at = predictions.index(UNREAD)
        raise FileError(path, "has no prediction", line=table.line(at))
    return LabelledSample(
        labels=np.array(labels[:done], np.int8) == 1,
        predicted=np.array(predictions, np.int8) == 1,
        ids=tuple(cells[identity][:done]) if identity else (),
        waiting=len(labels) - done,
    )


def _column(table: Table, names: Sequence[str], *, what: str) -> str:
    found = first_of(names, table.columns)
    if found is None:
        seen = ", ".join(name or "(unnamed)" for name in table.columns[:30])
        hint = f"Its columns are: {seen}. Name the one that holds the {what}."
        reason = f"has no column of {what} ({', '.join(names[:4])})"
        raise FileError(table.path, reason, hint=hint)
    return found


def _values(cells: Sequence[str], table: Table) -> list[int]:
    values = labels_of(cells)
    if None in values:
        row = values.index(None)
        reason = f"holds {cells[row]!r}, not 0 or 1"
        raise FileError(table.path, reason, line=table.line(row))
    return [value for value in values if value is not None]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
