"""`thresher certify test`: test a labelled sample, once or after every label."""

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from thresher.certification.bets import bet_on, even_bet
from thresher.certification.claim import Claim
from thresher.certification.criteria import find_criterion
from thresher.certification.labelled_sample import read_labelled_sample
from thresher.certification.looks import LEDGER, Look
from thresher.certification.sequential_f1 import SequentialTest, with_horizon
from thresher.certification.trials import Sighting, look_again, look_once
from thresher.cli.certify_options import CONFIDENCE, MEASURE, POPULATION, TARGET
from thresher.cli.files import FILE
from thresher.errors import InputError
from thresher.reports.certification_text import look_facts, look_text

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["once"]

SEEN = ("tp", "fp", "fn", "tn")
BEFORE = "Seen before, on other records: the bet of --sequential."


@click.command("test")
@click.argument("sample", type=FILE)
@TARGET
@MEASURE
@CONFIDENCE
@POPULATION
@click.option("--label-column", help="The column of labels.")
@click.option("--prediction-column", help="The column of the classifier's answers.")
@click.option("--ledger", type=FILE, help=f"Where looks are kept. [{LEDGER}, beside]")
@click.option("--sequential", is_flag=True, help="Look as often as you like.")
@click.option("--tp", type=click.IntRange(0), default=0, help=BEFORE)
@click.option("--fp", type=click.IntRange(0), default=0, help=BEFORE)
@click.option("--fn", type=click.IntRange(0), default=0, help=BEFORE)
@click.option("--tn", type=click.IntRange(0), default=0, help=BEFORE)
@click.option(
    "--most", type=click.IntRange(1), help="Test labels at most, for --sequential."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def once(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Test a classifier on SAMPLE: random records with labels and predictions.

    SAMPLE is a table with columns id, label and predicted. The look is recorded beside
    it, and no record may be looked at twice. With --sequential, records at the end may
    still lack labels; come back after any label, with the same terms. The ledger knows
    what was tested through it, by id; it cannot know of looks elsewhere.
    """
    path: Path = options["sample"]
    sighting = Sighting(
        sample=read_labelled_sample(
            path,
            label_column=options["label_column"],
            prediction_column=options["prediction_column"],
        ),
        file=path,
        ledger=options["ledger"] or path.with_name(LEDGER),
        time=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    if options["sequential"]:
        look = _again(sighting, options)
    else:
        look = _once(sighting, options)
    facts = look_facts(look, sighting)
    click.echo(json.dumps(facts, indent=2) if options["as_json"] else look_text(facts))


def _once(sighting: Sighting, options: dict[str, Any]) -> Look:
    if options["most"] is not None or any(options[name] for name in SEEN):
        raise click.UsageError("--most and the four counts belong to --sequential")
    try:
        claim = Claim(
            criterion=find_criterion(options["measure"]),
            target=options["target"],
            confidence=options["confidence"],
            population=options["population"],
        )
        return look_once(sighting, claim)
    except InputError as error:
        raise click.UsageError(str(error)) from error


def _again(sighting: Sighting, options: dict[str, Any]) -> Look:
    if options["population"] is not None:
        raise click.UsageError("--sequential is for populations without a limit")
    measure = find_criterion(options["measure"]).measure
    null = measure.null_share(options["target"])
    seen = measure.counted(*(options[name] for name in SEEN[:3]))
    bet = bet_on(null, successes=options["tp"], trials=seen) if seen else even_bet(null)
    test = SequentialTest.endless(bet, alpha=1 - options["confidence"])
    if options["most"] is not None:
        records = sum(options[name] for name in SEEN)
        if not seen:
            raise click.UsageError(
                "--most needs --tp, --fp, --fn and --tn, to know how many of the "
                "labels will count"
            )
        horizon = max(round(options["most"] * seen / records), 1)
        test = with_horizon(test, horizon=horizon)
    try:
        return look_again(sighting, test, measure)
    except InputError as error:
        raise click.UsageError(str(error)) from error
