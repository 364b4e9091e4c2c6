"""`thresher report`: what a project has to show, as the lab shows it."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

import click
from sqlalchemy import Connection

from thresher.cli.files import FILE
from thresher.cli.output import write_out
from thresher.reports.bundle import write_bundle
from thresher.reports.flow import Flow, flow_png, flow_svg, official_csv
from thresher.reports.methods_text import (
    methods_markdown,
    methods_plain,
    missing_facts,
)
from thresher.staged_file import staged_file
from thresher.store.project import open_project
from thresher.store.reporting.papers import bundle_of, flow_of, methods_of

__all__ = ["report"]

T = TypeVar("T")
DRAWN: dict[str, Callable[[Flow], str | bytes]] = {
    ".svg": flow_svg,
    ".png": flow_png,
    ".csv": official_csv,
}
PROJECT = click.argument("project", type=FILE)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group()
def report() -> None:
    """Write what a PROJECT has to show; the lab's report page gives the same."""


@report.command()
@PROJECT
@click.option("-o", "--output", type=FILE, required=True, help=".svg, .png or .csv")
@JSON
def flow(*, project: Path, output: Path, as_json: bool) -> None:
    """Draw the PRISMA 2020 flow, or write the official tool's table (.csv).

    It adds up, or it is refused with the box that does not. Records that nobody read
    are apart from those that people excluded.
    """
    ending = output.suffix.lower()
    if ending not in DRAWN:
        raise click.UsageError(f"end the name of {output.name} in .svg, .png or .csv")
    found = _of(project, flow_of)
    write_out(output, DRAWN[ending](found))
    if as_json:
        click.echo(json.dumps(asdict(found), indent=2, ensure_ascii=False))


@report.command()
@PROJECT
@click.option("-o", "--output", type=FILE, help="A .txt or .md file. [the screen]")
@JSON
def methods(*, project: Path, output: Path | None, as_json: bool) -> None:
    """Write the text for the Methods section; what is not known is named."""
    found = _of(project, methods_of)
    if output is not None:
        as_markdown = output.suffix.lower() == ".md"
        text = methods_markdown(found) if as_markdown else methods_plain(found)
        write_out(output, text)
    if as_json:
        facts = {"text": methods_plain(found), "missing": list(missing_facts(found))}
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    elif output is None:
        click.echo(methods_plain(found))


@report.command()
@PROJECT
@click.option("-o", "--output", type=FILE, required=True, help="The .zip file.")
@JSON
def bundle(*, project: Path, output: Path, as_json: bool) -> None:
    """Write everything into one zip: flow, methods, certificate, decisions, records."""
    with (
        open_project(project) as opened,
        opened.reading() as connection,
        staged_file(output) as out,
    ):
        entries = write_bundle(bundle_of(connection, title=project.stem), out)
    if as_json:
        click.echo(json.dumps([asdict(entry) for entry in entries], indent=2))
    else:
        click.echo("\n".join(f"{entry.name}  {entry.meaning}" for entry in entries))


def _of(path: Path, made: Callable[[Connection], T]) -> T:
    with open_project(path) as project, project.reading() as connection:
        return made(connection)
