"""A pile: citations with their true labels, to simulate a screening on."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from thresher.arrays import Labels
from thresher.errors import FileError, InputError
from thresher.records.citation import Citation
from thresher.records.delimited import (
    LABEL_COLUMNS,
    UNREAD,
    Table,
    first_of,
    labels_of,
    read_table,
)
from thresher.records.plain_text import as_text, read_content
from thresher.screening.run import name_of

__all__ = ["Pile", "read_pile"]

ID_COLUMNS = ("record_id", "id", "openalex_id", "pmid", "doi")
TITLE_COLUMNS = ("title", "primary_title", "article title")
ABSTRACT_COLUMNS = ("abstract", "notes_abstract", "abstract note")
KEYWORD_COLUMNS = ("keywords", "mesh_keywords", "mesh", "author keywords")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pile:
    """Citations and whether each is relevant.

    Raises
    ------
    InputError
        Uneven lengths, an id twice, one kind of label only, or no text at all.
    """

    name: str
    citations: Sequence[Citation]
    labels: Labels

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
                f"{self.name}: no record has a title or an abstract to learn from"
            )

    @property
    def fingerprint(self) -> str:
        """A hash of ids, texts and labels: equal piles have equal ones."""
        found = hashlib.sha256()
        for citation, label in zip(self.citations, self.labels.tolist(), strict=True):
            texts = (citation.id, citation.title, citation.abstract)
            parts = (*texts, *citation.keywords, str(int(label)))
            found.update("\x1f".join(parts).encode("utf-8", "surrogatepass") + b"\x1e")
        return found.hexdigest()


def read_pile(path: Path, *, label_column: str | None = None) -> Pile:
    """Pile kept as a table with a header: titles, abstracts and labels.

    Parameters
    ----------
    path
        CSV, TSV or the like, plain or gzipped.
    label_column
        The column of labels; by default the first of ASReview's names for it.

    Raises
    ------
    FileError
        No label column, no text column, or a label other than 0 and 1.
    """
    names = LABEL_COLUMNS if label_column is None else (label_column.strip().lower(),)
    table = read_table(as_text(read_content(path), path), path, wanted=names)
    label = first_of(names, table.columns)
    if label is None:
        seen = ", ".join(name or "(unnamed)" for name in table.columns[:30])
        raise FileError(
            path,
            f"has no label column ({names[0] if label_column else 'label_included …'})",
            hint=f"Its columns are: {seen}. Name the one with --label-column.",
        )
    columns = [
        first_of(some, table.columns)
        for some in (ID_COLUMNS, TITLE_COLUMNS, ABSTRACT_COLUMNS, KEYWORD_COLUMNS)
    ]
    if columns[1] is None and columns[2] is None:
        raise FileError(path, "has no column of titles or abstracts")
    cells = table.cells([*dict.fromkeys([label, *filter(None, columns)])])
    labels = _labels(cells[label], table)
    return Pile(
        name=name_of(path), citations=_citations(cells, columns, path), labels=labels
    )


def _citations(
    cells: dict[str, list[str]], columns: Sequence[str | None], path: Path
) -> list[Citation]:
    rows = len(next(iter(cells.values())))
    ids, titles, abstracts, keywords = (
        cells[name] if name else [""] * rows for name in columns
    )
    return [
        Citation(
            id=ids[row] or str(row + 1),
            title=titles[row],
            abstract=abstracts[row],
            keywords=_split(keywords[row]),
            source=path.name,
        )
        for row in range(rows)
    ]


def _split(keywords: str) -> tuple[str, ...]:
    parts = keywords.replace(";", "|").replace("\n", "|").split("|")
    return tuple(part.strip() for part in parts if part.strip())


def _labels(cells: Sequence[str], table: Table) -> Labels:
    labels = labels_of(cells)
    missing = labels.count(UNREAD)
    if missing:
        row = labels.index(UNREAD)
        raise FileError(
            table.path,
            f"{missing} of {len(cells)} records have no label",
            line=table.line(row),
            hint="A simulation needs all labels: complete them or leave them out.",
        )
    if None in labels:
        row = labels.index(None)
        reason = f"the label is {cells[row]!r}, not 0 or 1"
        raise FileError(table.path, reason, line=table.line(row))
    return np.array([label == 1 for label in labels])
