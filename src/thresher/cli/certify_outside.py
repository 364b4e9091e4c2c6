"""`thresher certify outside`: what an LLM's or a vendor's list found."""

import json
import shlex
from typing import TYPE_CHECKING, Any

import click

from thresher.certification.outside import (
    Expectation,
    OutsideSample,
    ScreenerList,
    f1_bound,
    precision_bound,
    read_list,
    recall_bound,
    sample_sizes,
)
from thresher.certification.outside.plan import OutsidePlan, plan_of
from thresher.certification.outside.screener_list import labels_sheet, read_labels
from thresher.cli.certify_sources import json_of
from thresher.cli.files import FILE, refuse_given
from thresher.cli.output import write_out
from thresher.cli.ranges import SHARE, UP_TO_ONE
from thresher.errors import CertificateError, FileError, InputError
from thresher.reports.outside_text import outside_facts, outside_text
from thresher.screening.seal import Seal, new_seed

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["outside"]

OF_THE_SIZES = ("power", "recall", "precision")
OF_THE_PLAN = ("target", "confidence", "draw", *OF_THE_SIZES)


@click.command()
@click.argument("listed", type=FILE, metavar="LIST")
@click.option("--plan", "plan_file", type=FILE, required=True, help="The plan's file.")
@click.option("--sample", type=FILE, help="Write the records to label here (CSV).")
@click.option("--labels", type=FILE, help="The sample with its labels: look once.")
@click.option("--target", type=SHARE, default=0.95, help="Recall to show. [0.95]")
@click.option("--confidence", type=SHARE, default=0.95, help="How sure. [0.95]")
@click.option("--power", type=SHARE, default=0.9, help="Chance to succeed. [0.9]")
@click.option("--recall", type=UP_TO_ONE, default=0.99, help="Expected. [0.99]")
@click.option("--precision", type=UP_TO_ONE, default=0.5, help="Expected. [0.5]")
@click.option(
    "--draw", type=click.IntRange(0), nargs=2, help="Sizes, if you know them."
)
@click.option("--column", help="The column of decisions, if uncommon.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def outside(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Certify the recall of somebody else's include/exclude LIST (CSV: id, decision).

    First with --sample: sizes two samples, one of the included and one of the
    excluded, draws them and writes them in one mixed order to be labelled blind. Then
    with --labels: bounds recall, precision and F1, each by itself, from that sample.
    """
    if (options["sample"] is None) == (options["labels"] is None):
        raise click.UsageError("give --sample FILE to draw, or --labels FILE to look")
    if options["labels"] is not None:
        refuse_given(OF_THE_PLAN, "is for drawing; the plan says it")
    if options["draw"]:
        refuse_given(OF_THE_SIZES, "is for finding the sizes, which --draw gives")
    given = read_list(options["listed"], column=options["column"])
    if options["sample"] is not None:
        _draw(given, options)
    else:
        _look(given, options)


def _draw(given: ScreenerList, options: dict[str, Any]) -> None:
    path: Path = options["plan_file"]
    if path.exists():
        reason = "is there already, and a plan must not be lost"
        raise FileError(path, reason, hint="Choose another name.")
    try:
        included, excluded = options["draw"] or _sizes(given, options)
        seal = Seal(
            seed=new_seed(),
            frame=given.digest,
            target=options["target"],
            alpha=round(1 - options["confidence"], 12),
        )
        drawn = given.sample(seal.seed, included=included, excluded=excluded)
    except InputError as error:
        raise click.UsageError(str(error)) from error
    plan = OutsidePlan(seal=seal, included=included, excluded=excluded)
    write_out(path, json.dumps(plan.written(), indent=2) + "\n", secret=True)
    write_out(options["sample"], labels_sheet(drawn))
    _tell_plan(plan, options)


def _sizes(given: ScreenerList, options: dict[str, Any]) -> tuple[int, int]:
    sizes = sample_sizes(
        len(given.included),
        len(given.excluded),
        expected=Expectation(recall=options["recall"], precision=options["precision"]),
        target=options["target"],
        alpha=round(1 - options["confidence"], 12),
        power=options["power"],
    )
    if sizes is None:
        raise InputError(
            f"no sample shows recall of {options['target']:g} where "
            f"{options['recall']:g} is expected: ask for less, or label everything"
        )
    return sizes.included, sizes.excluded


def _tell_plan(plan: OutsidePlan, options: dict[str, Any]) -> None:
    if options["as_json"]:
        public = {k: v for k, v in plan.written().items() if k != "seed"}
        size = plan.included + plan.excluded
        click.echo(json.dumps(public | {"size": size}, indent=2))
        return
    click.echo(
        f"Label {plan.included + plan.excluded:,} records in {options['sample']}: "
        f"{plan.included:,} of the included and {plan.excluded:,} of the excluded"
    )
    click.echo(f"Commitment  {plan.commitment}")
    click.echo(
        "Then: thresher certify outside LIST --plan "
        f"{shlex.quote(str(options['plan_file']))} "
        f"--labels {shlex.quote(str(options['sample']))}"
    )


def _look(given: ScreenerList, options: dict[str, Any]) -> None:
    path: Path = options["plan_file"]
    try:
        plan = plan_of(json_of(path))
    except CertificateError as error:
        raise FileError(path, str(error)) from error
    sample = plan.labelled(given, read_labels(options["labels"]))
    facts = outside_facts(sample, bounds=_bounds(sample, plan.seal.alpha), plan=plan)
    click.echo(
        json.dumps(facts, indent=2) if options["as_json"] else outside_text(facts)
    )


def _bounds(sample: OutsideSample, alpha: float) -> dict[str, float | None]:
    return {
        "recall": recall_bound(sample, alpha=alpha),
        "precision": precision_bound(sample, alpha=alpha) if sample.included else None,
        "f1": f1_bound(sample, alpha=alpha),
    }
