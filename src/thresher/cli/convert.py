"""`thresher convert`: citation files into another format, without a project."""

import json
from itertools import chain
from pathlib import Path

import click

from thresher.cli.citation_files import (
    FILE,
    format_option,
    most_bytes_option,
    scanner,
    writer_for,
)
from thresher.records.distinct_ids import distinct_ids
from thresher.records.strictness import refuse_warnings
from thresher.records.tally import ImportReport
from thresher.reports.import_report import import_facts, import_lines
from thresher.staged_file import staged_file

__all__ = ["convert"]


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="IN...")
@click.option("-o", "--output", type=FILE, required=True, help="The file to write.")
@click.option("--to", metavar="NAME", help="Its format, where its name does not say.")
@format_option
@most_bytes_option
@click.option("--strict", is_flag=True, help="Write nothing if there is any warning.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def convert(
    *,
    files: tuple[Path, ...],
    output: Path,
    to: str | None,
    format: str | None,  # noqa: A002  as the option is called
    most_bytes: int,
    strict: bool,
    as_json: bool,
) -> None:
    """Read citation files and write them as one, in another format.

    Everything that the other format can hold is kept, fields it has no place for as
    notes or columns. The report says what became of each file.
    """
    wanted = writer_for(output, to, option="--to")
    scans = [scanner(format, most_bytes=most_bytes)(path) for path in files]
    with staged_file(output) as out:
        if wanted.write:
            wanted.write(distinct_ids(chain.from_iterable(scans)), out)
        reports = [scan.report() for scan in scans]
        if strict:
            for path, report in zip(files, reports, strict=True):
                refuse_warnings(path, report)
    click.echo(_json(reports, output, wanted.name) if as_json else _text(reports))


def _text(reports: list[ImportReport]) -> str:
    return "\n".join(line for report in reports for line in import_lines(report))


def _json(reports: list[ImportReport], output: Path, name: str) -> str:
    facts = {
        "output": str(output),
        "format": name,
        "records": sum(report.records for report in reports),
        "files": [import_facts(report) for report in reports],
    }
    return json.dumps(facts, indent=2, ensure_ascii=False)
