"""`thresher judge`: generated summaries against their targets."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from thresher.cli.files import FILE
from thresher.cli.ranges import SEED
from thresher.errors import InputError
from thresher.progress import to_stderr

if TYPE_CHECKING:
    from thresher.synthesis.agreement.judging import Judgement

__all__ = ["judge"]

NAMES = (
    "rouge1",
    "rouge2",
    "rougeL",
    "delta_ei",
    "direction_f1",
    "participants",
    "interventions",
    "outcomes",
    "supported",
)


def _limits(
    ctx: click.Context, parameter: click.Parameter, given: Sequence[str]
) -> dict[str, float]:
    """Return measure and limit of each MEASURE=VALUE."""
    found = {}
    for one in given:
        name, _, value = one.partition("=")
        try:
            found[name] = float(value)
        except ValueError:
            found[name] = math.nan
        if math.isnan(found[name]):  # no mean is below it, so nothing would ever fail
            said = f"{one!r} is not MEASURE=VALUE"
            raise click.BadParameter(said, ctx, parameter)
        if name not in NAMES:
            said = f"there is no measure {name!r}; known: {', '.join(NAMES)}"
            raise click.BadParameter(said, ctx, parameter)
    return found


@click.command()
@click.option("--targets", type=FILE, help="CSV with ReviewID and Target.")
@click.option("--generated", type=FILE, help="CSV with ReviewID and Generated.")
@click.option(
    "--inputs", type=FILE, help="CSV with ReviewID, PMID, Title and Abstract."
)
@click.option(
    "--people",
    type=FILE,
    help="CSV with ReviewID and two judges' labels: how far do they agree?",
)
@click.option(
    "--base",
    type=click.Choice(["2", "e"]),
    default="2",
    show_default=True,
    help="Base of the logarithm in ΔEI: 2 as released, e as in the paper.",
)
@click.option("--common-only", is_flag=True, help="Judge only reviews in both files.")
@click.option(
    "--fail-below",
    multiple=True,
    callback=_limits,
    metavar="MEASURE=VALUE",
    help="Exit with 1 if the mean is lower.",
)
@click.option(
    "--fail-above",
    multiple=True,
    callback=_limits,
    metavar="MEASURE=VALUE",
    help="Exit with 1 if the mean is higher (for delta_ei).",
)
@click.option(
    "--seed", type=SEED, default=2021, show_default=True, help="Of the bootstrap draws."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, review by review.")
def judge(  # noqa: PLR0913  one parameter an option
    *,
    targets: Path | None,
    generated: Path | None,
    inputs: Path | None,
    people: Path | None,
    base: str,
    common_only: bool,
    fail_below: dict[str, float],
    fail_above: dict[str, float],
    seed: int,
    as_json: bool,
) -> None:
    """Compare generated summaries with targets: ROUGE, ΔEI, directions, PIO.

    Files are CSV in MSLR's columns, plain or gzipped. With --inputs, statements that
    no study bears out are listed. Means have 95 % bootstrap intervals over reviews.
    With --people alone, two judges' labels of the same reviews (two persons', or a
    program's beside a person's) give a confusion table, accuracy and Cohen's kappa.
    """
    if people:
        _tell_people(people, (targets, generated, inputs), as_json=as_json)
        return
    if not targets or not generated:
        raise click.UsageError("give --targets and --generated, or --people")
    found = _judged(
        (targets, generated, inputs), base=base, common_only=common_only, seed=seed
    )
    failed = _failures(found, fail_below, fail_above)
    if as_json:
        from thresher.reports.judged import judgement_facts  # noqa: PLC0415

        facts = {**judgement_facts(found), "seed": seed, "failed": failed}
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        from thresher.reports.judged import judgement_text  # noqa: PLC0415

        click.echo(judgement_text(found))
    for one in failed:
        click.echo(f"Failed: {one}", err=True)
    if failed:
        raise click.exceptions.Exit(1)


def _tell_people(
    people: Path, others: tuple[Path | None, ...], *, as_json: bool
) -> None:
    """Print how far two judges agree."""
    from thresher.reports.people_agree import (  # noqa: PLC0415
        people_agreement_facts,
        people_agreement_text,
    )
    from thresher.synthesis.agreement.labels_file import read_labels  # noqa: PLC0415

    if any(others):
        raise click.UsageError("--people stands alone, without files of summaries")
    labels = read_labels(people)
    if as_json:
        facts = people_agreement_facts(labels)
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        click.echo(people_agreement_text(labels))


def _judged(
    files: tuple[Path, Path, Path | None], *, base: str, common_only: bool, seed: int
) -> "Judgement":
    from thresher.synthesis.agreement.delta_ei import Base  # noqa: PLC0415
    from thresher.synthesis.agreement.judging import judged  # noqa: PLC0415
    from thresher.synthesis.agreement.summaries_file import (  # noqa: PLC0415
        read_inputs,
        read_summaries,
    )
    from thresher.synthesis.shipped_models import shipped_text_models  # noqa: PLC0415

    wanted = read_summaries(files[0], column="Target")
    given = read_summaries(files[1], column="Generated")
    shared = [review for review in wanted if review in given]
    _tell_missing(wanted, given, common_only=common_only)
    with to_stderr() as report:
        return judged(
            {review: wanted[review] for review in shared},
            {review: given[review] for review in shared},
            models=shipped_text_models(),
            rng=np.random.default_rng(seed),
            studies=read_inputs(files[2]) if files[2] else None,
            base=Base(base),
            report=report,
        )


def _tell_missing(
    wanted: dict[str, str], given: dict[str, str], *, common_only: bool
) -> None:
    """Refuse reviews that are in one file only, or say how many are left out."""
    lacking = [review for review in wanted if review not in given]
    extra = [review for review in given if review not in wanted]
    if not lacking and not extra:
        return
    said = (
        f"{len(lacking)} targets have no generated summary and {len(extra)} generated "
        f"summaries no target (the first: {[*lacking, *extra][0]})"
    )
    if not common_only:
        raise InputError(f"{said}; --common-only judges the others")
    click.echo(f"Note: {said}; they are left out", err=True)


def _failures(
    found: "Judgement", below: dict[str, float], above: dict[str, float]
) -> list[str]:
    """Return what is worse than its limit; a measure without a value is."""
    failed = []
    for limits, is_low, word in ((below, True, "below"), (above, False, "above")):
        for name, limit in limits.items():
            mean = found.means.get(name)
            if mean is None:
                failed.append(f"{name} has no value here")
            elif (mean.value < limit) if is_low else (mean.value > limit):
                failed.append(f"{name} is {mean.value:.4f}, {word} {limit:g}")
    return failed
