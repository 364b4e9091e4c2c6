"""`thresher plan`: what a limited budget will find."""

import json
from pathlib import Path

import click

from thresher.cli.files import FILE, LABEL_COLUMN, QRELS, as_picture, opened
from thresher.cli.ranges import ABOVE_ZERO, SHARE, UP_TO_ONE
from thresher.errors import InputError
from thresher.measures.planning import Plan
from thresher.measures.planning import plan as planned
from thresher.reports.plan_text import plan_facts, plan_text
from thresher.screening.reading import Reading
from thresher.screening.run import short_names

__all__ = ["plan"]


@click.command()
@click.option(
    "--records", type=click.IntRange(1), required=True, help="Size of the pile."
)
@click.option("--hours", type=ABOVE_ZERO, required=True, help="Person hours there are.")
@click.option(
    "--minutes",
    type=ABOVE_ZERO,
    nargs=2,
    metavar="T0 T1",
    help="Shortest and longest likely mean time for a record.",
)
@click.option(
    "--minutes-from",
    type=FILE,
    help="An .asreview file whose time stamps tell the minutes.",
)
@click.option(
    "--coverage",
    type=SHARE,
    default=0.95,
    show_default=True,
    help="How sure that range of minutes is.",
)
@click.option(
    "--runs",
    type=FILE,
    multiple=True,
    metavar="FILE...",
    help="Rankings to choose from: .asreview files, tables of labels, runs of ours.",
)
@click.argument("files", type=FILE, nargs=-1, metavar="")
@QRELS
@LABEL_COLUMN
@click.option(
    "--target-recall",
    type=UP_TO_ONE,
    default=0.95,
    show_default=True,
    help="Recall to count records and hours for.",
)
@click.option(
    "--plot",
    "picture",
    type=FILE,
    callback=as_picture,
    help="Draw it: .png, .svg, .pdf.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def plan(  # noqa: PLR0913  one parameter an option
    *,
    records: int,
    hours: float,
    minutes: tuple[float, float] | None,
    minutes_from: Path | None,
    coverage: float,
    runs: tuple[Path, ...],
    files: tuple[Path, ...],
    qrels: Path | None,
    label_column: str | None,
    target_recall: float,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Say how much of a pile the hours suffice for, and what that will find.

    The share that is read follows a Beta law whose range is that of the minutes, or a
    log-normal one cut off at the whole pile where the hours may suffice for it. With
    --runs it says what recall to expect of each ranking, and recommends one. Millard,
    Flach and Higgins (2014), doi:10.1007/978-3-662-44851-9_25.
    """
    if files and not runs:
        raise click.UsageError(f"put --runs before the files: --runs {files[0]}")
    if (minutes is None) == (minutes_from is None):
        raise click.UsageError("give --minutes T0 T1 or --minutes-from FILE")
    found = opened([*runs, *files], qrels=qrels, label_column=label_column)
    named = [*zip(short_names(found), (run.reading for run in found), strict=True)]
    try:
        outlook = planned(
            named,
            records=records,
            hours=hours,
            minutes=minutes or _timed(minutes_from, coverage),
            coverage=coverage,
            target_recall=target_recall,
        )
    except InputError as error:
        raise click.UsageError(str(error)) from error
    if picture:
        _draw(outlook, named, picture)
    if as_json:
        click.echo(json.dumps(plan_facts(outlook), indent=2, ensure_ascii=False))
    else:
        click.echo(plan_text(outlook))


def _timed(path: Path | None, coverage: float) -> tuple[float, float]:
    """Return the range of the mean minutes a record, from a project's time stamps."""
    from thresher.measures.pace import minutes_from_timestamps  # noqa: PLC0415  heavy
    from thresher.records.asreview_file import read_project  # noqa: PLC0415

    decisions = read_project(Path(path or "")).decisions
    times = [made.time for made in decisions if made.time is not None]
    pace = minutes_from_timestamps(times, coverage=coverage)
    click.echo(
        f"{pace.gaps} decisions took {pace.mean:.2f} minutes each on average "
        f"({pace.breaks} breaks left out)",
        err=True,
    )
    return pace.mean_low, pace.mean_high


def _draw(outlook: Plan, runs: list[tuple[str, Reading]], picture: Path) -> None:
    from thresher.reports.figures import save_figure  # noqa: PLC0415  heavy
    from thresher.reports.figures.sources import NamedReading  # noqa: PLC0415
    from thresher.reports.plan_figure import plan_figure  # noqa: PLC0415

    named = [NamedReading(name=name, reading=reading) for name, reading in runs]
    save_figure(plan_figure(outlook, named), picture)
    click.echo(f"wrote {picture}", err=True)
