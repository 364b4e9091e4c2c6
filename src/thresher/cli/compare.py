"""`thresher compare`: models side by side."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thresher.cli.files import FILE, LABEL_COLUMN, QRELS, as_picture, opened
from thresher.cli.ranges import ABOVE_ZERO, SHARE
from thresher.errors import InputError
from thresher.reports.compared import LEVELS, Compared, compared
from thresher.reports.compared_text import comparison_facts, comparison_text
from thresher.screening.origin import run_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from thresher.measures.rates import RateDistribution

__all__ = ["compare"]


@click.command()
@click.argument("runs", nargs=-1, required=True, type=FILE, metavar="RUNS...")
@click.option(
    "--measure",
    type=click.Choice([*LEVELS]),
    default="loss",
    show_default=True,
    help="What to rank and test by.",
)
@click.option("--by-data", is_flag=True, help="List every data set too.")
@click.option(
    "--alpha",
    type=SHARE,
    default=0.05,
    show_default=True,
    help="Of the critical difference.",
)
@click.option(
    "--rate",
    type=ABOVE_ZERO,
    nargs=2,
    metavar="ALPHA BETA",
    help="Adds rAUC under a Beta law of the share read.",
)
@click.option(
    "--hours", type=ABOVE_ZERO, help="Adds rAUC under a plan: hours there are."
)
@click.option(
    "--minutes",
    type=ABOVE_ZERO,
    nargs=2,
    metavar="T0 T1",
    help="Shortest and longest likely mean time for a record.",
)
@QRELS
@LABEL_COLUMN
@click.option(
    "-o",
    "--output",
    "picture",
    type=FILE,
    callback=as_picture,
    help="Draw the critical differences: .png, .svg, .pdf.",
)
@click.option("--json", "as_json", is_flag=True, help="Every figure as JSON.")
def compare(  # noqa: PLR0913  one parameter an option
    *,
    runs: tuple[Path, ...],
    measure: str,
    by_data: bool,
    alpha: float,
    rate: tuple[float, float] | None,
    hours: float | None,
    minutes: tuple[float, float] | None,
    qrels: Path | None,
    label_column: str | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Compare models by their RUNS: files, or folders of simulate and sweep.

    Prints loss, TNR and WSS at 95 % recall, average time to discovery and recall at
    10 %, and rAUC under a plan (--hours and --minutes, as in thresher plan) or a law
    (--rate). Seeds are averaged for each data set; then models are ranked on each
    (Friedman, Nemenyi) and tested in pairs.
    """
    law = _law(rate, hours, minutes)
    if measure == "rauc" and law is None:
        raise click.UsageError("rauc needs a plan: --hours and --minutes, or --rate")
    files = run_files(runs)
    found = compared(opened(files, qrels=qrels, label_column=label_column), law=law)
    if picture:
        _draw(found, picture, measure=measure, alpha=alpha)
    if as_json:
        facts = comparison_facts(found, alpha=alpha)
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        text = comparison_text(found, measure=measure, alpha=alpha, by_data=by_data)
        click.echo(text, nl=False)


def _law(
    rate: tuple[float, float] | None,
    hours: float | None,
    minutes: tuple[float, float] | None,
) -> "Callable[[int], RateDistribution] | None":
    if (hours is None) != (not minutes) or (rate and hours is not None):
        raise click.UsageError("a plan is --hours and --minutes T0 T1, or --rate A B")
    if not rate and hours is None:
        return None
    from thresher.measures.elicitation import elicit_rate  # noqa: PLC0415  heavy
    from thresher.measures.rates import Beta  # noqa: PLC0415

    def planned(records: int) -> "RateDistribution":
        if rate:
            return Beta(alpha=rate[0], beta=rate[1])
        try:
            return elicit_rate(records, hours or 0.0, minutes or (0.0, 0.0))
        except InputError as error:
            raise click.UsageError(str(error)) from error

    return planned


def _draw(found: Compared, picture: Path, *, measure: str, alpha: float) -> None:
    from thresher.reports.figures import save_figure  # noqa: PLC0415  heavy
    from thresher.reports.figures.critical_difference import (  # noqa: PLC0415
        critical_difference_figure,
    )

    ranks = found.ranks(measure, alpha=alpha)
    if ranks is None:
        raise InputError(
            "a diagram of critical differences needs two models that differ on two "
            "data sets or more: leave -o out, or give more runs"
        )
    title = f"Mean rank by {measure} over {ranks.data_sets} data sets"
    save_figure(critical_difference_figure(ranks, found.models, title=title), picture)
    click.echo(f"wrote {picture}", err=True)
