"""What is printed in each box of a flow."""

from collections.abc import Iterable

from thresher.reports.flow.boxes import Counted, Flow, OtherMethods
from thresher.reports.flow.lines import HOLD

__all__ = ["Content", "contents", "description"]

Content = list[str]


def contents(flow: Flow) -> dict[str, Content]:
    """Paragraphs of each box, by the name of the box."""
    told = {
        "new_title": ["Identification of new studies via databases and registers"],
        "identified": _identified(flow),
        "removed": [
            "Records removed before screening:",
            _n("Duplicate records", flow.duplicates),
            _n(
                "Marked as ineligible by automation tools",
                flow.ineligible_by_automation,
            ),
            _n("Removed for other reasons", flow.removed_otherwise),
        ],
        "screened": [_n("Records screened", flow.screened)],
        "excluded": _excluded(flow),
        "sought": [_n("Reports sought for retrieval", flow.sought)],
        "not_retrieved": [_n("Reports not retrieved", flow.not_retrieved)],
        "assessed": [_n("Reports assessed for eligibility", flow.assessed)],
        "reasons": [
            *_reasons(flow.excluded),
            *_if_any("No decision yet", flow.awaiting_assessment),
        ],
        "included": [
            _n("New studies included in review", flow.included_studies),
            _n("Reports of new included studies", flow.included_reports),
        ],
    }
    if flow.other:
        told |= _other(flow.other)
    if flow.previous:
        told |= {
            "previous_title": ["Previous studies"],
            "previous": [
                _n("Studies in previous version of review", flow.previous.studies),
                _n("Reports of these studies", flow.previous.reports),
            ],
            "total": [
                _n("Total studies included in review", flow.total_studies),
                _n("Reports of all included studies", flow.total_reports),
            ],
        }
    return told


def description(flow: Flow) -> str:
    """Return all boxes in one text, for those who cannot see the drawing."""
    return " ".join(
        f"{'; '.join(paragraphs).replace(HOLD, ' ').replace(':;', ':')}."
        for name, paragraphs in contents(flow).items()
        if not name.endswith("title")
    )


def _identified(flow: Flow) -> Content:
    lines = ["Records identified from:"]
    for title, sources in (
        ("Databases", flow.databases),
        ("Registers", flow.registers),
    ):
        total = sum(one.count for one in sources)
        lines += [
            _n(title, total),
            *(f"\N{EN DASH} {_counted(one)}" for one in sources),
        ]
    return lines


def _excluded(flow: Flow) -> Content:
    if not flow.excluded_by_automation:
        lines = [_n("Records excluded", flow.excluded_by_humans)]
    else:
        lines = [
            _n("Records excluded", flow.records_excluded) + ":",
            _n("By humans", flow.excluded_by_humans),
            _n("By automation tools, read by nobody", flow.excluded_by_automation),
        ]
    return [*lines, *_if_any("No decision yet", flow.awaiting_screening)]


def _other(other: OtherMethods) -> dict[str, Content]:
    return {
        "other_title": ["Identification of new studies via other methods"],
        "other_identified": [
            "Records identified from:",
            _n("Websites", other.websites),
            _n("Organisations", other.organisations),
            _n("Citation searching", other.citation_searching),
        ],
        "other_sought": [_n("Reports sought for retrieval", other.sought)],
        "other_not_retrieved": [_n("Reports not retrieved", other.not_retrieved)],
        "other_assessed": [_n("Reports assessed for eligibility", other.assessed)],
        "other_reasons": _reasons(other.excluded),
    }


def _reasons(excluded: Iterable[Counted]) -> Content:
    told = [_counted(one) for one in excluded]
    return ["Reports excluded:", *told] if told else [_n("Reports excluded", 0)]


def _if_any(text: str, count: int) -> Content:
    return [_n(text, count)] if count else []


def _counted(one: Counted) -> str:
    return _n(one.name, one.count)


def _n(text: str, count: int) -> str:
    """Return a text with its number, which no line break parts."""
    return f"{text} (n{HOLD}={HOLD}{count:,})"
