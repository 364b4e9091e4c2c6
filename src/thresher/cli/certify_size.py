"""`thresher certify size`: how many test labels will certify a classifier."""

import json
from pathlib import Path
from typing import Any

import click
import numpy as np

from thresher.certification.claim import Claim
from thresher.certification.criteria import find_criterion
from thresher.certification.power import certification_size
from thresher.cli.certify_options import (
    CONFIDENCE,
    MEASURE,
    METHOD,
    MOST,
    POPULATION,
    SEED,
    TARGET,
)
from thresher.cli.files import refuse_given
from thresher.cli.ranges import SHARE
from thresher.errors import InputError
from thresher.measures.confusion import Confusion
from thresher.progress import to_stderr
from thresher.reports.certification_text import size_facts, size_text

__all__ = ["size"]

COUNT = click.IntRange(0, MOST)
COUNTS = ("tp", "fp", "fn", "tn")


@click.command()
@click.option("--tp", type=COUNT, help="Relevant, and taken for relevant.")
@click.option("--fp", type=COUNT, help="Irrelevant, but taken for relevant.")
@click.option("--fn", type=COUNT, help="Relevant, but taken for irrelevant.")
@click.option("--tn", type=COUNT, help="Irrelevant, and taken for irrelevant.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Instead of counts: a labelled random sample, to cross-validate on.",
)
@click.option("--label-column", help="The column of labels in it.")
@click.option("--ranker", default="logistic", show_default=True, help="What to train.")
@click.option("--folds", type=click.IntRange(2), default=10, show_default=True)
@TARGET
@MEASURE
@METHOD
@CONFIDENCE
@click.option(
    "--power", type=SHARE, default=0.93, show_default=True, help="Chance to pass."
)
@POPULATION
@click.option(
    "--draws",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="Populations to try; 1,000 in the paper.",
)
@click.option("--early-exit", is_flag=True, help="End the search as the paper does.")
@SEED
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def size(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Say how many random test labels will certify a classifier.

    Judged by the confusion matrix of a random sample: held out (--tp --fp --fn --tn),
    or the folds of a cross-validation (--data). With --population N the sample is part
    of N records, the test will be drawn from the others, and the claim is about those.
    Bagdouri et al. (2013), doi:10.1145/2505515.2505708, with an exact bound.
    """
    table = _table(options)
    try:
        claim = Claim(
            criterion=find_criterion(options["measure"], method=options["method"]),
            target=options["target"],
            confidence=options["confidence"],
            power=options["power"],
            population=_left(options["population"], table),
        )
    except InputError as error:
        raise click.UsageError(str(error)) from error
    found = certification_size(
        table,
        claim,
        rng=np.random.default_rng(options["seed"]),
        draws=options["draws"],
        early_exit=options["early_exit"],
    )
    facts = size_facts(table, claim, found, seed=options["seed"])
    click.echo(json.dumps(facts, indent=2) if options["as_json"] else size_text(facts))


def _table(options: dict[str, Any]) -> Confusion:
    counts = [options[name] for name in COUNTS]
    if options["data"] is not None:
        if counts != [None] * 4:
            raise click.UsageError("give --data or the four counts, not both")
        return _cross_validated(options)
    if None in counts:
        raise click.UsageError("give --tp, --fp, --fn and --tn, or --data FILE")
    refuse_given(("label_column", "ranker", "folds"), "is for --data, not for counts")
    tp, fp, fn, tn = counts
    return Confusion(
        true_positives=tp, false_positives=fp, false_negatives=fn, true_negatives=tn
    )


def _left(population: int | None, table: Confusion) -> int | None:
    """Return how many records a test can be drawn from."""
    if population is None:
        return None
    known = table.relevant + table.irrelevant
    if population <= known:
        raise InputError(
            f"a population of {population:,} cannot hold a sample of {known:,} records "
            "and others to test on: give the number of all records"
        )
    return population - known


def _cross_validated(options: dict[str, Any]) -> Confusion:
    from thresher.certification.labelled_pile import (  # noqa: PLC0415  heavy
        cross_validated_pile,
    )
    from thresher.screening.pile import read_pile  # noqa: PLC0415
    from thresher.screening.recipes import find_recipe  # noqa: PLC0415

    pile = read_pile(options["data"], label_column=options["label_column"])
    with to_stderr() as report:
        report("Cross-validating", done=0, total=options["folds"])
        return cross_validated_pile(
            pile,
            find_recipe(options["ranker"]),
            folds=options["folds"],
            rng=np.random.default_rng(options["seed"]),
        )
