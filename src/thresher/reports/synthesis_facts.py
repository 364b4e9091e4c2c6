"""A synthesis as plain data for programs, and its table as CSV."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from thresher.reports.finding_numbers import (
    effects_text,
    intervals_text,
    p_text,
    sizes_text,
)
from thresher.reports.synthesis_studies import StudyWords
from thresher.reports.tables import csv_table
from thresher.synthesis.contradiction import Cell
from thresher.synthesis.draft import Draft
from thresher.synthesis.findings import Row
from thresher.synthesis.groups import Grouping
from thresher.synthesis.summary import LABEL, Summary
from thresher.synthesis.synthesis import Synthesis

__all__ = ["COLUMNS", "findings_csv", "synthesis_facts"]

COLUMNS = (
    "row",
    "study",
    "title",
    "intervention",
    "intervention_as_written",
    "outcome",
    "outcome_as_written",
    "direction",
    "increases",
    "no_change",
    "decreases",
    "confidence",
    "sentence",
    "start",
    "end",
    "effect",
    "interval",
    "p",
    "n",
    "participants",
    "study_size",
    "study_design",
    "records",
)
NOT_REPORTED = "not reported"


def findings_csv(synthesis: Synthesis) -> str:
    """Return the table, one finding a line; "not reported" where no sentence is."""
    table = synthesis.table
    records = {r.study.id: synthesis.behind(r.study).ids for r in table.studies}
    titles = {read.study.id: read.study.title for read in table.studies}
    words = StudyWords(synthesis)
    rows = []
    for row in table.rows:
        numbers = row.finding.numbers
        found = _row(row, words)
        found |= {
            "title": titles[row.finding.study],
            "effect": effects_text(numbers),
            "interval": intervals_text(numbers),
            "p": p_text(numbers),
            "n": sizes_text(numbers),
            "participants": "; ".join(words.groups[row.finding.study]),
            "study_design": words.designs[row.finding.study],
            "records": "; ".join(records[row.finding.study]),
        }
        rows.append([found[name] for name in COLUMNS])
    return csv_table(COLUMNS, rows)


def synthesis_facts(
    synthesis: Synthesis, *, draft: Draft | None = None
) -> dict[str, Any]:
    """Everything a synthesis holds; offsets count in each study's `text`."""
    table = synthesis.table
    words = StudyWords(synthesis)
    return {
        "label": LABEL,
        "question": synthesis.question,
        "weighting": synthesis.weighting.value,
        "counted": synthesis.counted,
        "studies": [
            {
                "number": number,
                "id": read.study.id,
                "records": list(synthesis.behind(read.study).ids),
                "identifier": synthesis.behind(read.study).name or None,
                "address": synthesis.behind(read.study).address or None,
                "title": read.study.title,
                "text": read.study.text,
                "size": words.sizes[read.study.id],
                "design": words.designs[read.study.id],
                "participants": list(words.groups[read.study.id]),
                "cautions": list(synthesis.cautions_of(read.study.id)),
            }
            for number, read in enumerate(table.studies, 1)
        ],
        "groups": {
            grouping.kind.value: _groups(grouping)
            for grouping in (table.interventions, table.outcomes)
        },
        "rows": [_row(row, words) for row in table.rows],
        "map": [_cell(cell) for cell in synthesis.cells],
        "summary": _summary(synthesis.summary),
        "extract": _summary(synthesis.extract),
        "draft": _draft(draft) if draft else None,
    }


def _groups(grouping: Grouping) -> dict[str, Any]:
    return {
        "groups": [
            {"name": one.name, "members": list(one.members)} for one in grouping.groups
        ],
        "maybe_the_same": [
            {"first": one.first, "second": one.second, "why": one.why}
            for one in grouping.offers
        ],
    }


def _row(row: Row, words: StudyWords) -> dict[str, Any]:
    finding = row.finding
    triple, evidence = finding.directions, finding.evidence
    return {
        "row": row.id,
        "study": finding.study,
        "intervention": row.intervention,
        "intervention_as_written": finding.intervention,
        "outcome": row.outcome,
        "outcome_as_written": finding.outcome,
        "direction": triple.likeliest.value if triple else NOT_REPORTED,
        "increases": triple.increases if triple else None,
        "no_change": triple.no_change if triple else None,
        "decreases": triple.decreases if triple else None,
        "confidence": finding.confidence,
        "sentence": evidence.text if evidence else None,
        "start": evidence.start if evidence else None,
        "end": evidence.end if evidence else None,
        "numbers": asdict(finding.numbers),
        "participants": list(words.groups[finding.study]),
        "study_size": words.sizes[finding.study],
        "beside": words.beside(finding.study, "", row=row.id),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "intervention": cell.intervention,
        "outcome": cell.outcome,
        "flag": cell.flag.value,
        "studies": {vote.study: vote.direction.value for vote in cell.votes},
        "split_studies": [vote.study for vote in cell.votes if vote.is_split],
        "not_reporting": list(cell.not_reporting),
        "counts": {one.value: count for one, count in cell.counts.items()},
        "shares": {one.value: share for one, share in cell.shares.items()},
        "entropy_bits": cell.entropy,
        "disagreement_bits": cell.disagreement,
        "dissenting": list(cell.dissenting),
        "rows": _ids([row for vote in cell.votes for row in vote.rows]),
    }


def _ids(rows: Sequence[Row]) -> list[str]:
    return [row.id for row in rows]


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "how": summary.how,
        "label": summary.label,
        "sentences": [
            {
                "text": one.text,
                "remark": one.remark,
                "references": [
                    {
                        "study": reference.study,
                        "row": reference.row or None,
                        "start": reference.start,
                        "end": reference.end,
                        "quote": reference.quote,
                    }
                    for reference in one.references
                ],
            }
            for one in summary.sentences
        ],
        "notes": list(summary.notes),
    }


def _draft(draft: Draft) -> dict[str, Any]:
    return {
        **_summary(draft.summary),
        "rejected": [
            {"text": one.text, "why": one.why.value, "detail": one.detail}
            for one in draft.rejected
        ],
        "rows_given": draft.rows_given,
        "rows_left_out": draft.rows_left_out,
    }
