"""`thresher corpus build`: from records and links to a data set."""

import json
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thresher.cli.citation_files import FILE, format_option, most_bytes_option
from thresher.cli.citations_in import citations_in
from thresher.cli.executing import EXECUTORS, executor_kind, executor_of
from thresher.cli.output import made_folder, write_out
from thresher.errors import InputError, ThresherError
from thresher.progress import to_stderr

if TYPE_CHECKING:
    from thresher.records.citation import Citation
    from thresher.synthesis.corpus.building import Built
    from thresher.synthesis.corpus.candidates import Candidates, Filters

__all__ = ["build"]

MOST_TOLD = 5  # failures printed in full
STEPS = {
    "given": "reviews given",
    "keyword": "systematic, by type or words",
    "pubmed": "in PubMed, or of any source if asked",
    "text": "with an English abstract",
    "studies": "with a study of interest, and no case report",
    "suitable": "suitable, by the rules",
    "target": "with a sentence that states an effect",
    "whole": "with all layers: the data set",
}


@click.command()
@click.argument("reviews", type=FILE, nargs=-1, required=True, metavar="REVIEWS...")
@click.option(
    "--studies",
    type=FILE,
    multiple=True,
    required=True,
    help="Citation file or project of studies; may be given again.",
)
@click.option(
    "--links",
    type=FILE,
    help="Table with columns review and study. [the reviews' reference lists]",
)
@click.option("-o", "--output", type=FILE, required=True, help="Folder for the data.")
@click.option("--any-source", is_flag=True, help="Also reviews without a PubMed id.")
@click.option(
    "--drop-cases",
    is_flag=True,
    help="Leave out case reports, not the reviews that cite one.",
)
@click.option("--no-rules", is_flag=True, help="Keep reviews of any question.")
@click.option(
    "--executor", type=click.Choice(EXECUTORS), help="Who works. [processes; dask]"
)
@click.option("--cluster", metavar="tcp://HOST:PORT", help="A Dask scheduler to use.")
@click.option(
    "--workers", type=click.IntRange(1), help="Processes on this machine. [all cores]"
)
@format_option
@most_bytes_option
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def build(  # noqa: PLR0913  one parameter an option
    *,
    reviews: tuple[Path, ...],
    studies: tuple[Path, ...],
    links: Path | None,
    output: Path,
    any_source: bool,
    drop_cases: bool,
    no_rules: bool,
    executor: str | None,
    cluster: str | None,
    workers: int | None,
    format: str | None,  # noqa: A002  as the option is called
    most_bytes: int,
    as_json: bool,
) -> None:
    """Build a data set of REVIEWS and the studies they rest on.

    Filters by words, PubMed id and publication types, rules of suitability, background
    and target of each review, spans of participants, interventions and outcomes, and
    directions of every pair. Results are kept as they come: broken off, the same
    command goes on. What is left out stands in left_out.csv with the reason.
    """
    from thresher.synthesis.corpus.candidates import Filters  # noqa: PLC0415  heavy

    kind = executor_kind(executor, cluster=cluster, workers=workers)
    filters = Filters(
        pubmed_only=not any_source, cull_citing_cases=not drop_cases, rules=not no_rules
    )
    read = partial(citations_in, format=format, most_bytes=most_bytes)
    found = _candidates(read(reviews), read(studies), links=links, filters=filters)
    made_folder(output)
    with (
        to_stderr() as report,
        closing(executor_of(kind, cluster=cluster, workers=workers)) as doing,
    ):
        from thresher.synthesis.corpus.building import built  # noqa: PLC0415

        done = built(found, output, executor=doing, rules=filters.rules, report=report)
    facts = _written(done, output)
    click.echo(
        json.dumps(facts, indent=2, ensure_ascii=False) if as_json else _words(done)
    )
    if done.failures:
        raise ThresherError(_complaint(done))


def _candidates(
    reviews: "list[Citation]",
    studies: "list[Citation]",
    *,
    links: Path | None,
    filters: "Filters",
) -> "Candidates":
    from thresher.synthesis.corpus.candidates import candidates  # noqa: PLC0415
    from thresher.synthesis.corpus.links import (  # noqa: PLC0415
        cited_links,
        links_of_table,
    )

    found = (
        links_of_table(links, reviews, studies)
        if links
        else cited_links(reviews, studies)
    )
    if not any(found.studies.values()):
        raise InputError(
            f"{links or 'the reference lists'} link none of {len(reviews)} reviews to "
            f"one of {len(studies)} studies: give a table of reviews and studies with "
            "--links"
        )
    return candidates(reviews, studies, links=found, filters=filters)


def _written(done: "Built", folder: Path) -> dict[str, object]:
    """Write what was left out and what was done; return the latter."""
    from thresher.reports.tables import csv_table  # noqa: PLC0415
    from thresher.synthesis.corpus.stages import fingerprint  # noqa: PLC0415

    stages = Counter(one.stage for one in done.left_out)
    facts: dict[str, object] = {
        "reviews": done.reviews,
        "funnel": dict(done.funnel),
        "left_out": dict(stages),
        "failed": dict(done.failures),
        "file": str(done.path),
        "weights_sha256": fingerprint(),
        "suitability": "rules (Appendix B), not a trained classifier",
    }
    rows = [[one.review, one.study, one.stage, one.why] for one in done.left_out]
    header = ["review", "study", "stage", "why"]
    write_out(folder / "left_out.csv", csv_table(header, rows))
    write_out(folder / "build.json", json.dumps(facts, indent=2) + "\n")
    return facts


def _words(done: "Built") -> str:
    width = max(len(f"{count}") for count in done.funnel.values())
    lines = [f"{done.funnel[name]:>{width}}  {text}" for name, text in STEPS.items()]
    return "\n".join(
        [
            *lines,
            "",
            f"Data set: {done.path}",
            f"Left out, and why: {done.path.with_name('left_out.csv')}",
            "",
            "Try next:",
            f"  thresher corpus split {done.path} -o {done.path.parent}",
        ]
    )


def _complaint(done: "Built") -> str:
    told = [f"{name}: {why}" for name, why in done.failures.items()]
    more = f" (and {len(told) - MOST_TOLD} more)" if len(told) > MOST_TOLD else ""
    return (
        f"{len(told)} documents could not be worked on; reviews with one are left out. "
        f"{' | '.join(told[:MOST_TOLD])}{more}"
    )
