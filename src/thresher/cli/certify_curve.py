"""`thresher certify curve`: when to stop training, and what that would have cost."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import numpy as np

from thresher.certification.claim import Claim
from thresher.certification.criteria import find_criterion
from thresher.certification.policies import (
    Patience,
    Policy,
    Wait,
    blind_oracle,
    sighted_oracle,
    within_budget,
)
from thresher.certification.training_rounds import (
    Course,
    MeasuredRound,
    trained_rounds,
)
from thresher.cli.certify_options import CONFIDENCE, MEASURE, SEED
from thresher.cli.files import FILE, as_picture, refuse_given
from thresher.cli.ranges import SHARE
from thresher.errors import FileError, InputError
from thresher.progress import to_stderr
from thresher.records.plain_text import file_start, read_content
from thresher.reports.certification_text import curve_facts, curve_text, rounds_of
from thresher.screening.strategies import Strategy, Uncertain, anything, best_first

__all__ = ["curve"]

STRATEGIES: Mapping[str, Strategy] = {
    "random": anything,
    "uncertain": Uncertain(),
    "best-first": best_first,
}


OF_TRAINING = (
    "target",
    "measure",
    "confidence",
    "power",
    "label_column",
    "ranker",
    "strategy",
    "step",
    "most",
    "folds",
    "seed",
)


@click.command()
@click.argument("data", type=FILE)
@click.option("--target", type=SHARE, help="What the measure must reach.")
@MEASURE
@CONFIDENCE
@click.option("--power", type=SHARE, default=0.93, show_default=True)
@click.option("--label-column", help="The column of labels.")
@click.option("--ranker", default="logistic", show_default=True, help="What to train.")
@click.option(
    "--strategy",
    type=click.Choice(STRATEGIES),
    default="random",
    show_default=True,
    help="Which records to train on; sizes are judged well for random ones only.",
)
@click.option("--step", type=click.IntRange(1), default=20, show_default=True)
@click.option("--most", type=click.IntRange(1), default=2000, show_default=True)
@click.option("--folds", type=click.IntRange(2), default=5, show_default=True)
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="Labels for training and test together.",
)
@click.option(
    "--wait",
    type=click.IntRange(0),
    default=25,
    show_default=True,
    help="Rounds within the budget that the waiting policy lets pass.",
)
@click.option(
    "--plot",
    "picture",
    type=FILE,
    callback=as_picture,
    help="Draw it: .png, .svg, .pdf.",
)
@SEED
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def curve(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Show what certifying would cost after every round of a training.

    DATA is a table of labelled citations, on which a training is played through
    (--step records more each round, cross-validation, the size of the test, and one
    test of that size); or a JSON file of such rounds, as --json prints them:
    [{"trained": 20, "size": null}, {"trained": 40, "size": 900, "passed": true}].
    """
    told = _told(options["data"])
    if told is not None:
        refuse_given(
            OF_TRAINING, "is for a training, and these rounds are there already"
        )
    rounds = _played(options) if told is None else _read(told, options["data"])
    policies = _policies(options["wait"])
    if any(one.round.passed is None for one in rounds if one.round.size is not None):
        policies = {}
        click.echo("not every round was tested: policies are left out", err=True)
    facts = curve_facts(rounds, policies, budget=options["budget"])
    if options["picture"]:
        _draw(rounds, policies, options)
    click.echo(json.dumps(facts, indent=2) if options["as_json"] else curve_text(facts))


def _policies(wait: int) -> Mapping[str, Policy]:
    return {
        "first within budget": within_budget,
        f"wait {wait}": Wait(rounds=wait),
        "patience": Patience(),
        "blind oracle": blind_oracle,
        "sighted oracle": sighted_oracle,
    }


def _told(path: Path) -> bytes | None:
    """Return the content of a JSON file, or nothing for a table."""
    if not file_start(path).lstrip().startswith((b"[", b"{")):
        return None
    return read_content(path)


def _read(content: bytes, path: Path) -> list[MeasuredRound]:
    try:
        return rounds_of(json.loads(content))
    except (ValueError, InputError, RecursionError) as error:
        raise FileError(path, f"holds no rounds ({error})") from error


def _played(options: dict[str, Any]) -> list[MeasuredRound]:
    """Return the rounds of a training on the data."""
    from thresher.certification.labelled_pile import (  # noqa: PLC0415  heavy
        classifier_of,
    )
    from thresher.screening.pile import read_pile  # noqa: PLC0415
    from thresher.screening.recipes import find_recipe  # noqa: PLC0415

    if options["target"] is None:
        raise click.UsageError("a training needs --target")
    recipe = find_recipe(options["ranker"])
    try:
        course = Course(
            claim=Claim(
                criterion=find_criterion(options["measure"]),
                target=options["target"],
                confidence=options["confidence"],
                power=options["power"],
            ),
            classifier=classifier_of(recipe),
            step=options["step"],
            most=options["most"],
            folds=options["folds"],
            strategy=STRATEGIES[options["strategy"]],
        )
    except InputError as error:
        raise click.UsageError(str(error)) from error
    pile = read_pile(options["data"], label_column=options["label_column"])
    features = recipe.parts[0].extractor(pile.citations)
    rng = np.random.default_rng(options["seed"])
    with to_stderr() as report:
        rounds = trained_rounds(features, pile.labels, course, rng=rng, report=report)
    if not rounds:
        raise InputError(
            f"{options['data']} has too few records for a round of {course.step} with "
            "some relevant and some irrelevant ones: make --step and --folds smaller, "
            "or label more"
        )
    return rounds


def _draw(
    rounds: list[MeasuredRound],
    policies: Mapping[str, Policy],
    options: dict[str, Any],
) -> None:
    from thresher.reports.certification_figure import (  # noqa: PLC0415  heavy
        curve_figure,
    )
    from thresher.reports.figures import save_figure  # noqa: PLC0415

    plain = [one.round for one in rounds]
    title = f"What certifying would cost: {options['data'].name}"
    figure = curve_figure(plain, policies, budget=options["budget"], title=title)
    save_figure(figure, options["picture"])
    click.echo(f"wrote {options['picture']}", err=True)
