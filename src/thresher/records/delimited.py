"""Tables in CSV, TSV and the like, and the columns that hold labels."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.errors import FileError

if TYPE_CHECKING:
    import _csv

__all__ = [
    "ID_COLUMNS",
    "LABEL_COLUMNS",
    "LABEL_VALUES",
    "UNREAD",
    "Table",
    "first_of",
    "label_of",
    "labels_of",
    "read_table",
]

ID_COLUMNS = ("record_id", "id", "record", "openalex_id", "pmid", "doi")
LABEL_COLUMNS = (
    "asreview_label",
    "included",
    "label",
    "final_included",
    "label_included",
    "included_label",
    "included_final",
    "included_flag",
    "include",
)  # in ASReview's own order of preference
UNREAD = -1
LABEL_VALUES = {
    **dict.fromkeys(("0", "0.0", "false"), 0),
    **dict.fromkeys(("1", "1.0", "true"), 1),
    **dict.fromkeys(("", "-1", "-1.0", "na", "n/a", "<na>", "nan", "none"), UNREAD),
    "null": UNREAD,
}
DELIMITERS = ",\t;|"
LONGEST_CELL, LONGEST_HEADER = 100 * 1024**2, 1024**2


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A delimited text and the names in its header, in lower case."""

    path: Path
    text: str
    delimiter: str
    columns: tuple[str, ...]

    def cells(self, names: Sequence[str]) -> dict[str, list[str]]:
        """Return the named columns, which must exist; empty lines hold no row.

        Raises
        ------
        FileError
            A row is too short to have them, or the text is no table.
        """
        pick = _picker([self.columns.index(name) for name in names])
        reader = self._reader()
        try:
            picked = [*map(pick, self._rows(reader))]
        except IndexError as error:
            reason = f"the row has fewer than the {len(self.columns)} columns named"
            raise FileError(self.path, reason, line=reader.line_num) from error
        except csv.Error as error:
            reason = f"is not a well-formed table ({error})"
            raise FileError(self.path, reason, line=reader.line_num) from error
        return {name: [row[at] for row in picked] for at, name in enumerate(names)}

    def line(self, row: int) -> int:
        """Return the line on which a row ends, counting rows from 0."""
        reader = self._reader()
        next(islice(self._rows(reader), row, None))
        return int(reader.line_num)

    def _rows(self, reader: "_csv.Reader") -> Iterator[list[str]]:
        """Return the rows below the header; only a lone column may be empty."""
        next(filter(None, reader), None)
        return reader if len(self.columns) == 1 else filter(None, reader)

    def _reader(self) -> "_csv.Reader":
        return csv.reader(io.StringIO(self.text, newline=""), delimiter=self.delimiter)


def read_table(text: str, path: Path, *, wanted: Iterable[str]) -> Table:
    r"""Table in `text`, split by the character that makes a `wanted` column appear.

    Examples
    --------
    >>> table = read_table("ID;Label\n7;1\n", Path("a.csv"), wanted=["label"])
    >>> table.columns, table.cells(["label"])
    (('id', 'label'), {'label': ['1']})
    """
    csv.field_size_limit(LONGEST_CELL)  # Python's own is below some abstracts
    text = text.rstrip("\r\n")
    headers = {mark: _header(text, mark) for mark in DELIMITERS}
    names = {name.strip().lower() for name in wanted}
    best = max(
        headers, key=lambda m: (not names.isdisjoint(headers[m]), len(headers[m]))
    )
    return Table(path=path, text=text, delimiter=best, columns=headers[best])


def first_of(names: Sequence[str], columns: Sequence[str]) -> str | None:
    """Return the first of `names` that is among `columns`."""
    return next((name for name in names if name in columns), None)


def labels_of(values: Sequence[str]) -> list[int | None]:
    """Return what each of many values means, as `label_of` does, but fast."""
    labels = [*map(LABEL_VALUES.get, values)]
    return [*map(label_of, values)] if None in labels else labels


def label_of(value: str) -> int | None:
    """Return 0, 1, or -1 for a label that is missing; nothing for any other text.

    Examples
    --------
    >>> label_of("1"), label_of(" NA "), label_of("maybe")
    (1, -1, None)
    """
    return LABEL_VALUES.get(value.strip().lower())


def _header(text: str, delimiter: str) -> tuple[str, ...]:
    start = io.StringIO(text[:LONGEST_HEADER], newline="")
    first = next(filter(None, csv.reader(start, delimiter=delimiter)), [])
    return tuple(name.strip().lower() for name in first)


def _picker(places: Sequence[int]) -> Callable[[list[str]], tuple[str, ...]]:
    """Return a function that takes the cells at these places from a row."""
    if len(places) > 1:
        return itemgetter(*places)
    place = places[0]
    return lambda row: (row[place] if row else "",)
