"""Refusing a file for anything odd in it."""

from collections.abc import Iterator
from pathlib import Path

from thresher.errors import FileError
from thresher.records.tally import ImportReport

__all__ = ["refuse_warnings", "warnings_of"]

SHOWN = 3


def warnings_of(report: ImportReport) -> Iterator[str]:
    """Yield all that was odd in a file, in words.

    Examples
    --------
    >>> report = ImportReport(
    ...     name="a.ris",
    ...     format="ris",
    ...     encoding="utf-8",
    ...     starts=2,
    ...     records=2,
    ...     dropped={"C1": 2},
    ... )
    >>> list(warnings_of(report))
    ['left out, no record has a place for it: C1 (2)']
    """
    yield from map(str, report.cautions)
    if report.more_cautions:
        yield f"{report.more_cautions} more of this kind"
    for name, times in report.dropped.items():
        yield f"left out, no record has a place for it: {name} ({times:,})"
    for record_id in report.repeated_ids:
        yield f"more than one record has the id {record_id}"


def refuse_warnings(path: Path, report: ImportReport) -> None:
    """Refuse a file whose report has any warning.

    Raises
    ------
    FileError
        There is a warning; the message holds the first few.
    """
    found = list(warnings_of(report))
    if not found:
        return
    more = f" (and {len(found) - SHOWN} more)" if len(found) > SHOWN else ""
    count = "1 warning" if len(found) == 1 else f"{len(found)} warnings"
    reason = f"{count} in a strict import: {'; '.join(found[:SHOWN])}{more}"
    hint = "Mend the file, or leave --strict out; nothing was written."
    raise FileError(path, reason, hint=hint)
