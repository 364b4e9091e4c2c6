"""`thresher certify`: what may be claimed, and what it takes to claim it."""

import click

from thresher.cli.lazy import LazyGroup

__all__ = ["certify"]

COMMANDS = {
    "seal": (
        "thresher.cli.certify_seal:seal",
        "Commit to the draw of audits beforehand.",
    ),
    "issue": (
        "thresher.cli.certify_issue:issued",
        "A certificate of recall for an audited screening.",
    ),
    "verify": (
        "thresher.cli.certify_verify:verify",
        "Work out again what a certificate says.",
    ),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def certify() -> None:
    """Size, plan and run the tests that a claim may rest on."""
