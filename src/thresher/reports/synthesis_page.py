"""The page of a synthesis: summary, map, table, studies, and what to beware of."""

from collections.abc import Mapping

from thresher.reports.claims import Claim, Claims, Quote
from thresher.reports.document import (
    Block,
    Document,
    Fact,
    Facts,
    Paragraph,
    Picture,
    Section,
    Table,
)
from thresher.reports.figures.contradiction_map import MOST_PAIRS
from thresher.reports.how_many import how_many
from thresher.synthesis.contradiction import Cell, Flag
from thresher.synthesis.draft import Draft
from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.summary import LABEL, Summary
from thresher.synthesis.synthesis import Synthesis

__all__ = ["synthesis_page"]

MOST_ROWS = 500
LIMITS = (
    "Read from titles and abstracts by small models that err; their figures are on the "
    "page on synthesis. Votes of studies are no estimate of an effect, and nothing "
    "here says how certain the evidence is."
)
HOW_TO_READ = (
    "one row a pair of intervention and outcome, one box a study, under what its "
    "sentence says. CONTRADICTORY: some studies report an increase, some a decrease. "
    "MIXED: some report no difference."
)


def synthesis_page(
    synthesis: Synthesis, *, drawing: bytes | None, draft: Draft | None, origin: str
) -> Document:
    """Tell a synthesis as a document.

    Parameters
    ----------
    synthesis
        What was read.
    drawing
        The contradiction map as SVG; None where no study reports a pair.
    draft
        A model's draft, if one was asked for.
    origin
        The last line: version and where it came from.
    """
    numbers = {read.study.id: at for at, read in enumerate(synthesis.table.studies, 1)}
    sections = [
        Section(title="Summary", blocks=_summary(synthesis, numbers)),
        Section(
            title="Where studies contradict each other", blocks=_map(synthesis, drawing)
        ),
        Section(title="In the studies' own words", blocks=_extract(synthesis, numbers)),
    ]
    if draft:
        sections.append(Section(title="A model's draft", blocks=_draft(draft, numbers)))
    sections += [
        Section(title="Findings", blocks=(_findings(synthesis.table, numbers),)),
        Section(title="Names put together", blocks=_groups(synthesis.table)),
        Section(title="Studies", blocks=(_studies(synthesis),)),
    ]
    title = synthesis.question or "What the included studies say"
    return Document(title=title, lead=LABEL, sections=tuple(sections), origin=origin)


def _summary(synthesis: Synthesis, numbers: Mapping[str, int]) -> tuple[Block, ...]:
    cells = [cell for cell in synthesis.cells if cell.votes]
    disputed = [cell for cell in cells if _disputed(cell)]
    facts = Facts(
        facts=(
            Fact(
                value=len(synthesis.table.studies),
                name="studies",
                note=_from(synthesis),
            ),
            Fact(value=len(synthesis.table.reported), name="findings with a sentence"),
            Fact(value=len(cells), name="pairs reported"),
            Fact(value=len(disputed), name="mixed or contradictory"),
        )
    )
    notes = [Paragraph(text=note) for note in synthesis.summary.notes]
    told = _claims("Hover or unfold to see the sentences", synthesis.summary, numbers)
    return (facts, *told, *notes, Paragraph(text=LIMITS))


def _from(synthesis: Synthesis) -> str:
    """Say how many records the studies came in, where that is more."""
    records = synthesis.record_count
    if records == len(synthesis.table.studies):
        return ""
    return f"from {how_many(records, 'record')}; duplicates are counted once"


def _claims(
    caption: str, summary: Summary, numbers: Mapping[str, int]
) -> tuple[Block, ...]:
    if not summary.sentences:
        return ()
    claims = tuple(
        Claim(
            text=one.text,
            remark=one.remark,
            quotes=tuple(
                Quote(
                    number=numbers[reference.study],
                    study=reference.study,
                    text=reference.quote,
                    note=reference.row,
                )
                for reference in one.references
            ),
        )
        for one in summary.sentences
    )
    return (Claims(caption=caption, claims=claims),)


def _map(synthesis: Synthesis, drawing: bytes | None) -> tuple[Block, ...]:
    if drawing is None:
        return (Paragraph(text="No study reports any pair, so there is no map."),)
    picture = Picture(
        svg=drawing,
        caption="Contradiction map",
        how_to_read=HOW_TO_READ,
        instead="Studies by direction for each pair, as in the findings below.",
    )
    rest = [cell for cell in synthesis.cells if cell.votes][MOST_PAIRS:]
    names = [f"{one.intervention} and {one.outcome}" for one in rest if _disputed(one)]
    if not names:
        return (picture,)
    text = f"Mixed or contradictory, but not among the {MOST_PAIRS} pairs with most "
    return (
        picture,
        Paragraph(text=f"{text}studies that are drawn: {'; '.join(names)}."),
    )


def _disputed(cell: Cell) -> bool:
    return cell.flag in {Flag.MIXED, Flag.CONTRADICTORY}


def _extract(synthesis: Synthesis, numbers: Mapping[str, int]) -> tuple[Block, ...]:
    told = _claims("Sentences quoted whole", synthesis.extract, numbers)
    return told or (Paragraph(text="No study has a sentence to quote."),)


def _draft(draft: Draft, numbers: Mapping[str, int]) -> tuple[Block, ...]:
    told = _claims("Sentences that rest on rows", draft.summary, numbers)
    rejected = Table(
        caption="Sentences that were not kept",
        header=("sentence", "why", "detail"),
        rows=tuple((one.text, one.why.value, one.detail) for one in draft.rejected),
    )
    label = Paragraph(text=f"Written by a language model. {draft.summary.label}")
    return (label, *told, *((rejected,) if draft.rejected else ()))


def _findings(table: FindingsTable, numbers: Mapping[str, int]) -> Table:
    rows = [
        (
            row.id,
            f"[{numbers[row.finding.study]}]",
            row.intervention,
            row.outcome,
            row.finding.directions.likeliest.value,
            row.finding.confidence,
            row.finding.evidence.text,
        )
        for row in table.reported
        if row.finding.directions and row.finding.evidence
    ]
    silent = len(table.rows) - len(table.reported)
    left = (
        f"The first {MOST_ROWS} of {len(rows):,}; the CSV has all. "
        if len(rows) > MOST_ROWS
        else ""
    )
    return Table(
        caption="Findings with the sentence that reports them",
        header=(
            "row",
            "study",
            "intervention",
            "outcome",
            "direction",
            "confidence",
            "sentence",
        ),
        rows=tuple(rows[:MOST_ROWS]),
        digits=(0, 0, 0, 0, 0, 2, 0),
        note=f"{left}Named in a study but not reported: "
        f"{how_many(silent, 'further pair')}.",
    )


def _groups(table: FindingsTable) -> tuple[Block, ...]:
    both = (table.interventions, table.outcomes)
    merged = [
        (grouping.kind.value, one.name, "; ".join(one.members))
        for grouping in both
        for one in grouping.groups
        if len(one.members) > 1
    ]
    offered = [
        (grouping.kind.value, one.first, one.second, one.why)
        for grouping in both
        for one in grouping.offers
    ]
    return (
        Table(
            caption="Counted as one",
            header=("kind", "name", "as written"),
            rows=tuple(merged),
            note="Edit groups.toml and give it back with --groups to change this.",
        ),
        Table(
            caption="Maybe the same: for you to decide",
            header=("kind", "one", "other", "why"),
            rows=tuple(offered),
        ),
    )


def _studies(synthesis: Synthesis) -> Table:
    table = synthesis.table
    facts = table.facts
    return Table(
        caption="The studies, with size and design as their abstracts say them",
        header=("number", "records", "title", "people", "design", "beware"),
        rows=tuple(
            (
                f"[{number}]",
                "; ".join(synthesis.behind(read.study).ids),
                read.study.title,
                facts[read.study.id].size,
                facts[read.study.id].design.value,
                "; ".join(synthesis.cautions_of(read.study.id)),
            )
            for number, read in enumerate(table.studies, 1)
        ),
    )
