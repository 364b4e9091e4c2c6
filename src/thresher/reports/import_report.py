"""What became of a citation file, as text and as data."""

from collections.abc import Iterator
from typing import Any

from thresher.records.strictness import warnings_of
from thresher.records.tally import ImportReport
from thresher.reports.how_many import how_many

__all__ = ["import_facts", "import_lines"]

SHOWN = 20  # warnings in the text; the data has them all


def import_facts(report: ImportReport) -> dict[str, Any]:
    """Report as data for programs."""
    return {
        "name": report.name,
        "format": report.format,
        "encoding": report.encoding,
        "starts": report.starts,
        "records": report.records,
        "dropped": dict(report.dropped),
        "repeated_ids": list(report.repeated_ids),
        "warnings": [
            {"line": caution.line, "message": caution.message}
            for caution in report.cautions
        ],
        "more_warnings": report.more_cautions,
    }


def import_lines(report: ImportReport) -> Iterator[str]:
    """Yield the report in lines: the counts, then each warning.

    Examples
    --------
    >>> report = ImportReport(
    ...     name="a.ris", format="ris", encoding="utf-8", starts=2, records=2
    ... )
    >>> list(import_lines(report))
    ['a.ris: 2 records of 2 starts seen (ris, utf-8)']
    """
    yield (
        f"{report.name}: {how_many(report.records, 'record')} of "
        f"{how_many(report.starts, 'start')} seen ({report.format}, {report.encoding})"
    )
    found = list(warnings_of(report))
    yield from (f"  warning: {warning}" for warning in found[:SHOWN])
    if len(found) > SHOWN:
        more = how_many(len(found) - SHOWN, "more warning")
        yield f"  … and {more}; --json lists them"
