"""`thresher metrics`: how good a screening was."""

from typing import TYPE_CHECKING, Any

import click
import numpy as np

from thresher.cli.files import FILE, LABEL_COLUMN, QRELS, opened
from thresher.cli.many_levels import ManyLevels
from thresher.cli.output import write_out
from thresher.cli.ranges import ABOVE_ZERO, AT_LEAST_ZERO
from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.evaluation import Levels, evaluate
from thresher.measures.registry import CONVENTIONS
from thresher.reports.measured import (
    Measured,
    measured_csv,
    measured_json,
    measured_table,
)

if TYPE_CHECKING:
    from thresher.measures.rates import RateDistribution

__all__ = ["metrics"]

SEED = 20230129  # of the bootstrap: the same files give the same interval


@click.command(cls=ManyLevels)
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option(
    "--recall",
    multiple=True,
    type=AT_LEAST_ZERO,
    metavar="SHARE...",
    help="Shares of the pile to take recall at. [0.1 0.25 0.5 0.75 0.9]",
)
@click.option(
    "--wss",
    multiple=True,
    type=ABOVE_ZERO,
    metavar="RECALL...",
    help="Recalls to take work saved over sampling at. [0.95]",
)
@click.option(
    "--erf",
    multiple=True,
    type=AT_LEAST_ZERO,
    metavar="SHARE...",
    help="Shares of the pile to take extra relevant found at. [0.1]",
)
@click.option(
    "--cm",
    multiple=True,
    type=ABOVE_ZERO,
    metavar="RECALL...",
    help="Recalls to take the confusion matrix and TNR at. [0.95 1]",
)
@click.option("--priors/--no-priors", help="Count prior knowledge as read. [no]")
@click.option(
    "--x_absolute",
    "--x-absolute",
    is_flag=True,
    help="Levels of recall, wss and erf are numbers of records.",
)
@click.option(
    "--y_absolute",
    "--y-absolute",
    is_flag=True,
    help="Give recall, wss and erf as numbers of records.",
)
@click.option(
    "--convention",
    type=click.Choice(CONVENTIONS),
    default="kusa",
    help="How targets are counted; see the documentation. [kusa]",
)
@click.option(
    "--rate",
    type=ABOVE_ZERO,
    nargs=2,
    metavar="ALPHA BETA",
    help="Weigh by a Beta law of the share read; see thresher plan.",
)
@QRELS
@LABEL_COLUMN
@click.option("--include-settings", is_flag=True, help="Add the run's own settings.")
@click.option("-o", "--output", type=FILE, help="Write the JSON (or CSV) to a file.")
@click.option("--csv", "as_csv", is_flag=True, help="One line a figure, as CSV.")
@click.option("--json", "as_json", is_flag=True, help="JSON, also for several runs.")
@click.option("--table", "as_table", is_flag=True, help="A table, also for one run.")
@click.option("--quiet", is_flag=True, help="Print nothing; for use with -o.")
def metrics(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Measure readings: .asreview files, tables of labels, TREC runs, runs of ours.

    One run prints ASReview Insights' JSON with Thresher's ids beside; several print a
    table with mean, standard deviation and a bootstrap interval.
    """
    levels = _asked(options)
    runs = opened(
        options["files"], qrels=options["qrels"], label_column=options["label_column"]
    )
    evaluations = [
        evaluate(
            run.reading,
            levels=levels,
            convention=options["convention"],
            priors=options["priors"],
            y_absolute=options["y_absolute"],
            rate=_law(options["rate"]),
        )
        for run in runs
    ]
    if all(evaluation.reading.relevant == 0 for evaluation in evaluations):
        reason = evaluations[0].items[0].reason or "no record is relevant"
        raise UndefinedMeasureError("every measure", reason)
    measured = Measured(
        runs=runs,
        evaluations=evaluations,
        with_settings=options["include_settings"],
        rng=np.random.default_rng(SEED),
    )
    for sentence in measured.remarks():
        click.echo(f"Note: {sentence}", err=True)
    if options["output"]:
        as_text = measured_csv if options["as_csv"] else measured_json
        write_out(options["output"], as_text(measured))
    if not options["quiet"]:
        click.echo(_shown(measured, options), nl=False)


def _asked(options: dict[str, Any]) -> Levels:
    given = {
        "recall": options["recall"],
        "wss": options["wss"],
        "erf": options["erf"],
        "confusion": options["cm"],
    }
    absolute = options["x_absolute"]
    missing = [name for name in ("recall", "wss", "erf") if not given[name]]
    if absolute and len(missing) == len(("recall", "wss", "erf")):
        raise click.UsageError("--x_absolute needs numbers: --recall, --wss or --erf")
    try:
        wanted = {name: value for name, value in given.items() if value}
        if absolute:  # a share means nothing as a number of records
            wanted |= dict.fromkeys(missing, ())
        return Levels(absolute=absolute, **wanted)
    except InputError as error:
        raise click.UsageError(str(error)) from error


def _law(rate: tuple[float, float] | None) -> "RateDistribution | None":
    if not rate:
        return None
    from thresher.measures.rates import Beta  # noqa: PLC0415  scipy is slow to load

    return Beta(alpha=rate[0], beta=rate[1])


def _shown(measured: Measured, options: dict[str, Any]) -> str:
    if options["as_csv"]:
        return measured_csv(measured)
    if options["as_json"] or (len(measured.runs) == 1 and not options["as_table"]):
        return measured_json(measured)
    return measured_table(measured)
