"""The page of a synthesis: summary, map, table, studies, and what to beware of."""

import shlex
from collections.abc import Sequence

from thresher.reports.cells import Link, Noted
from thresher.reports.claims import Claim, Claims, Quote
from thresher.reports.document import (
    Block,
    Box,
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
from thresher.reports.study_list import StudyList
from thresher.reports.synthesis_studies import StudyWords, study_entries
from thresher.synthesis.contradiction import Cell, Flag
from thresher.synthesis.draft import Draft
from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.offered_merges import OfferedMerge, offered_merges
from thresher.synthesis.summary import LABEL, Summary, SummarySentence
from thresher.synthesis.synthesis import Synthesis

__all__ = ["synthesis_page"]

MOST_ROWS = 500
MOST_OFFERS = 5  # at the top; the section on names has all
LIMITS = (
    "Read from titles and abstracts by small models that err; their figures are on the "
    "page on synthesis. Votes of studies are no estimate of an effect, and nothing "
    "here says how certain the evidence is."
)
BESIDE = (
    "Below a sentence: the numbers it prints, which may be another outcome's, then "
    "the people that the abstract counts and describes."
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
    words = StudyWords(synthesis)
    sections = [
        Section(title="Summary", blocks=_summary(synthesis, words)),
        Section(
            title="Where studies contradict each other", blocks=_map(synthesis, drawing)
        ),
        Section(title="In the studies' own words", blocks=_extract(synthesis, words)),
    ]
    if draft:
        sections.append(Section(title="A model's draft", blocks=_draft(draft, words)))
    sections += [
        Section(title="Findings", blocks=(_findings(synthesis.table, words),)),
        Section(title="Names put together", blocks=_groups(synthesis)),
        Section(title="Studies", blocks=(_studies(synthesis, words),)),
    ]
    title = synthesis.question or "What the included studies say"
    return Document(title=title, lead=LABEL, sections=tuple(sections), origin=origin)


def _summary(synthesis: Synthesis, words: StudyWords) -> tuple[Block, ...]:
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
    told = _compared_first(synthesis.summary, words)
    return (facts, *_offers(synthesis), *told, *notes, Paragraph(text=LIMITS))


def _compared_first(summary: Summary, words: StudyWords) -> tuple[Block, ...]:
    """Return what several studies report, and folded below it what only one does."""
    alone = [one for one in summary.sentences if _is_alone(one)]
    compared = [one for one in summary.sentences if not _is_alone(one)]
    told: list[Block] = []
    if compared:
        told.append(_claims("Hover or unfold to see the sentences", compared, words))
    elif alone:
        told.append(Paragraph(text="No pair is reported by more than one study."))
    if alone:
        lines = f"{how_many(len(alone), 'line')} that {_rest(len(alone))} on one study"
        start = len(compared) + 1
        told.append(_claims(lines, alone, words, start=start, is_folded=True))
    return tuple(told)


def _is_alone(sentence: SummarySentence) -> bool:
    return len({reference.study for reference in sentence.references}) == 1


def _rest(count: int) -> str:
    return "rests" if count == 1 else "rest"


def _offers(synthesis: Synthesis) -> tuple[Block, ...]:
    """Return the merges that a reader should decide on before anything is read."""
    offered = offered_merges(synthesis.table, synthesis.cells)
    if not offered:
        return ()
    many = how_many(len(offered), "pair")
    rest = len(offered) - MOST_OFFERS
    more = " The others are under Names put together." if rest > 0 else ""
    return (
        Box(
            caption=f"Maybe the same: {many} of names for you to decide on",
            text="They are counted apart. Where they are one, run the command again "
            f"with what stands behind them, or edit groups.toml.{more}",
            entries=tuple(map(_offer, offered[:MOST_OFFERS])),
        ),
    )


def _offer(one: OfferedMerge) -> tuple[str, str]:
    first, second = one.offer.first, one.offer.second
    gain = f"; {how_many(one.gain, 'more pair')} to compare" if one.gain else ""
    what = f"{first} and {second} ({one.kind}: {one.offer.why}{gain})"
    return what, f"--same {shlex.quote(first)} {shlex.quote(second)}"


def _from(synthesis: Synthesis) -> str:
    """Say how many records the studies came in, where that is more."""
    records = synthesis.record_count
    if records == len(synthesis.table.studies):
        return ""
    return f"from {how_many(records, 'record')}; duplicates are counted once"


def _claims(
    caption: str,
    sentences: Sequence[SummarySentence],
    words: StudyWords,
    *,
    start: int = 1,
    is_folded: bool = False,
) -> Claims:
    claims = tuple(
        Claim(
            text=one.text,
            remark=one.remark,
            quotes=tuple(
                Quote(
                    number=words.numbers[reference.study],
                    study=reference.study,
                    text=reference.quote,
                    note=reference.row,
                    facts=words.beside(
                        reference.study, reference.quote, row=reference.row
                    ),
                )
                for reference in one.references
            ),
        )
        for one in sentences
    )
    return Claims(caption=caption, claims=claims, start=start, is_folded=is_folded)


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


def _extract(synthesis: Synthesis, words: StudyWords) -> tuple[Block, ...]:
    if not synthesis.extract.sentences:
        return (Paragraph(text="No study has a sentence to quote."),)
    return (_claims("Sentences quoted whole", synthesis.extract.sentences, words),)


def _draft(draft: Draft, words: StudyWords) -> tuple[Block, ...]:
    blocks: list[Block] = [
        Paragraph(text=f"Written by a language model. {draft.summary.label}")
    ]
    if kept := draft.summary.sentences:
        blocks.append(_claims("Sentences that rest on rows", kept, words))
    if draft.rejected:
        rows = tuple((one.text, one.why.value, one.detail) for one in draft.rejected)
        header = ("sentence", "why", "detail")
        refused = "Refused: sentences that were not kept"
        blocks.append(Table(caption=refused, header=header, rows=rows))
    return tuple(blocks)


def _findings(table: FindingsTable, words: StudyWords) -> Table:
    rows = [
        (
            row.id,
            _footnote(words.numbers[row.finding.study]),
            row.intervention,
            row.outcome,
            row.finding.directions.likeliest.value,
            row.finding.confidence,
            Noted(
                text=row.finding.evidence.text,
                note=words.beside(
                    row.finding.study, row.finding.evidence.text, row=row.id
                ),
            ),
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
        note=f"{left}{BESIDE} Named in a study but not reported: "
        f"{how_many(silent, 'further pair')}.",
    )


def _footnote(number: int) -> Link:
    return Link(text=f"[{number}]", address=f"#study-{number}")


def _groups(synthesis: Synthesis) -> tuple[Block, ...]:
    table = synthesis.table
    merged = [
        (grouping.kind.value, one.name, "; ".join(one.members))
        for grouping in (table.interventions, table.outcomes)
        for one in grouping.groups
        if len(one.members) > 1
    ]
    offered = [
        (one.kind.value, one.offer.first, one.offer.second, one.offer.why, one.gain)
        for one in offered_merges(table, synthesis.cells)
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
            header=("kind", "one", "other", "why", "pairs gained"),
            rows=tuple(offered),
        ),
    )


def _studies(synthesis: Synthesis, words: StudyWords) -> StudyList:
    return StudyList(
        caption="With size and design as their abstracts say them",
        entries=study_entries(synthesis, words),
    )
