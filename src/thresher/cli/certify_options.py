"""Options that the commands of `thresher certify` share."""

import click

from thresher.cli.ranges import SHARE

__all__ = [
    "CONFIDENCE",
    "MEASURE",
    "METHOD",
    "MOST",
    "POPULATION",
    "SEED",
    "TARGET",
]

MOST = 999_999_999  # records that can be drawn from

TARGET = click.option(
    "--target", type=SHARE, required=True, help="What the measure must reach."
)
MEASURE = click.option(
    "--measure",
    type=click.Choice(["f1", "recall", "precision"]),
    default="f1",
    show_default=True,
    help="What is certified.",
)
METHOD = click.option(
    "--method",
    type=click.Choice(["exact", "mid-p", "wilson", "normal"]),
    default="exact",
    show_default=True,
    help="How it is bounded; only the exact bound guarantees its confidence.",
)
CONFIDENCE = click.option(
    "--confidence",
    type=SHARE,
    default=0.95,
    show_default=True,
    help="That a certified classifier reaches the target.",
)
POPULATION = click.option(
    "--population",
    type=click.IntRange(1, MOST),
    help="Records in all, where the claim is about these and no others.",
)
SEED = click.option(
    "--seed", type=click.IntRange(0), default=2013, show_default=True, help="Of draws."
)
