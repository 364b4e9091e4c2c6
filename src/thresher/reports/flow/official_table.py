"""The flow as the table that the PRISMA2020 R package and Shiny app read."""

from collections.abc import Iterator

from thresher.reports.flow.boxes import Counted, Flow, OtherMethods
from thresher.reports.tables import csv_table

__all__ = ["COLUMNS", "official_csv"]

COLUMNS = ("data", "node", "box", "description", "boxtext", "tooltips", "url", "n")
NOTHING = "NA"
Row = tuple[str, str, str, str, int | str]


def official_csv(flow: Flow) -> str:
    """Flow as CSV with the keys of the PRISMA2020 package (its `PRISMA.csv`).

    Arms that the flow does not have are written as ``NA``, which hides them there. A
    flow that is not finished has two more rows, `awaiting_decision` and
    `awaiting_full_text`, which that tool passes over. Commas and semicolons in names
    become dashes, as the tool has no way to quote them.

    Examples
    --------
    >>> flow = Flow(
    ...     databases=(Counted(name="Embase, Ovid", count=7),), screened=7,
    ...     excluded_by_humans=7, sought=0, assessed=0,
    ...     included_studies=0, included_reports=0,
    ... )
    >>> [row for row in official_csv(flow).splitlines() if "specific" in row][0]
    'database_specific_results,NA,box2,By database,By database,NA,NA,"Embase - Ovid, 7"'
    """
    rows = []
    for key, node, box, text, count in _rows(flow):
        tooltip = NOTHING if node == NOTHING else text
        rows.append((key, node, box, text, text, tooltip, NOTHING, count))
    return csv_table(COLUMNS, rows)


def _rows(flow: Flow) -> Iterator[Row]:
    yield from _previous(flow)
    yield from _identified(flow)
    yield from _other_identified(flow.other)
    yield from _screened(flow)
    yield from _reports(flow)
    yield from _included(flow)
    yield "identification", "node1", "identification", "Identification", 0
    yield "screening", "node2", "screening", "Screening", 0
    yield "included", "node3", "included", "Included", 0


def _previous(flow: Flow) -> Iterator[Row]:
    known = flow.previous
    studies, reports = (known.studies, known.reports) if known else (NOTHING, NOTHING)
    text = "Included in the previous version of the review"
    yield NOTHING, "node4", "prevstud", "Previous studies", 0
    yield "previous_studies", "node5", "box1", f"Studies: {text.lower()}", studies
    yield "previous_reports", NOTHING, "box1", f"Reports: {text.lower()}", reports


def _identified(flow: Flow) -> Iterator[Row]:
    title = "New studies identified via databases and registers"
    yield NOTHING, "node6", "newstud", title, 0
    total = sum(one.count for one in flow.databases)
    yield "database_results", "node7", "box2", "Databases", total
    listed = _listed(flow.databases)
    yield "database_specific_results", NOTHING, "box2", "By database", listed
    total = sum(one.count for one in flow.registers)
    yield "register_results", NOTHING, "box2", "Registers", total
    listed = _listed(flow.registers)
    yield "register_specific_results", NOTHING, "box2", "By register", listed


def _other_identified(other: OtherMethods | None) -> Iterator[Row]:
    title = "New studies identified via other methods"
    yield NOTHING, "node16", "othstud", title, 0
    counts: tuple[int | str, ...] = (NOTHING,) * 3
    if other:
        counts = (other.websites, other.organisations, other.citation_searching)
    keys = (
        ("website_results", "node17", "Websites"),
        ("organisation_results", NOTHING, "Organisations"),
        ("citations_results", NOTHING, "Citation searching"),
    )
    for (key, node, text), count in zip(keys, counts, strict=True):
        yield key, node, "box11", text, count


def _screened(flow: Flow) -> Iterator[Row]:
    yield "duplicates", "node8", "box3", "Duplicate records removed", flow.duplicates
    text = "Records marked as ineligible by automation"
    yield "excluded_automatic", NOTHING, "box3", text, flow.ineligible_by_automation
    text = "Records removed for other reasons"
    yield "excluded_other", NOTHING, "box3", text, flow.removed_otherwise
    yield "records_screened", "node9", "box4", "Records screened", flow.screened
    text = (
        f"Records excluded (humans {flow.excluded_by_humans}; automation "
        f"{flow.excluded_by_automation})"
    )
    yield "records_excluded", "node10", "box5", text, flow.records_excluded
    if not flow.is_finished:
        text = "Records without a decision"
        yield "awaiting_decision", NOTHING, NOTHING, text, flow.awaiting_screening
        text = "Reports without a decision"
        yield "awaiting_full_text", NOTHING, NOTHING, text, flow.awaiting_assessment


def _reports(flow: Flow) -> Iterator[Row]:
    other = flow.other
    sought, missing = "Reports sought for retrieval", "Reports not retrieved"
    assessed, excluded = "Reports assessed for eligibility", "Reports excluded"
    yield "dbr_sought_reports", "node11", "box6", sought, flow.sought
    yield "dbr_notretrieved_reports", "node12", "box7", missing, flow.not_retrieved
    told = other.sought if other else NOTHING
    yield "other_sought_reports", "node18", "box12", sought, told
    told = other.not_retrieved if other else NOTHING
    yield "other_notretrieved_reports", "node19", "box13", missing, told
    yield "dbr_assessed", "node13", "box8", assessed, flow.assessed
    yield "dbr_excluded", "node14", "box9", excluded, _listed(flow.excluded)
    told = other.assessed if other else NOTHING
    yield "other_assessed", "node20", "box14", assessed, told
    told = _listed(other.excluded) if other else NOTHING
    yield "other_excluded", "node21", "box15", excluded, told


def _included(flow: Flow) -> Iterator[Row]:
    text = "New studies included in the review"
    yield "new_studies", "node15", "box10", text, flow.included_studies
    text = "Reports of new included studies"
    yield "new_reports", NOTHING, "box10", text, flow.included_reports
    text = "Total studies included in the review"
    yield "total_studies", "node22", "box16", text, flow.total_studies
    text = "Reports of all included studies"
    yield "total_reports", NOTHING, "box16", text, flow.total_reports


def _listed(counted: tuple[Counted, ...]) -> str | int:
    """Return names and counts as the tool parts them; 0 where there is none."""
    if not counted:
        return 0
    return "; ".join(f"{_plain(one.name)}, {one.count}" for one in counted)


def _plain(name: str) -> str:
    """Return a name without the marks that the tool parts names at."""
    bare = name.replace(",", " - ").replace(";", " - ")
    return " ".join(bare.split())
