"""Files that commands read runs from, and pictures that they write."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from thresher.errors import InputError
from thresher.progress import to_stderr
from thresher.screening.run import Run
from thresher.screening.runs import open_runs
from thresher.screening.trec import Judgements, is_of_trec, read_judgements

__all__ = [
    "FILE",
    "LABEL_COLUMN",
    "QRELS",
    "as_picture",
    "judged",
    "opened",
    "refuse_given",
    "refuse_idle",
]

GIVEN = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
FILE = click.Path(path_type=Path)
QRELS = click.option("--qrels", type=FILE, help="Judgements for a TREC run.")
LABEL_COLUMN = click.option("--label-column", help="The column of labels in a table.")


def opened(
    files: Sequence[Path], *, qrels: Path | None, label_column: str | None
) -> list[Run]:
    """Return the runs of all files, saying how far along that is."""
    runs: list[Run] = []
    judgements = judged(qrels)
    with to_stderr() as report:
        for done, path in enumerate(files, 1):
            runs += open_runs(path, qrels=judgements, label_column=label_column)
            report("Reading files", done=done, total=len(files))
    refuse_idle(runs, qrels=qrels, label_column=label_column)
    return runs


def judged(qrels: Path | None) -> Judgements | None:
    """Return the judgements of a file; a bad one is refused even if no run needs it."""
    return None if qrels is None else read_judgements(qrels)


def refuse_idle(
    runs: Sequence[Run], *, qrels: Path | None, label_column: str | None
) -> None:
    """Refuse judgements and names that no run was read with: its own labels counted."""
    if qrels is not None and not any(map(is_of_trec, runs)):
        raise click.UsageError("--qrels is for TREC runs, and none of the files is one")
    if label_column is not None and not any(run.of_table for run in runs):
        raise click.UsageError(
            "--label-column is for tables, and none of the files is one"
        )


def refuse_given(names: Iterable[str], why: str) -> None:
    """Refuse those of these options that were given: they would change nothing.

    Parameters
    ----------
    names
        The options, as the command's function calls them.
    why
        When they mean something, as the end of a sentence.
    """
    ctx = click.get_current_context()
    unused = {*names}
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name in unused and ctx.get_parameter_source(name) in GIVEN:
            raise click.UsageError(f"{parameter.opts[0]} {why}")


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
