"""The tables of a bundle: decisions, agreement, records."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields, replace
from typing import BinaryIO

from thresher.measures.reader_agreement import AgreementRow
from thresher.records.citation import Citation
from thresher.records.decision_fields import asreview_note, decision_fields
from thresher.records.formats import ris_writer
from thresher.records.formats.table_cells import joined
from thresher.records.formats.tabular import write_csv
from thresher.reports.bundle.contents import DecidedRecord, LoggedDecision
from thresher.reports.tables import Cell, csv_table

__all__ = [
    "agreement_csv",
    "decisions_csv",
    "decisions_lines",
    "write_records_csv",
    "write_records_ris",
]


def decisions_csv(decisions: Iterable[LoggedDecision]) -> str:
    """Log as CSV: 1 and 0 for the label, empty where it was taken back."""
    names = [field.name for field in fields(LoggedDecision)]
    return csv_table(["row", *names], _numbered(decisions))


def decisions_lines(decisions: Iterable[LoggedDecision]) -> str:
    """Log as JSON lines; a label is true, false, or null where it was taken back."""
    return "".join(
        json.dumps(asdict(decision), ensure_ascii=False) + "\n"
        for decision in decisions
    )


def agreement_csv(rows: Sequence[AgreementRow]) -> str:
    """Agreement of readers as CSV, a row a coefficient."""
    names = [field.name for field in fields(AgreementRow)]
    return csv_table(names, ([getattr(row, name) for name in names] for row in rows))


def write_records_csv(records: Iterable[DecidedRecord], out: BinaryIO) -> None:
    """Write records as a table, with decisions in columns of ours."""
    write_csv(
        (
            _with(record.citation, decision_fields(record.decisions))
            for record in records
        ),
        out,
    )


def write_records_ris(records: Iterable[DecidedRecord], out: BinaryIO) -> None:
    """Write records as RIS, with the note that users of ASReview and Zotero know."""
    ris_writer.write(
        (
            _with(
                record.citation,
                (
                    ("N1", asreview_note(_label(record))),
                    *decision_fields(record.decisions),
                ),
            )
            for record in records
        ),
        out,
    )


def _with(citation: Citation, carried: tuple[tuple[str, str], ...]) -> Citation:
    return replace(citation, raw=(*citation.raw, *carried))


def _label(record: DecidedRecord) -> bool | None:
    return record.decisions[-1].label if record.decisions else None


def _numbered(decisions: Iterable[LoggedDecision]) -> Iterator[list[Cell]]:
    for row, decision in enumerate(decisions, start=1):
        label = "" if decision.label is None else int(decision.label)
        texts = [
            decision.reader,
            decision.time,
            decision.chosen,
            decision.stage,
            decision.reason,
            decision.note,
            joined(decision.tags),
        ]
        yield [row, decision.record, label, *texts]
