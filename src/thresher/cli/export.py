"""`thresher export`: the records of a project, with the decisions on them."""

import json
from pathlib import Path

import click

from thresher.cli.citation_files import FILE, writer_for
from thresher.staged_file import staged_file
from thresher.store.carrying import carry_for
from thresher.store.outgoing import LABELS, Only, Outgoing, Selection
from thresher.store.project import open_project

__all__ = ["export"]


@click.command()
@click.argument("project", type=FILE)
@click.option("-o", "--output", type=FILE, required=True, help="The file to write.")
@click.option("--format", metavar="NAME", help="Its format, if its name says nothing.")
@click.option("--merged", is_flag=True, help="Linked duplicates as one record.")
@click.option(
    "--only",
    type=click.Choice(["all", *LABELS]),
    default="all",
    show_default=True,
    help="Records by their last decision.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def export(
    *,
    project: Path,
    output: Path,
    format: str | None,  # noqa: A002  as the option is called
    merged: bool,
    only: Only,
    as_json: bool,
) -> None:
    """Write the records of PROJECT with decisions, reasons, notes and readers.

    To RIS, CSV, XLSX, BibTeX, JSON lines, CSL-JSON, .asreview and others. In RIS a
    note says ASReview_relevant, ASReview_irrelevant or ASReview_not_seen, as ASReview
    and Zotero users know it. In tables, what a spreadsheet would take for a formula
    is made harmless.
    """
    wanted = writer_for(output, format, option="--format")
    selection = Selection(carry=carry_for(wanted.name), only=only, merge=merged)
    with open_project(project) as opened, opened.reading() as connection:
        found = Outgoing(connection, selection)
        with staged_file(output) as out:
            if wanted.write:
                wanted.write(found, out)
    if as_json:
        facts = {
            "output": str(output),
            "format": wanted.name,
            "records": found.records,
            "disagreements": found.disagreements,
            "conflicts": found.conflicts,
        }
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    click.echo(f"{output}: {found.records:,} records ({wanted.title})")
    if found.disagreements:
        said = f"readers disagree on {found.disagreements:,} of them"
        rest = "the last decision counts"
        if found.conflicts:
            rest = f"{found.conflicts:,} in open conflict go out without a label"
        click.echo(f"Note: {said}; {rest}", err=True)
