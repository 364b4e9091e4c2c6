"""`thresher certify`: what may be claimed, and what it takes to claim it."""

import click

from thresher.cli.lazy import LazyGroup

__all__ = ["certify"]

COMMANDS = {
    "size": (
        "thresher.cli.certify_size:size",
        "How many test labels will certify a classifier?",
    ),
    "curve": (
        "thresher.cli.certify_curve:curve",
        "When to stop training: the cost after every round.",
    ),
    "test": (
        "thresher.cli.certify_sample:once",
        "Test a labelled sample, once or sequentially.",
    ),
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
    "adjust": (
        "thresher.cli.certify_adjust:adjust",
        "A certificate's bound where labels may be wrong.",
    ),
    "outside": (
        "thresher.cli.certify_outside:outside",
        "What did an LLM's or a vendor's list find?",
    ),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def certify() -> None:
    """Size, plan and run the tests that a claim may rest on."""
