"""`thresher certify adjust`: a certificate's bound where labels may be wrong."""

import json
from pathlib import Path

import click

from thresher.certification.certificate import (
    Certificate,
    certificate_of,
    problems_of,
)
from thresher.certification.label_noise import (
    Overlap,
    adjusted_bound,
    most_missed_share,
)
from thresher.certification.rounding import percent, rounded_down
from thresher.cli.certify_sources import json_of
from thresher.cli.files import FILE
from thresher.cli.ranges import SHARE
from thresher.errors import CertificateError, FileError, InputError

__all__ = ["adjust"]


@click.command()
@click.argument("certificate", type=FILE, metavar="FILE")
@click.option(
    "--relevant",
    type=click.IntRange(0),
    required=True,
    help="Relevant by agreement, of those screened twice.",
)
@click.option(
    "--missed",
    type=click.IntRange(0),
    required=True,
    help="Of these, those the first reader had called irrelevant.",
)
@click.option(
    "--rejected",
    type=click.IntRange(0),
    default=0,
    help="Found records then agreed to be irrelevant. [0]",
)
@click.option("--confidence", type=SHARE, default=0.95, help="Of the overlap. [0.95]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def adjust(
    *,
    certificate: Path,
    relevant: int,
    missed: int,
    rejected: int,
    confidence: float,
    as_json: bool,
) -> None:
    """Lower the bound of the certificate in FILE by what its reader misses.

    For records screened twice and then agreed on. This assumes that the reader misses
    relevant records there as often as elsewhere, and that agreed verdicts are right.
    """
    given = _valid(certificate)
    alpha = round(1 - confidence, 12)
    together = round(1 - given.seal.alpha - alpha, 12)
    if together <= 0:
        raise click.UsageError(
            f"the chances of error of certificate ({given.seal.alpha:g}) and overlap "
            f"({alpha:g}) add up to 1 or more: ask for a higher --confidence"
        )
    try:
        overlap = Overlap(relevant=relevant, missed=missed)
        bound = adjusted_bound(
            given.found,
            given.most_relevant,
            overlap=overlap,
            alpha=alpha,
            rejected=rejected,
        )
    except InputError as error:
        raise click.UsageError(str(error)) from error
    facts = {
        "lower_bound": given.lower_bound,
        "adjusted_bound": bound,
        "most_missed_share": most_missed_share(overlap, alpha=alpha),
        "confidence": together,
    }
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return
    missed_share = -rounded_down(-facts["most_missed_share"], digits=3)  # never less
    click.echo(
        f"Recall is at least {100 * rounded_down(bound, digits=3):.1f} % with "
        f"{percent(facts['confidence'])} confidence, if the reader misses at most "
        f"{100 * missed_share:.1f} % of the relevant records, as the overlap says"
    )


def _valid(path: Path) -> Certificate:
    """Return the certificate in a file, if what it says holds."""
    content = json_of(path)
    try:
        problems = problems_of(content)
        given = certificate_of(content)
    except CertificateError as error:
        raise FileError(path, str(error)) from error
    if problems:
        reason = f"is not a valid certificate: {problems[0]}"
        hint = "See all that is wrong with `thresher certify verify`."
        raise FileError(path, reason, hint=hint)
    return given
