"""What a limited budget finds, as a section of a demonstration's page."""

from thresher.measures.planning import Plan
from thresher.reports.demonstration import Demonstration
from thresher.reports.document import Fact, Facts, Paragraph, Picture, Section, Table
from thresher.reports.measure_words import CAPTIONS, HOW_TO_READ
from thresher.reports.plan_text import chance_text

__all__ = ["budget_section", "measure_picture"]


def budget_section(demonstration: Demonstration, drawing: bytes | None) -> Section:
    """Return how much of the pile a budget reads, and what each ranker then finds."""
    plan = demonstration.plan
    low, high = plan.minutes
    drawn = () if drawing is None else (measure_picture("plan", drawing),)
    blocks = (
        Paragraph(
            text=f"Suppose there are {plan.hours:g} hours, and a record takes {low:g} "
            f"to {high:g} minutes. How much of the pile will be read, and what will "
            "that find?"
        ),
        Facts(
            facts=(
                Fact(
                    value=round(plan.expected_records),
                    name="records expected to be read",
                    note=f"{100 * plan.coverage:.0f} % between "
                    f"{plan.records_low:,.0f} and {plan.records_high:,.0f}",
                ),
                Fact(value=chance_text(plan.chance_to_finish), name="chance to finish"),
                Fact(
                    value=demonstration.best.model,
                    name="recommended ranker",
                    note=f"its run {plan.recommended} finds most",
                ),
            )
        ),
        *drawn,
        _promises(plan),
    )
    return Section(title="A limited budget", blocks=blocks)


def _promises(plan: Plan) -> Table:
    """Return what to expect of each ranking within the budget."""
    return Table(
        caption="What each ranking promises",
        header=(
            *("run", "expected recall", "rAUC"),
            *(f"hours for {100 * plan.target_recall:.0f} %", "from", "to"),
        ),
        rows=tuple(
            (
                *(run.name, run.expected_recall, run.rate_weighted_area),
                *(run.hours_needed, run.hours_low, run.hours_high),
            )
            for run in plan.outlooks
        ),
        digits=(0, 3, 3, 1, 1, 1),
        note="rAUC: area weighted by how likely each share of the pile is to be "
        "the one that gets read; 1 is the best order, 0 the worst.",
    )


def measure_picture(kind: str, svg: bytes) -> Picture:
    """Return a figure of a measure with its caption and how to read it."""
    caption = CAPTIONS[kind]
    return Picture(
        svg=svg,
        caption=caption,
        how_to_read=HOW_TO_READ[kind],
        instead=f"Plot: {caption} The numbers are in the tables of this page.",
    )
