"""An include/exclude list of a screener that nobody here trained."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from thresher.errors import FileError, InputError
from thresher.records.delimited import (
    ID_COLUMNS,
    LABEL_COLUMNS,
    first_of,
    label_of,
    read_table,
)
from thresher.records.formats.table_cells import csv_line, disarmed, rearmed
from thresher.records.plain_text import as_text, read_content
from thresher.screening.seal import draw_key, texts_digest

__all__ = ["ScreenerList", "labels_sheet", "read_labels", "read_list"]

DECISION_COLUMNS = ("decision", "verdict", *LABEL_COLUMNS)
WORDS = {
    **dict.fromkeys(("include", "included", "yes", "y", "relevant"), 1),
    **dict.fromkeys(("exclude", "excluded", "no", "n", "irrelevant"), 0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenerList:
    """Records that a screener included and those it excluded, in the list's order.

    Raises
    ------
    InputError
        A record is there twice, or nothing is there at all.
    """

    included: tuple[str, ...]
    excluded: tuple[str, ...]

    def __post_init__(self) -> None:
        ids = Counter((*self.included, *self.excluded))
        if not ids:
            raise InputError("the list holds no record")
        record, times = ids.most_common(1)[0]
        if times > 1:
            raise InputError(
                f"record {record!r} is in the list {times} times: name each one once"
            )

    @property
    def digest(self) -> str:
        """Digest of all ids and decisions: the frame that a sample is drawn from."""
        return texts_digest(
            ["thresher-list-1", *self.included, "thresher-excluded", *self.excluded]
        )

    def sample(self, seed: str, *, included: int, excluded: int) -> list[str]:
        """Return the records of least key in each stratum, in one mixed order.

        The order tells the reader nothing of what the screener decided.

        Raises
        ------
        InputError
            More are asked for than there are.
        """
        drawn = []
        for size, stratum in ((included, self.included), (excluded, self.excluded)):
            if not 0 <= size <= len(stratum):
                raise InputError(
                    f"cannot draw {size} records from a stratum of {len(stratum)}"
                )
            drawn += sorted(stratum, key=lambda one: draw_key(seed, one))[:size]
        return sorted(drawn, key=lambda one: draw_key(seed, one))


def read_list(path: Path, *, column: str | None = None) -> ScreenerList:
    """List in a table with a column of ids and one of decisions.

    Parameters
    ----------
    path
        CSV, TSV or the like; decisions are include and exclude, yes and no, 1 and 0.
    column
        The column of decisions, if it has an uncommon name.

    Raises
    ------
    FileError
        A column is missing, or a decision is neither.
    """
    decided = _decided(path, column=column)
    undecided = next((one for one, label in decided.items() if label is None), None)
    if undecided is not None:
        raise FileError(path, f"record {undecided!r} has no decision")
    return ScreenerList(
        included=tuple(one for one, label in decided.items() if label),
        excluded=tuple(one for one, label in decided.items() if not label),
    )


def labels_sheet(records: Sequence[str]) -> str:
    r"""CSV in which people label a sample: ids that no spreadsheet runs, no labels yet.

    Examples
    --------
    >>> labels_sheet(["7", "=1+1"])
    "record_id,label\r\n7,\r\n'=1+1,\r\n"
    """
    rows = [("record_id", "label"), *((disarmed(one), "") for one in records)]
    return "".join(csv_line(row, ending="\r\n") for row in rows)


def read_labels(path: Path, *, column: str | None = None) -> dict[str, bool]:
    """Labels in a `labels_sheet` by record; those still empty are left out."""
    decided = _decided(path, column=column, id_of=rearmed)
    return {one: label for one, label in decided.items() if label is not None}


def _decided(
    path: Path, *, column: str | None, id_of: Callable[[str], str] = str
) -> dict[str, bool | None]:
    names = DECISION_COLUMNS if column is None else (column.strip().lower(),)
    table = read_table(as_text(read_content(path), path), path, wanted=names)
    decision, record = (
        first_of(names, table.columns),
        first_of(ID_COLUMNS, table.columns),
    )
    if decision is None or record is None:
        missing = "ids" if decision else "decisions"
        hint = f"Its columns are: {', '.join(table.columns[:30])}."
        raise FileError(path, f"has no column of {missing}", hint=hint)
    cells = table.cells([record, decision])
    found: dict[str, bool | None] = {}
    for row, (cell, text) in enumerate(zip(*cells.values(), strict=True)):
        one = id_of(cell)
        label = WORDS.get(text.strip().lower(), label_of(text))
        if label is None:
            reason = f"the decision is {text!r}, neither include nor exclude"
            raise FileError(path, reason, line=table.line(row))
        if one in found or not one:
            reason = f"record {one!r} is there twice" if one else "a record has no id"
            raise FileError(path, reason, line=table.line(row))
        found[one] = None if label < 0 else label == 1
    return found
