"""Files that commands read runs from, and pictures that they write."""

from collections.abc import Sequence
from pathlib import Path

import click

from thresher.errors import InputError
from thresher.progress import to_stderr
from thresher.screening.run import Run
from thresher.screening.runs import open_runs

__all__ = ["FILE", "LABEL_COLUMN", "QRELS", "as_picture", "opened"]

FILE = click.Path(path_type=Path)
QRELS = click.option("--qrels", type=FILE, help="Judgements for a TREC run.")
LABEL_COLUMN = click.option("--label-column", help="The column of labels in a table.")


def opened(
    files: Sequence[Path], *, qrels: Path | None, label_column: str | None
) -> list[Run]:
    """Return the runs of all files, saying how far along that is."""
    runs: list[Run] = []
    with to_stderr() as report:
        for done, path in enumerate(files, 1):
            runs += open_runs(path, qrels=qrels, label_column=label_column)
            report("Reading files", done=done, total=len(files))
    return runs


def as_picture(
    ctx: click.Context, parameter: click.Parameter, path: Path | None
) -> Path | None:
    """Return where to draw; refuse a format of picture before any work is done."""
    if path is not None:
        from thresher.reports.figures.saving import format_of  # noqa: PLC0415  heavy

        try:
            format_of(path)
        except InputError as error:
            raise click.BadParameter(str(error), ctx, parameter) from error
    return path
