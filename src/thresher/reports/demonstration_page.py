"""The page that tells a demonstration: from searches to findings."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean

from thresher.certification.rounding import rounded_down
from thresher.records.sample_topics import RELEVANT
from thresher.reports.demonstration import Demonstration, Screening
from thresher.reports.demonstration_audit_page import audit_sections
from thresher.reports.demonstration_budget_page import budget_section, measure_picture
from thresher.reports.document import (
    Block,
    Cell,
    Commands,
    Document,
    Fact,
    Facts,
    Files,
    Paragraph,
    Picture,
    Records,
    Section,
    Table,
)
from thresher.reports.flow import flow_svg
from thresher.reports.synthesis_page import synthesis_page

__all__ = ["demonstration_page"]

HARDEST = 6
REST = Paragraph(
    text="Where several studies report a pair, pairs of one study are left out. Every "
    "pair, its sentences and the numbered studies are in findings.html."
)
FILES = Files(
    caption="Beside this page",
    entries=(
        ("certificate.html", "the certificate to read; certificate.json to verify"),
        ("findings.html", "every pair, sentence and study of the synthesis"),
        ("flow.csv", "the numbers of the PRISMA flow"),
        ("metrics.csv", "every measure of every run; metrics.json has the curves"),
        ("records.csv", "the publications with their labels"),
        ("review.thresher", "the project: thresher lab opens it"),
    ),
)
COLUMNS: dict[str, tuple[str, float | None]] = {
    "recall@10%": ("recall", 0.1),
    "recall@25%": ("recall", 0.25),
    "WSS@95%": ("wss", 0.95),
    "TNR@95%": ("tnr", 0.95),
    "ERF@10%": ("erf", 0.1),
    "read@95%": ("needed", 0.95),
    "AUC": ("auc", None),
}


def demonstration_page(
    demonstration: Demonstration,
    *,
    pictures: Mapping[str, bytes],
    commands: tuple[str, ...],
    origin: str,
) -> Document:
    """Tell a demonstration as a document.

    Parameters
    ----------
    demonstration
        What was done.
    pictures
        Drawings as SVG, by kind of plot; ``"recall"`` leads, the others follow.
    commands
        What a reader may try next.
    origin
        The last line: version and seed.
    """
    gathered = demonstration.gathered
    records = len(gathered.pile.citations)
    relevant = int(gathered.pile.labels.sum())
    certificate = demonstration.audited.certificate
    return Document(
        title="A review, from search to findings",
        lead=f"Three made-up searches brought {gathered.records:,} records of "
        f"{records:,} publications, {relevant:,} of them relevant. "
        f"{certificate.read:,} were read, then reading stopped with a certificate. "
        "This page shows how, what was missed, and what the found studies say.",
        sections=(
            Section(title="From searches to studies", blocks=_gathered(demonstration)),
            *audit_sections(demonstration.audited, relevant=relevant),
            *_findings(demonstration, pictures),
            Section(
                title="How good the order was", blocks=_found(demonstration, pictures)
            ),
            Section(title="A closer look", blocks=_closer(pictures)),
            Section(title="What was hard to find", blocks=_hard(demonstration)),
            budget_section(demonstration, pictures.get("plan")),
            Section(title="Try it yourself", blocks=(FILES, Commands(lines=commands))),
        ),
        origin=origin,
    )


def _gathered(demonstration: Demonstration) -> tuple[Block, ...]:
    gathered = demonstration.gathered
    pile = gathered.pile
    bare = sum(not citation.abstract for citation in pile.citations)
    relevant = {topic.name for topic in RELEVANT}
    rows = tuple(
        (topic, "yes" if topic in relevant else "no", count)
        for topic, count in sorted(
            Counter(gathered.topics).most_common(),
            key=lambda counted: counted[0] not in relevant,
        )
    )
    return (
        Paragraph(text=gathered.question),
        Facts(
            facts=(
                Fact(value=gathered.records, name="records in three files"),
                Fact(value=len(pile.citations), name="publications"),
                Fact(value=int(pile.labels.sum()), name="relevant"),
                Fact(value=bare, name="without abstract"),
            )
        ),
        Picture(
            svg=flow_svg(demonstration.flow),
            caption="The flow of records, as PRISMA 2020 wants it drawn",
            how_to_read="from top to bottom. What nobody read is shown as excluded by "
            "automation, apart from what the reader excluded. The demo has no full "
            "texts: each included record counts as one report.",
            instead="The numbers of the flow are in flow.csv beside this page.",
        ),
        Table(
            caption="Files as the databases gave them",
            header=("file", "database", "records"),
            rows=gathered.files,
            note="They overlap, and are as untidy as real ones: another encoding, "
            "counters between records, titles in capitals, DOIs as addresses.",
        ),
        Table(
            caption="What the pile is made of",
            header=("topic", "relevant", "publications"),
            rows=rows,
            note="A ranker sees titles, abstracts and key words only, never these "
            "topics. All records are generated; drugs, journals and results are "
            "invented.",
        ),
    )


def _findings(
    demonstration: Demonstration, pictures: Mapping[str, bytes]
) -> tuple[Section, ...]:
    """Return the summary and the map of the included studies."""
    told = synthesis_page(
        demonstration.synthesis, drawing=pictures.get("map"), draft=None, origin=""
    )
    summary, contradictions, *_ = told.sections
    lead = Paragraph(text=told.lead)
    return (
        replace(
            summary, title="What the found studies say", blocks=(lead, *summary.blocks)
        ),
        replace(contradictions, blocks=(*contradictions.blocks, REST)),
    )


def _found(
    demonstration: Demonstration, pictures: Mapping[str, bytes]
) -> tuple[Block, ...]:
    best = demonstration.best
    read = best.figure("needed", 0.95)
    return (
        Paragraph(
            text=f"Each ranker starts from one relevant and one irrelevant record and "
            f"learns as it reads. Most is found in the hours planned below by "
            f"{best.run.name}:"
        ),
        Facts(
            facts=(
                Fact(value=_percent(best, "recall"), name="found in the first 10 %"),
                Fact(value=read, name="records read to find 95 %"),
                Fact(value=_percent(best, "wss"), name="work saved at 95 % recall"),
            )
        ),
        *(
            measure_picture(kind, svg)
            for kind, svg in pictures.items()
            if kind == "recall"
        ),
        _models(demonstration),
        Table(
            caption="Every run",
            header=("run", *COLUMNS),
            rows=tuple(
                (s.run.name, *(s.figure(*column) for column in COLUMNS.values()))
                for s in demonstration.screenings
            ),
            note="Records known beforehand are not counted. The numbers in the run "
            "names are three different starts.",
        ),
    )


def _models(demonstration: Demonstration) -> Table:
    """Return the mean of each model's runs; numbers of records are rounded."""
    groups: dict[str, list[Screening]] = {}
    for screening in demonstration.screenings:
        groups.setdefault(screening.model, []).append(screening)
    rows = tuple(
        (model, len(group), *(_mean(group, *figure) for figure in COLUMNS.values()))
        for model, group in groups.items()
    )
    return Table(
        caption="Each ranker, mean over its runs",
        header=("ranker", "runs", *COLUMNS),
        rows=rows,
        note="WSS: work saved over sampling. TNR: true negative rate, which is WSS "
        "scaled so that data sets compare. ERF: extra relevant found. Read@95%: "
        "records read until 95 % of the relevant ones are found.",
    )


def _mean(group: list[Screening], name: str, level: float | None) -> Cell:
    """Return the mean of a figure over runs, in whole records where it counts them."""
    values = [value for s in group if (value := s.figure(name, level)) is not None]
    if not values:
        return None
    mean = fmean(values)
    return round(mean) if all(isinstance(value, int) for value in values) else mean


def _closer(pictures: Mapping[str, bytes]) -> tuple[Block, ...]:
    apart = {"recall", "plan", "map"}
    return tuple(
        measure_picture(kind, svg)
        for kind, svg in pictures.items()
        if kind not in apart
    )


def _hard(demonstration: Demonstration) -> tuple[Block, ...]:
    gathered, best = demonstration.gathered, demonstration.best
    citations, topics = gathered.pile.citations, gathered.topics
    places = {citation.id: at for at, citation in enumerate(citations)}
    found = [(rank, places[str(name)]) for name, rank in best.evaluation.discoveries]
    latest = sorted(found, reverse=True)[:HARDEST]
    return (
        Paragraph(
            text=f"In {best.run.name}. A topic that shares few words with the other "
            "relevant records waits until the ranker stumbles on its first one."
        ),
        _topics(found, topics),
        Records(
            caption="The relevant records found last",
            entries=tuple(
                (citations[at], f"read as number {rank:,}: {topics[at]}")
                for rank, at in latest
            ),
        ),
    )


def _topics(found: list[tuple[int, int]], topics: tuple[str, ...]) -> Table:
    """Return when each hidden topic was first met, half found, and found."""
    ranks: dict[str, list[int]] = {}
    for rank, at in sorted(found):
        ranks.setdefault(topics[at], []).append(rank)
    return Table(
        caption="Records read until a hidden topic was …",
        header=("topic", "relevant", "first met", "half found", "all found"),
        rows=tuple(
            (name, len(own), own[0], own[(len(own) - 1) // 2], own[-1])
            for name, own in ranks.items()
        ),
    )


def _percent(screening: Screening, name: str) -> str | None:
    level = {"recall": 0.1, "wss": 0.95}[name]
    value = screening.figure(name, level)
    return None if value is None else f"{100 * rounded_down(value, digits=2):.0f} %"
