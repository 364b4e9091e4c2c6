"""`thresher plot`: curves of runs, as a picture or as numbers."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from thresher.cli.files import FILE, LABEL_COLUMN, QRELS, as_picture, opened
from thresher.errors import UnknownNameError
from thresher.measures.bands import band as band_of
from thresher.reports.figures import KINDS
from thresher.reports.figures.drawing import Options, curves_of, draw
from thresher.reports.figures.kinds import Kind
from thresher.reports.figures.lettering import families, printable
from thresher.reports.figures.saving import figure_for, save_figure
from thresher.reports.figures.sources import NamedReading, named_readings

__all__ = ["plot"]


def _kind(ctx: click.Context, parameter: click.Parameter, name: str) -> Kind:
    """Return the kind of plot; answer a wrong name with the right ones."""
    if name not in KINDS:
        raise click.BadParameter(
            str(UnknownNameError("plot", name, known=KINDS)), ctx, parameter
        )
    return KINDS[name]


@click.command()
@click.argument("kind", metavar="TYPE", callback=_kind)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=as_picture,
    help="Picture to write (.png, .svg or .pdf); otherwise TYPE.png in this folder.",
)
@click.option(
    "--priors/--no-priors", help="Count records known beforehand as read, or not."
)
@click.option(
    "--x_absolute", "--x-absolute", is_flag=True, help="Count records on the x-axis."
)
@click.option(
    "--y_absolute", "--y-absolute", is_flag=True, help="Count records on the y-axis."
)
@click.option("--no-random", is_flag=True, help="Leave out the random order.")
@click.option("--no-optimal", is_flag=True, help="Leave out the best order.")
@click.option("--legend", multiple=True, help="Name of a run; once for each run.")
@click.option("--band", is_flag=True, help="Mean and standard deviation of the runs.")
@click.option("--title", help="Words above the figure.")
@QRELS
@LABEL_COLUMN
@click.option("--json", "as_json", is_flag=True, help="Print the points of the curves.")
def plot(  # noqa: PLR0913  one parameter an option
    *,
    kind: Kind,
    files: tuple[Path, ...],
    output: Path | None,
    priors: bool,
    x_absolute: bool,
    y_absolute: bool,
    no_random: bool,
    no_optimal: bool,
    legend: tuple[str, ...],
    band: bool,
    title: str | None,
    qrels: Path | None,
    label_column: str | None,
    as_json: bool,
) -> None:
    """Draw one curve for each run in FILE...

    TYPE is recall, wss, erf, roc, rate-recall, rate-accuracy, precision or
    discovery. FILE is an ASReview project, a table with a label column in reading
    order, a TREC run, or a run written by Thresher.
    """
    options = Options(
        priors=priors,
        x_absolute=x_absolute,
        y_absolute=y_absolute,
        show_random=not no_random,
        show_optimal=not no_optimal,
        legend_values=legend or None,
        band=band,
    )
    runs = opened(files, qrels=qrels, label_column=label_column)
    named = named_readings(runs, priors=priors, names=options.legend_values)
    if as_json:
        points = _points(kind, named, options=options)
        click.echo(json.dumps(points, ensure_ascii=False))
    if output or not as_json:
        path = output or Path(f"{kind.name}.png")
        _draw_to(path, kind, named, options=options, title=title)
        click.echo(f"wrote {path}", err=True)


def _draw_to(
    path: Path,
    kind: Kind,
    named: Sequence[NamedReading],
    *,
    options: Options,
    title: str | None,
) -> None:
    """Draw the figure and write it."""
    figure = figure_for([] if options.band else [one.name for one in named])
    ax = draw(figure.subplots(), kind, named, options=options)
    if title is not None:
        ax.set_title(printable(title), fontfamily=families())
    save_figure(figure, path)


def _points(
    kind: Kind, named: Sequence[NamedReading], *, options: Options
) -> dict[str, Any]:
    """Return the curves as plain numbers."""
    curves = curves_of(kind, named, options=options)
    points: dict[str, Any] = {
        "plot": kind.name,
        "x": kind.x.label(absolute=options.x_absolute),
        "y": kind.y.label(absolute=options.y_absolute),
        "runs": [
            {
                "name": one.name,
                "x": curve.x.tolist(),
                "y": curve.y.tolist(),
                "steps": curve.steps,
                "stopped": curve.stopped,
            }
            for one, curve in zip(named, curves, strict=True)
        ],
    }
    if options.band:
        drawn = band_of(curves)
        points["band"] = {
            name: getattr(drawn, name).tolist() for name in ("x", "mean", "low", "high")
        }
    return points
