"""`thresher dedupe`: duplicates of a project, linked and never deleted."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy import Connection

from thresher.cli.citation_files import FILE
from thresher.cli.many_levels import ManyLevels
from thresher.progress import to_stderr
from thresher.staged_file import staged_file
from thresher.store.link_rows import current_links, decide_links, undo_links
from thresher.store.linking import Duplicates, duplicates_of, find_duplicates, queue
from thresher.store.login_name import login_name
from thresher.store.project import open_project
from thresher.store.review_queue import queue_lines, read_answers

__all__ = ["dedupe"]


@click.command(cls=ManyLevels)
@click.argument("project", type=FILE)
@click.option("--review", type=FILE, help="Write the pairs to look at as CSV.")
@click.option("--decide", type=FILE, help="Read that CSV back: decision is yes or no.")
@click.option(
    "--undo",
    type=click.IntRange(1),
    multiple=True,
    metavar="LINK...",
    help="Take links back, or answers, by their numbers.",
)
@click.option("--reader", help="Who answers. [the name you are logged in by]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with all links.")
def dedupe(
    *,
    project: Path,
    review: Path | None,
    decide: Path | None,
    undo: tuple[int, ...],
    reader: str | None,
    as_json: bool,
) -> None:
    """Link the records of PROJECT that are one publication.

    Certain links join records; those that may be wait for a person (--review, then
    --decide). Nothing is deleted: every link keeps its reason and can be taken back.
    With --decide or --undo nothing new is looked for.
    """
    answers = read_answers(decide) if decide else {}
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with open_project(project) as opened:
        if decide or undo:
            who = reader or login_name()
            with opened.writing() as connection:
                decide_links(connection, answers, reader=who, at=now)
                undo_links(connection, undo, reader=who, at=now)
        else:
            with to_stderr() as report:
                find_duplicates(opened, at=now, report=report, warn=_note)
        with opened.reading() as connection:
            if review:
                _write_queue(connection, review)
            found = duplicates_of(connection)
            click.echo(_json(connection, found) if as_json else _text(found))


def _note(message: str) -> None:
    click.echo(f"Note: {message}", err=True)


def _write_queue(connection: Connection, path: Path) -> None:
    with staged_file(path) as out:
        for line in queue_lines(queue(connection)):
            out.write(line)


def _text(found: Duplicates) -> str:
    bands = found.bands
    joined = bands.get("certain", 0) + bands.get("same", 0)
    apart = sum(bands.get(band, 0) for band in ("apart", "different", "undone"))
    return (
        f"{found.records:,} records, {found.publications:,} publications\n"
        f"certain: {joined:,} linked\n"
        f"maybe:   {found.waiting:,} waiting for a person (--review)\n"
        f"no:      {apart:,} kept apart"
    )


def _json(connection: Connection, found: Duplicates) -> str:
    facts = {
        "records": found.records,
        "publications": found.publications,
        "bands": dict(found.bands),
        "waiting": found.waiting,
        "links": [asdict(link) for link in current_links(connection)],
    }
    return json.dumps(facts, indent=2, ensure_ascii=False)
