"""A pile: citations with their true labels, to simulate a screening on."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from thresher.arrays import Labels
from thresher.errors import FileError, InputError
from thresher.records import Import, read
from thresher.records.citation import Citation
from thresher.records.decision_fields import (
    carried_decisions,
    labels_seen,
    may_carry,
)
from thresher.records.delimited import LABEL_COLUMNS, UNREAD
from thresher.screening.features.links import own_names, works_cited
from thresher.screening.run import name_of

__all__ = ["Pile", "read_pile"]

MOST_NAMES = 30  # fields listed where none is a label


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pile:
    """Citations and whether each is relevant.

    Parameters
    ----------
    name
        What to call it in tables and files.
    citations, labels
        The records, and whether each is relevant.
    remarks
        What a user should know of how it was read, a sentence each.

    Raises
    ------
    InputError
        Uneven lengths, an id twice, one kind of label only, or no text at all.
    """

    name: str
    citations: Sequence[Citation]
    labels: Labels
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.citations) != self.labels.size:
            raise InputError(
                f"{len(self.citations)} citations need as many labels, got "
                f"{self.labels.size}"
            )
        twice = [i for i, n in Counter(c.id for c in self.citations).items() if n > 1]
        if twice:
            raise InputError(
                f"{self.name}: {len(twice)} ids stand for several records, the first "
                f"is {twice[0]!r}: give each record an id of its own"
            )
        relevant = int(np.count_nonzero(self.labels))
        if not 0 < relevant < self.labels.size:
            raise InputError(
                f"{self.name}: {relevant} of {self.labels.size} records are relevant, "
                "but a simulation needs relevant and irrelevant ones"
            )
        if not any(c.title or c.abstract for c in self.citations):
            raise InputError(
                f"{self.name}: no record has a title or an abstract to learn from: "
                "export the file again with them"
            )

    @property
    def fingerprint(self) -> str:
        """A hash of ids, texts, links and labels: equal piles have equal ones."""
        found = hashlib.sha256()
        for citation, label in zip(self.citations, self.labels.tolist(), strict=True):
            texts = (citation.id, citation.title, citation.abstract)
            links = (*own_names(citation), *works_cited(citation))
            parts = (*texts, *citation.keywords, *links, str(int(label)))
            found.update("\x1f".join(parts).encode("utf-8", "surrogatepass") + b"\x1e")
        return found.hexdigest()


def read_pile(path: Path, *, label_column: str | None = None) -> Pile:
    """Pile kept in a citation file of any format that carries labels.

    Parameters
    ----------
    path
        RIS, a table, an ``.asreview`` project or any other format of
        `thresher.records.read`, plain or gzipped.
    label_column
        The field of the labels; by default the first of ASReview's names for it that
        labels every record, or any record where none does. Notes of ASReview count
        where a record has no such field.

    Raises
    ------
    FileError
        The file cannot be read, has no label, or has one that is neither yes nor no.
    InputError
        One kind of label only, or no text to learn from.

    Notes
    -----
    Records without a label cannot take part in a simulation, which must know the truth
    of each; they are left out, and `Pile.remarks` says how many. Records that share an
    id are told apart as on import.
    """
    found = read(path)
    column = _column(found.records, label_column)
    labels = [_label(record, column, path=path) for record in found.records]
    known = [at for at, label in enumerate(labels) if label is not None]
    if not known:
        raise _no_labels(path, found.records, label_column)
    citations = [found.records[at] for at in known]
    unlabelled = len(labels) - len(known)
    return Pile(
        name=name_of(path),
        citations=citations,
        labels=np.array([labels[at] for at in known], dtype=np.bool_),
        remarks=tuple(_remarks(found, citations, unlabelled=unlabelled)),
    )


def _column(records: Sequence[Citation], asked: str | None) -> str | None:
    """Return the field that holds the labels, in lower case; nothing if none does."""
    if asked is not None:
        return asked.strip().casefold()
    decided = Counter(
        column
        for record in records
        for column, label in labels_seen(record.raw)
        if label != UNREAD
    )
    seen = [column for column in LABEL_COLUMNS if decided[column]]
    whole = [column for column in seen if decided[column] == len(records)]
    return next(iter([*whole, *seen]), None)


def _label(record: Citation, column: str | None, *, path: Path) -> bool | None:
    """Return a record's label; nothing where the file says none."""
    values = [v for name, v in record.raw if name.casefold() == column]
    meaning = None
    if values:
        value = values[0]
        ((_, meaning),) = labels_seen(((LABEL_COLUMNS[0], value),))
        if meaning is None:
            raise FileError(
                path,
                f"record {record.id!r} has the label {value[:40]!r} in {column}",
                hint="Labels are 0 or 1, empty where nobody decided.",
            )
    if len(values) <= 1 and not may_carry(record.raw):  # nothing else can tell
        return None if meaning in (None, UNREAD) else bool(meaning)
    decided = carried_decisions(record.raw, column=column)
    return decided[-1].label if decided else None


def _no_labels(path: Path, records: Sequence[Citation], asked: str | None) -> FileError:
    names = dict.fromkeys(name for record in records for name, _ in record.raw)
    listed = ", ".join([*names][:MOST_NAMES]) or "none"
    what = "has no label" if asked is None else f"has no label in a field {asked!r}"
    return FileError(
        path,
        f"{what} in its {len(records)} records",
        hint=f"Name its field with --label-column. Fields there are: {listed}.",
    )


def _remarks(
    found: Import, citations: Sequence[Citation], *, unlabelled: int
) -> Iterator[str]:
    report = found.report
    if unlabelled:
        yield (
            f"{unlabelled} of {len(found.records)} records have no label and are left "
            "out: a simulation must know the truth of each"
        )
    if report.repeated_ids:
        yield (
            f"{len(report.repeated_ids)} ids stand for several records, the first is "
            f"{report.repeated_ids[0]!r}; later ones got a number after it"
        )
    if not any(citation.abstract for citation in citations):
        yield "no record has an abstract: only titles are learned from"
    cautions = len(report.cautions) + report.more_cautions
    if cautions:
        yield f"{cautions} things in the file are odd, the first: {report.cautions[0]}"
