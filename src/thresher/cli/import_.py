"""`thresher import`: citation files into a project."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from thresher.cli.citation_files import FILE, format_option, most_bytes_option, scanner
from thresher.cli.watched import Watched
from thresher.progress import Report, to_stderr
from thresher.records.provenance import Search
from thresher.reports.import_report import import_lines
from thresher.store.importing import Imported, Wishes, import_files
from thresher.store.project import ready_project
from thresher.store.reporting.imported import imported_facts

__all__ = ["import_"]


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option(
    "--project",
    type=FILE,
    required=True,
    help="The project file; made if it is not there. review.thresher is a good name.",
)
@click.option("--database", default="", help="What was searched: MEDLINE, Embase, …")
@click.option("--platform", default="", help="Through what: Ovid, PubMed, EBSCOhost, …")
@click.option(
    "--date",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Day of the search: 2024-04-30.",
)
@click.option("--query", default="", help="The search strategy, word for word.")
@click.option("--hits", type=click.IntRange(0), help="How many records it found.")
@click.option("--reader", default="", help="Who made decisions that name nobody.")
@format_option
@most_bytes_option
@click.option("--strict", is_flag=True, help="Write nothing if there is any warning.")
@click.option("--again", is_flag=True, help="Import files that are there already.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def import_(files: tuple[Path, ...], *, project: Path, **options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Read citation files into a project and report what became of each.

    RIS, PubMed nbib and XML, EndNote, Web of Science, Ovid, BibTeX, CSV, XLSX, JSON,
    .asreview and others, told apart by what they hold. Each file is imported whole
    or not at all; decisions in it come along; those in the project stay. What was
    searched where, when and how (for PRISMA-S) is kept with the records.
    """
    search = _search(options)
    done: list[Imported] = []
    try:
        with to_stderr() as report, ready_project(project) as opened:
            wishes = _wishes(options, search, report)
            for one in import_files(opened, files, wishes=wishes):
                done.append(one)
                if not options["as_json"]:
                    click.echo("\n".join(_lines(one)))
    finally:  # what is safe in the project is told, whatever happened to the rest
        if options["as_json"] and done:
            facts = {"files": [imported_facts(one) for one in done]}
            click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    if differs := search.shortfall(records=_records(done)):
        click.echo(f"Note: {differs}", err=True)


def _search(options: dict[str, Any]) -> Search:
    day = options["date"]
    return Search(
        database=options["database"],
        platform=options["platform"],
        searched_on=day.date() if day else None,
        query=options["query"],
        hits=options["hits"],
    )


def _wishes(options: dict[str, Any], search: Search, report: Report) -> Wishes:
    opened = scanner(options["format"], most_bytes=options["most_bytes"])
    return Wishes(
        scan=lambda path: Watched(opened(path), report),
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        search=search,
        reader=options["reader"],
        strict=options["strict"],
        again=options["again"],
        progress=report,
    )


def _records(done: Sequence[Imported]) -> int:
    return sum(one.added.report.records for one in done if one.added)


def _lines(one: Imported) -> Iterator[str]:
    if one.added is None:
        yield (
            f"{one.path.name}: already imported on {one.since}, nothing was added; "
            "--again adds it once more"
        )
        return
    yield from import_lines(one.added.report)
    yield f"  {one.added.new:,} new, {one.added.known:,} with a DOI or PMID seen before"
    if one.added.decisions:
        yield f"  decisions that came along: {one.added.decisions:,}"
