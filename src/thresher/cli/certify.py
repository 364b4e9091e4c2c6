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
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def certify() -> None:
    """Size, plan and run the tests that a claim may rest on."""
