"""Published tables out of CSV files."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from thresher.errors import FileError, InputError, ThresherError
from thresher.measures.needed import Share, target_recall
from thresher.measures.published.conversion import Judged, PrintedMeasure
from thresher.measures.published.printed import Printed, as_printed, possible_relevant
from thresher.measures.published.table import PublishedRow, PublishedTable

__all__ = ["read_table", "read_table_file"]

ABOUT = ("dataset", "records", "relevant", "percentage", "recall", "model")
AVERAGES = ("average", "average score", "mean")
HINT = "See thresher published audit --help for the columns."


Place: TypeAlias = tuple[PrintedMeasure, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """What one or more lines say about a data set."""

    line: int
    about: dict[str, str]
    model: str
    figures: dict[Place, Printed]


def read_table(
    text: str, *, source: str, bare: PrintedMeasure = "wss", recall: Share = 0.95
) -> PublishedTable:
    r"""Return the table that a CSV text holds.

    Parameters
    ----------
    text
        CSV with commas, semicolons or tabs. Columns ``dataset``, ``records``, then
        ``relevant`` (a count) or ``percentage`` (of relevant records, as printed), if
        needed ``recall``, and the figures. Wide: one column a model, named
        ``wss:A`` or ``tnr:A``. Long: a line for each model, with ``model`` and ``wss``
        or ``tnr`` or both.
        A row called ``average`` without records holds the printed averages.
    source
        The file's name, for messages.
    bare
        What a wide column named like a model alone holds.
    recall
        The recall of rows that do not tell theirs.

    Raises
    ------
    FileError
        The text is no such table; the message says where.

    Examples
    --------
    >>> table = read_table("dataset,records,relevant,wss:A\nX,2000,200,0.5", source="x")
    >>> print(table.rows[0].wss["A"], table.rows[0].judged[0].missed)
    0.5 10
    """
    entries: dict[str, _Entry] = {}
    is_long = False
    for entry in _entries(text, source=source, bare=bare):
        name, is_long = entry.about["dataset"], is_long or bool(entry.model)
        known = entries.get(name, entry)
        if known.about != entry.about:
            reason = f"{name} has other counts than in line {known.line}"
            raise FileError(source, reason, line=entry.line, hint=HINT)
        twice = known is not entry and known.figures.keys() & entry.figures.keys()
        if twice:
            reason = f"{name} has {' of '.join(min(twice))} twice"
            raise FileError(source, reason, line=entry.line)
        figures = {**known.figures, **entry.figures}
        entries[name] = replace(known, figures=figures)
    table = _assemble(entries, source=source, recall=target_recall(recall))
    return replace(table, is_long=is_long)


def read_table_file(
    path: Path, *, bare: PrintedMeasure = "wss", recall: Share = 0.95
) -> PublishedTable:
    """Return the table in a CSV file, as `read_table` does."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        hint = "Save the table as CSV in UTF-8."
        raise FileError(path, "this is not text in UTF-8", hint=hint) from error
    return read_table(text, source=str(path), bare=bare, recall=recall)


def _assemble(
    entries: dict[str, _Entry], *, source: str, recall: Fraction
) -> PublishedTable:
    rows = [entry for entry in entries.values() if not _is_average(entry)]
    below = [entry for entry in entries.values() if _is_average(entry)]
    models = dict.fromkeys(model for entry in rows for _, model in entry.figures)
    if not models:
        raise FileError(source, "no row holds a figure", hint=HINT)
    if len(below) > 1:
        reason = "a second row of averages"
        raise FileError(source, reason, line=below[1].line)
    return PublishedTable(
        models=tuple(models),
        rows=tuple(_row(entry, source=source, recall=recall) for entry in rows),
        average_wss=_of("wss", below[0]) if below else {},
        average_tnr=_of("tnr", below[0]) if below else {},
    )


def _is_average(entry: _Entry) -> bool:
    named = entry.about["dataset"].casefold() in AVERAGES
    return named and not entry.about.get("records")


def _of(measure: PrintedMeasure, entry: _Entry) -> dict[str, Printed]:
    return {m: figure for (kind, m), figure in entry.figures.items() if kind == measure}


def _row(entry: _Entry, *, source: str, recall: Fraction) -> PublishedRow:
    try:
        judged = _judged(entry.about, recall)
    except (ThresherError, ValueError) as error:
        raise FileError(source, str(error), line=entry.line, hint=HINT) from error
    return PublishedRow(
        dataset=entry.about["dataset"],
        judged=judged,
        wss=_of("wss", entry),
        tnr=_of("tnr", entry),
    )


def _judged(about: dict[str, str], recall: Fraction) -> tuple[Judged, ...]:
    """Return the piles that the counts of a row allow."""
    records = _count(about, "records")
    if about.get("relevant"):
        counts: tuple[int, ...] = (_count(about, "relevant"),)
    else:
        share = as_printed(about.get("percentage", "").rstrip("% ") + "%")
        counts = possible_relevant(share, records=records)
    if about.get("recall"):
        recall = as_printed(about["recall"]).value
    return tuple(Judged(records=records, relevant=n, recall=recall) for n in counts)


def _count(about: dict[str, str], name: str) -> int:
    text = about.get(name, "")
    if not text.isdecimal():
        raise ValueError(f"{name} must be a whole number, got {text!r}")
    return int(text)


def _entries(text: str, *, source: str, bare: PrintedMeasure) -> Iterator[_Entry]:
    """Yield what each line says."""
    head = text.partition("\n")[0]
    reader = csv.DictReader(
        text.splitlines(), delimiter=max(",;\t", key=head.count), strict=True
    )
    try:
        names = [name.strip() for name in reader.fieldnames or ()]
        _check_columns(names, source=source)
        reader.fieldnames = names
        for cells in reader:
            if None in cells or None in cells.values():
                reason = f"need {len(names)} cells as in the first line"
                raise FileError(source, reason, line=reader.line_num)
            if any(cells.values()):
                yield _entry(cells, source=source, bare=bare, line=reader.line_num)
    except csv.Error as error:
        line = reader.reader.line_num  # where the trouble is, not the last good line
        raise FileError(source, str(error), line=line) from error


def _check_columns(names: list[str], *, source: str) -> None:
    lower = [name.casefold() for name in names]
    if len(set(lower)) < len(lower):
        raise FileError(source, "two columns have the same name", line=1, hint=HINT)
    lacks = [name for name in ("dataset", "records") if name not in lower]
    if not {"relevant", "percentage"} & set(lower):
        lacks.append("relevant (or percentage)")
    if lacks:
        raise FileError(source, f"no column {', '.join(lacks)}", line=1, hint=HINT)


def _entry(
    cells: dict[str, str], *, source: str, bare: PrintedMeasure, line: int
) -> _Entry:
    about = {
        name.casefold(): value.strip()
        for name, value in cells.items()
        if name.casefold() in ABOUT
    }
    if not about["dataset"]:
        raise FileError(source, "the data set has no name", line=line)
    model = about.pop("model", "")
    figures: dict[Place, Printed] = {}
    for name, value in cells.items():
        if name.casefold() in ABOUT or not value.strip():
            continue
        try:
            place = _place(name, model=model, bare=bare)
            if place in figures:
                raise InputError(f"a second {place[0]} of {place[1]}")
            figures[place] = as_printed(value)
        except ThresherError as error:
            reason = f"column {name}: {error}"
            raise FileError(source, reason, line=line) from error
    return _Entry(line=line, about=about, model=model, figures=figures)


def _place(name: str, *, model: str, bare: PrintedMeasure) -> Place:
    """Return the measure and the model that a column stands for."""
    kind, _, rest = name.partition(":")
    own = model or rest.strip() or "model"
    match kind.strip().casefold():
        case "wss":
            return "wss", own
        case "tnr":
            return "tnr", own
    return bare, name
